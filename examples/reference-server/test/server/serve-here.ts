import { runCommandLine } from '../../src/run-command-line.js';
import type { ServerLife, StopServer } from '../../src/server-life.js';
import { recorder } from './recorder.js';
import type { StartRunning } from './running-server.js';

/** As long as a process of its own has; SIGKILL would leave nobody a moment. */
const graceMsAfter = (signal: NodeJS.Signals): number => (signal === 'SIGKILL' ? 0 : 60_000);

/**
 * Starts the server among the tests, from its sources and by the command line that a process of its own has, too. A process would spend half a second on loading
 * it, and run code that nothing has optimized yet.
 */
export const serveHere: StartRunning = async (folder, environment) => {
  const [stdout, stderr] = [recorder(), recorder()];
  let stop: StopServer | undefined;
  const life: ServerLife = { begin: () => undefined, endWith: (given) => (stop = given) };
  const output = (): string => stdout.text() + stderr.text();
  const { hasFailed } = await runCommandLine(['serve'], { folder, environment, stdout, stderr, life });
  if (hasFailed || stop === undefined) throw new Error(`the server did not become ready; it said:\n${output()}`);
  const end = stop;
  return {
    pid: process.pid,
    output,
    end: async (signal) => {
      const finished = await end(signal, graceMsAfter(signal));
      return { code: finished ? 0 : 1, stdout: stdout.text(), stderr: stderr.text() };
    },
  };
};
