import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckOutcome, connectionChecks, type ConnectionFault, type ConnectionHealth, SECOND_MS } from '@svc/core/model';
import { type Check, checks, cleanUp } from './checks.js';
import { S3Fault } from '../s3-fault.js';
import { connectionFaultOf } from './connection-fault.js';
import type { Visit } from './visit.js';

/** All of it is over in less than half a minute: seven checks within `totalMs`, and then what has to be cleaned up. */
export interface Deadlines {
  readonly checkMs: number;
  readonly totalMs: number;
  readonly cleanUpMs: number;
}

export const defaultDeadlines: Deadlines = { checkMs: 6 * SECOND_MS, totalMs: 25 * SECOND_MS, cleanUpMs: 3 * SECOND_MS };

/**
 * Runs the checks in their order up to the first that fails, and leaves nothing behind where the bucket lets it. A check that takes too long is given up, and
 * `cut` ends its connections.
 */
export const runChecks = async (
  visit: Visit,
  { checkMs, totalMs, cleanUpMs }: Deadlines,
  cut: () => void,
): Promise<ConnectionHealth> => {
  const end = performance.now() + totalMs;
  const outcomes: CheckOutcome[] = [];
  let isFailed = false;
  for (const check of connectionChecks) {
    if (isFailed) {
      outcomes.push({ check, outcome: 'skipped' });
      continue;
    }
    const fault = await attempt(checks[check], visit, Math.min(checkMs, end - performance.now()), cut);
    // Capabilities are not needed: a bucket that did not prove one in time has not got it.
    isFailed = fault !== undefined && check !== 'capabilities';
    outcomes.push(fault === undefined || !isFailed ? { check, outcome: 'passed' } : { check, outcome: 'failed', fault });
  }
  if (isFailed && outcomes.some(hasPassedCredentials)) await attempt(cleanUp, visit, cleanUpMs, cut);
  cut();
  return { isHealthy: !isFailed, checkedAt: 0, checks: outcomes, capabilities: visit.capabilities };
};

/** Before it nothing was written. */
const hasPassedCredentials = ({ check, outcome }: CheckOutcome): boolean => check === 'credentials' && outcome === 'passed';

/** The fault, or undefined when the check has passed. */
const attempt = async (check: Check, visit: Visit, timeMs: number, cut: () => void): Promise<ConnectionFault | undefined> => {
  if (timeMs <= 0) return 'timeout';
  let timer: NodeJS.Timeout | undefined;
  let isGivenUp = false;
  const late = new Promise<ConnectionFault>((resolve) => {
    timer = setTimeout(resolve, timeMs, 'timeout');
  });
  const done = tryPatiently(check, visit, () => isGivenUp).then(() => undefined, connectionFaultOf);
  const fault = await Promise.race([done, late]);
  isGivenUp = true;
  clearTimeout(timer);
  if (fault === 'timeout') cut();
  return fault;
};

/** How servers say that they are busy for a moment, which says nothing of the day until the next check. */
const busyStatuses: readonly (number | undefined)[] = [429, 500, 502, 503, 504];
const isBusy = (fault: unknown): boolean => fault instanceof S3Fault && busyStatuses.includes(fault.status);

const triesOfBusy = 3;
const pauseMs = 300;

/** A check is made again where the server was busy. After it was given up nothing is: what has been cleaned up stays so. */
const tryPatiently = async (check: Check, visit: Visit, isGivenUp: () => boolean): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await check(visit);
      return;
    } catch (fault) {
      if (!isBusy(fault) || tries === triesOfBusy) throw fault;
      await sleep(pauseMs * tries);
      if (isGivenUp()) throw fault;
    }
  }
};
