import { CommanderError } from 'commander';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { type Commands, createCommandLine } from './command-line.js';
import type { CommandDependencies } from './commands/command-dependencies.js';
import { type Connections, openConnections } from './connections.js';
import { createRunGit } from './git/run-git.js';
import { createInterruption } from './interruption.js';
import { createOutput } from './output/output.js';
import { createStandardError } from './output/standard-error.js';
import { createStandardOutput } from './output/standard-output.js';
import type { Surroundings } from './surroundings.js';
import { version } from './user-agent.js';

/** Commander ends so after help and the version too, which are out as soon as all other output is. */
const unlessShown = (fault: unknown): void => {
  if (!(fault instanceof CommanderError) || fault.exitCode !== 0) throw fault;
};

/** Runs `svc` with its parameters, and says of a command that fails why in one line. Resolves to the exit code. */
export const runCommandLine = async (parameters: readonly string[], surroundings: Surroundings): Promise<number> => {
  const { environment, folder, stdin, node, program, exit } = surroundings;
  const standardError = createStandardError(surroundings.stderr);
  const stderr = standardError.write;
  const interruption = createInterruption(surroundings.signals, exit);
  const { signal, abort, endByPerson } = interruption;
  /** What nobody can read is not worth more work; what is under way still removes its half-written files. */
  const standardOutput = createStandardOutput(surroundings.stdout, abort);
  const terminal = { stdout: standardOutput.write, stderr, isTerminal: surroundings.stdout.isTTY === true };
  /** How to go on when a person has ended the command. */
  let goingOn: string | undefined;

  const codeFor = (fault: unknown): number => {
    // Commander has said what was wrong already. Whatever else it is, a person gets one line.
    if (fault instanceof CommanderError) return fault.exitCode;
    if (interruption.exitCode !== undefined) {
      if (goingOn !== undefined && interruption.isByPerson) stderr(`svc: ${goingOn}\n`);
      return interruption.exitCode;
    }
    if (!standardOutput.isClosed) createOutput(terminal, false).problem(standardOutput.problem ?? fault);
    return 1;
  };
  surroundings.onBug((fault) => exit(codeFor(fault)));
  /** Who reads through a pipe may take their time, and what is not taken goes with the process. Who ends the command does not wait for them. */
  const taken = async (): Promise<void> => {
    if (interruption.exitCode !== undefined) return;
    const over = new AbortController();
    const interrupted = once(signal, 'abort', { signal: over.signal }).catch(() => undefined);
    const all = Promise.all([standardOutput.written().catch(() => undefined), standardError.written()]);
    await Promise.race([all, interrupted]);
    over.abort();
  };

  let connections: Connections | undefined;
  try {
    // What git is told to start is the file that was started, which stays when this bundle is followed by another one.
    const started = realpathSync(program);
    const place = { environment, folder };
    const runGit = createRunGit(place);
    connections = openConnections({ ...place, runGit });
    const screen = surroundings.stderr;
    const given = {
      signal,
      abort,
      endByPerson,
      node,
      program: started,
      ...place,
      runGit,
      connections,
      taken,
      stdin,
      screen,
      ...terminal,
    };
    const commands = commandsWith(given, (text) => (goingOn = text));
    const { columns } = surroundings.stdout;
    const commandLine = createCommandLine(commands, { version, writeOut: standardOutput.write, writeErr: stderr, columns });
    await commandLine.parseAsync(parameters, { from: 'user' }).catch(unlessShown);
    await standardOutput.written();
    return 0;
  } catch (fault) {
    return codeFor(fault);
  } finally {
    connections?.close();
    await taken();
  }
};

/** What a command does not need is not loaded: `--help` answers at once, and threads start where there is work for them. */
const commandsWith = (dependencies: CommandDependencies, setGoingOn: (text: string) => void): Commands => ({
  push: async (paths, options) => {
    setGoingOn('interrupted; the same command goes on where it stopped, what has arrived is kept');
    await (await import('./commands/push.js')).push(dependencies, paths, options);
  },
  pull: async (wanted, options) => {
    setGoingOn(
      'interrupted; the files that were named are whole, and nothing half-written is left; the same command fetches them all',
    );
    await (await import('./commands/pull.js')).pull(dependencies, wanted, options);
  },
  ls: async (path, options) => (await import('./commands/ls.js')).ls(dependencies, path, options),
  diff: async (base, head, options) => (await import('./commands/diff.js')).diff(dependencies, base, head, options),
  import: async (source, options) => {
    setGoingOn('interrupted; what has come over is stored, and the same command brings the rest');
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
});
