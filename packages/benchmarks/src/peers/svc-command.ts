import { fileURLToPath } from 'node:url';
import { timedCommand, type TimedRun } from '../measure/timed-command.js';

const otherAgent = process.env['BENCH_AGENT'];
/** Of this checkout, unless `BENCH_AGENT` names the one of another. */
const agent = otherAgent ?? fileURLToPath(new URL('../../../agent/dist/svc.js', import.meta.url));
/** As in the first line of the command of this checkout. */
const agentOptions =
  otherAgent === undefined ? ['--single-threaded-gc', '--heap-growing-percent=150', '--max-semi-space-size=4'] : [];

/** Runs `svc` to its end; throws with what it said when it fails. */
export const svcCommand = (parameters: readonly string[], options: Parameters<typeof timedCommand>[2]): Promise<TimedRun> =>
  timedCommand(process.execPath, [...agentOptions, agent, ...parameters], options);
