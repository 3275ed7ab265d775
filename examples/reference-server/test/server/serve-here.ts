import { runCommandLine } from '../../src/run-command-line.js';
import type { ServerLife, StopServer } from '../../src/server-life.js';
import { recorder } from './recorder.js';
import type { StartRunning } from './running-server.js';

/** As long as a process of its own has; SIGKILL would leave nobody a moment. */
const graceMsAfter = (signal: NodeJS.Signals): number => (signal === 'SIGKILL' ? 0 : 60_000);

/**
 * Starts the server among the tests, from its sources and by the command line that a process of its own has, too. A process would spend half a second on loading
 * it, and run code that nothing has optimized yet. Pages and the agent are those in `bundle`, when that is given.
 */
export const serveHere =
  (bundle?: string): StartRunning =>
  (folder, environment) => {
    const [stdout, stderr] = [recorder(), recorder()];
    let stop: StopServer | undefined;
    const life: ServerLife = {
      begin: () => undefined,
      endWith: (given) => (stop = given),
      ...(bundle !== undefined && { bundle }),
    };
    const output = (): string => stdout.text() + stderr.text();
    const start = async (): Promise<void> => {
      const { hasFailed } = await runCommandLine(['serve'], { folder, environment, stdout, stderr, life });
      if (hasFailed) throw new Error(`the server did not become ready; it said:\n${output()}`);
    };
    const ready = start();
    return {
      pid: process.pid,
      ready,
      output,
      end: async (signal) => {
        // Nothing can end it before it has come as far as to be stopped.
        await ready.catch(() => undefined);
        const finished = (await stop?.(signal, graceMsAfter(signal))) ?? false;
        return { code: finished ? 0 : 1, stdout: stdout.text(), stderr: stderr.text() };
      },
    };
  };
