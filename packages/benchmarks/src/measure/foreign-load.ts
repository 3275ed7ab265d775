import { cpus } from 'node:os';
import { endedChildrenSeconds, machineSeconds } from './processor-time.js';

/** Of this process and of every process that it started and that has ended. */
const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedChildrenSeconds();
};

/**
 * Watches what others do meanwhile; what it gives is asked for when every process that was started has ended.
 * The result is the share of all processors that was busy with something else, from 0 to 1.
 */
export const watchForeignLoad = (): (() => number) => {
  const begun = performance.now();
  const machineBefore = machineSeconds();
  const ownBefore = ownSeconds();
  return () => {
    const foreign = machineSeconds() - machineBefore - (ownSeconds() - ownBefore);
    const available = ((performance.now() - begun) / 1000) * cpus().length;
    return Math.max(0, foreign / available);
  };
};
