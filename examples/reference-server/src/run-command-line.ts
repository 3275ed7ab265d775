import { CommanderError } from 'commander';
import { randomUUID } from 'node:crypto';
import type { BackupSurroundings } from './backup/back-up.js';
import { createCommandLine } from './command-line.js';
import { type Config, readConfig } from './config/config.js';
import { type Environment, readEnvironment } from './config/read-environment.js';
import type { S3Settings } from './config/s3-settings.js';
import { createLogger } from './log/logger.js';
import type { ServerLife } from './server-life.js';
import { StartProblem } from './start-problem.js';
import { version } from './version.js';

/** Takes text, as the standard streams of a process do. */
export interface Output {
  write(text: string): unknown;
}

/** Where a command is run: what a process has of its own. */
export interface Terminal {
  /** Where `.env` lies and relative paths in settings begin; those in parameters begin where the process is. */
  readonly folder: string;
  readonly environment: Environment;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Of a server that is started here. */
  readonly life: ServerLife;
}

/** How a command came to its end; a server that is started goes on after it. */
export interface CommandEnd {
  readonly code: number;
  /** Whether nothing that it has begun may go on. */
  readonly hasFailed: boolean;
}

/** Runs `svc-server` with its parameters; of a command that fails it says why in one line. */
export const runCommandLine = async (parameters: readonly string[], terminal: Terminal): Promise<CommandEnd> => {
  let code = 0;
  const commandLine = createHostedCommandLine(terminal, (chosen) => (code = chosen));
  try {
    await commandLine.parseAsync(parameters.length === 0 ? ['serve'] : parameters, { from: 'user' });
    return { code, hasFailed: false };
  } catch (fault) {
    // Commander has said what was wrong already. Whatever else it is, a person at a terminal gets one line.
    if (!(fault instanceof CommanderError)) {
      const [line = ''] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
      terminal.stderr.write(`svc-server: ${line}\n`);
    }
    return { code: fault instanceof CommanderError || fault instanceof StartProblem ? fault.exitCode : 1, hasFailed: true };
  }
};

const createHostedCommandLine = (
  { folder, environment, stdout, stderr, life }: Terminal,
  setExitCode: (code: number) => void,
): ReturnType<typeof createCommandLine> => {
  const configure = (over: Environment = {}): Config => {
    const config = readConfig({ ...readEnvironment(folder, environment), ...over }, folder);
    if (config.isErr()) throw new StartProblem(config.error.map(({ setting, problem }) => `${setting} ${problem}`).join('; '));
    return config.value;
  };
  const say = (line: string): void => void stdout.write(`${line}\n`);
  /** Of the server's own bucket, also where it keeps its files in a folder. */
  const bucketSettings = (): S3Settings & { readonly kind: 's3' } => {
    const { storage } = configure({ STORAGE: 's3' });
    if (storage.kind !== 's3') throw new Error('invariant: what was chosen is configured');
    return storage;
  };
  const backupSurroundings = (): BackupSurroundings => {
    const config = configure();
    return { config, log: createLogger(config.logLevel, stderr), bucket: bucketSettings, say };
  };
  return createCommandLine(
    {
      // What a command does not need is not loaded: `--help` answers at once, and `serve` brings no more than it uses.
      serve: async () => {
        const config = configure();
        const { serve } = await import('./serve.js');
        await serve(config, createLogger(config.logLevel, stdout), (text) => void stdout.write(text), life);
      },
      operate: async (act, describe) => {
        const config = configure();
        const { operate } = await import('./operate.js');
        // Stdout is for what the command was asked for.
        return operate(config, createLogger(config.logLevel, stderr), act, describe);
      },
      copyRecords: async (ends) => {
        const { copyRecords } = await import('./copy-records.js');
        await copyRecords(ends, say);
      },
      copyFiles: async (storages) => {
        const { copyFiles } = await import('./copy-files.js');
        const { logLevel } = configure();
        await copyFiles(storages, { log: createLogger(logLevel, stderr), bucket: bucketSettings, say });
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
        return fsck(configure, ({ logLevel }) => createLogger(logLevel, stderr), command);
      },
      setExitCode,
      newSeed: () => randomUUID(),
      say,
      showOutput: (text) => void stdout.write(text),
      showError: (text) => void stderr.write(text),
    },
    version,
  );
};
