import type { JobFault } from '../../src/jobs/attempt.js';

/** Hears of faults and keeps them, bugs by their message, in the order in which they came. */
export const collectedFaults = () => {
  const faults: string[] = [];
  const onFault = (fault: JobFault): void => {
    const why = fault.kind === 'unavailable' ? fault.part : fault.error instanceof Error ? fault.error.message : 'no error';
    faults.push(`${fault.job}: ${why}`);
  };
  return { faults, onFault };
};
