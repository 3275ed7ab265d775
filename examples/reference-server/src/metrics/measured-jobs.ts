import type { JobOutcomes, JobsOptions, OnJobDone } from '@svc/node';
import type { Measuring } from './measuring.js';

type JobListeners = Pick<JobsOptions, 'onFault' | 'onDone'>;

/** What listens to the jobs already, and the metrics beside it. */
export const measuredJobs = (
  { onFault, onDone = {} }: JobListeners,
  measuring: Measuring,
): JobListeners & Pick<JobsOptions, 'onRun'> => {
  const hearingBoth =
    <Job extends keyof JobOutcomes>(job: Job) =>
    (outcome: JobOutcomes[Job]): void => {
      const listeners: readonly OnJobDone[] = [onDone, measuring.current?.jobs.onDone ?? {}];
      for (const listener of listeners) {
        const tell: OnJobDone[Job] = listener[job];
        tell?.(outcome);
      }
    };
  return {
    onFault: (fault) => {
      onFault(fault);
      measuring.current?.jobs.onFault(fault);
    },
    onRun: (job) => measuring.current?.jobs.onRun(job),
    onDone: {
      ...onDone,
      'maintenance.collectGarbage': hearingBoth('maintenance.collectGarbage'),
      'maintenance.reclaimQuarantined': hearingBoth('maintenance.reclaimQuarantined'),
      'maintenance.reconcileUsage': hearingBoth('maintenance.reconcileUsage'),
      'integrity.scrub': hearingBoth('integrity.scrub'),
    },
  };
};
