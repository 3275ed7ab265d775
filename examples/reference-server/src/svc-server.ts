#!/usr/bin/env -S node --enable-source-maps --min-semi-space-size=8 --heap-growing-percent=125
import { CommanderError } from 'commander';
import { randomUUID } from 'node:crypto';
import { createCommandLine } from './command-line.js';
import type { BackupSurroundings } from './backup/back-up.js';
import { type Config, readConfig } from './config/config.js';
import { type Environment, readEnvironment } from './config/read-environment.js';
import type { S3Settings } from './config/s3-settings.js';
import { outliveReaders } from './log/outlive-readers.js';
import { createLogger } from './log/logger.js';
import { StartProblem } from './start-problem.js';
import { version } from './version.js';

const configure = (over: Environment = {}): Config => {
  const folder = process.cwd();
  const config = readConfig({ ...readEnvironment(folder, process.env), ...over }, folder);
  if (config.isErr()) throw new StartProblem(config.error.map(({ setting, problem }) => `${setting} ${problem}`).join('; '));
  return config.value;
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Of the server's own bucket, also where it keeps its files in a folder. */
const bucketSettings = (): S3Settings & { readonly kind: 's3' } => {
  const { storage } = configure({ STORAGE: 's3' });
  if (storage.kind !== 's3') throw new Error('invariant: what was chosen is configured');
  return storage;
};

const backupSurroundings = (): BackupSurroundings => {
  const config = configure();
  return { config, log: createLogger(config.logLevel, process.stderr), bucket: bucketSettings, say };
};

const commandLine = createCommandLine(
  {
    // What a command does not need is not loaded: `--help` answers at once, and `serve` brings no more than it uses.
    serve: async () => {
      const config = configure();
      const { serve } = await import('./serve.js');
      await serve(config, createLogger(config.logLevel), (text) => void process.stdout.write(text));
    },
    operate: async (act, describe) => {
      const config = configure();
      const { operate } = await import('./operate.js');
      // Stdout is for what the command was asked for.
      return operate(config, createLogger(config.logLevel, process.stderr), act, describe);
    },
    copyRecords: async (ends) => {
      const { copyRecords } = await import('./copy-records.js');
      await copyRecords(ends, say);
    },
    copyFiles: async (storages) => {
      const { copyFiles } = await import('./copy-files.js');
      const { logLevel } = configure();
      await copyFiles(storages, { log: createLogger(logLevel, process.stderr), bucket: bucketSettings, say });
    },
    backUp: async (to) => {
      const { backUp } = await import('./backup/back-up.js');
      await backUp(to, backupSurroundings());
    },
    restoreBackup: async (restore) => {
      const { restoreBackup } = await import('./backup/restore-backup.js');
      await restoreBackup(restore, backupSurroundings());
    },
    pruneBackups: async (prune) => {
      const { pruneBackups } = await import('./backup/prune-backups.js');
      await pruneBackups(prune, backupSurroundings());
    },
    sayBackups: async (from) => {
      const { sayBackups } = await import('./backup/restore-backup.js');
      await sayBackups(from, backupSurroundings());
    },
    fsck: async (command) => {
      const { fsck } = await import('./fsck.js');
      return fsck(configure, ({ logLevel }) => createLogger(logLevel, process.stderr), command);
    },
    setExitCode: (code) => void (process.exitCode = code),
    newSeed: () => randomUUID(),
    say,
  },
  version,
);

// Database, keys and blobs: nothing that is written here is for other users of the machine.
process.umask(0o077);
outliveReaders();
try {
  const parameters = process.argv.slice(2);
  await commandLine.parseAsync(parameters.length === 0 ? ['serve'] : parameters, { from: 'user' });
} catch (fault) {
  // Commander has said what was wrong already. Whatever else it is, a person at a terminal gets one line.
  if (!(fault instanceof CommanderError)) {
    const [line = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
    process.stderr.write(`svc-server: ${line}\n`);
  }
  process.exit(fault instanceof CommanderError || fault instanceof StartProblem ? fault.exitCode : 1);
}
