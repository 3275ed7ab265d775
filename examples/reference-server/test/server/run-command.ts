import { ownProcess } from '../../src/own-process.js';
import { runCommandLine } from '../../src/run-command-line.js';
import { recorder } from './recorder.js';
import { type CommandOutcome, spawnServer } from './server-process.js';

/** Runs a command of the bundled server to its end, in a process of its own: what the command line, its settings and signals are about. */
export const runProcess = (
  parameters: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandOutcome> => spawnServer(parameters, folder, environment).end;

/** A server makes its process its own: it ends it after a bug, and at signals. */
const isServer = ([command]: readonly string[]): boolean => command === undefined || command === 'serve';

/**
 * The same in this process, which has loaded the sources already: a process of its own spends more than half a second on loading them. Paths in its parameters
 * have to be absolute. A server gets a process of its own all the same.
 */
export const runCommand = async (
  parameters: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandOutcome> => {
  if (isServer(parameters)) return runProcess(parameters, folder, environment);
  const [stdout, stderr] = [recorder(), recorder()];
  const { code } = await runCommandLine(parameters, { folder, environment, stdout, stderr, life: ownProcess });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
};
