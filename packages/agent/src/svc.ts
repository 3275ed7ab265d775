#!/usr/bin/env node
import { CommanderError } from 'commander';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Commands, createCommandLine } from './command-line.js';
import { createInterruption } from './interruption.js';
import { createOutput } from './output/output.js';
import { createStandardOutput } from './output/standard-output.js';
import { version } from './user-agent.js';

const stderr = (text: string): void => void process.stderr.write(text);
const interruption = createInterruption(process);
/** What nobody can read is not worth more work; what is under way still removes its half-written files. */
const standardOutput = createStandardOutput(process.stdout, interruption.abort);
const terminal = { stdout: standardOutput.write, stderr, isTerminal: process.stdout.isTTY };

/** How to go on when a person has ended the command. */
let goingOn: string | undefined;

const fail = (fault: unknown): void => {
  // Commander has said what was wrong already. Whatever else it is, a person gets one line.
  if (fault instanceof CommanderError) process.exitCode = fault.exitCode;
  else if (interruption.exitCode !== undefined) {
    process.exitCode = interruption.exitCode;
    if (goingOn !== undefined && interruption.isByPerson) stderr(`svc: ${goingOn}\n`);
  } else {
    if (!standardOutput.isClosed) createOutput(terminal, false).problem(standardOutput.problem ?? fault);
    process.exitCode = 1;
  }
};

/** Commander ends so after help and the version too, which are out as soon as all other output is. */
const unlessShown = (fault: unknown): void => {
  if (!(fault instanceof CommanderError) || fault.exitCode !== 0) throw fault;
};

/** Nobody awaits what comes here, so nothing is known of what is under way any more. */
const die = (fault: unknown): never => {
  fail(fault);
  process.exit();
};
process.on('uncaughtException', die);
process.on('unhandledRejection', die);

try {
  const { signal, abort } = interruption;
  // What git is told to start is the file that was started, which stays when this bundle is followed by another one.
  const [, started = fileURLToPath(import.meta.url)] = process.argv;
  const dependencies = {
    signal,
    abort,
    program: realpathSync(started),
    environment: process.env,
    isWatched: process.stderr.isTTY,
    ...terminal,
  };
  // What a command does not need is not loaded: `--help` answers at once, and threads start where there is work for them.
  const commands: Commands = {
    push: async (paths, options) => {
      goingOn = 'interrupted; the same command goes on where it stopped, what has arrived is kept';
      await (await import('./commands/push.js')).push(dependencies, paths, options);
    },
    pull: async (wanted, options) => {
      goingOn =
        'interrupted; the files that were named are whole, and nothing half-written is left; the same command fetches them all';
      await (await import('./commands/pull.js')).pull(dependencies, wanted, options);
    },
    ls: async (path, options) => (await import('./commands/ls.js')).ls(dependencies, path, options),
    diff: async (base, head, options) => (await import('./commands/diff.js')).diff(dependencies, base, head, options),
    import: async (source, options) => {
      goingOn = 'interrupted; what has come over is stored, and the same command brings the rest';
      await (await import('./commands/import.js')).importAll(dependencies, source, options);
    },
    login: async (url, options) => (await import('./commands/login.js')).login(dependencies, url, options),
    logout: async (url, options) => (await import('./commands/login.js')).logout(dependencies, url, options),
    completion: async (shell, of) => (await import('./commands/completion.js')).completion(dependencies, shell, of),
    rm: async (wanted, options) => (await import('./commands/rm.js')).rm(dependencies, wanted, options),
    undelete: async (oids, options) => (await import('./commands/rm.js')).undelete(dependencies, oids, options),
    verify: async (oids, options) => (await import('./commands/verify.js')).verify(dependencies, oids, options),
    chunk: async (files, options) => (await import('./commands/chunk.js')).chunk(dependencies, files, options),
    doctor: async (options) => (await import('./commands/doctor.js')).doctor(dependencies, options),
    install: async (options) => (await import('./commands/install.js')).install(dependencies, options),
    uninstall: async (options) => (await import('./commands/install.js')).uninstall(dependencies, options),
    index: async (options) => (await import('./commands/index-git.js')).indexGit(dependencies, options),
    transfer: async (options) => (await import('./commands/transfer.js')).transfer(dependencies, options),
  };
  await createCommandLine(commands, version, standardOutput.write).parseAsync().catch(unlessShown);
  await standardOutput.written();
} catch (fault) {
  fail(fault);
}
process.exit();
