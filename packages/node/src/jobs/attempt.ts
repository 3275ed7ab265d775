import type { Unavailable } from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';
import { tell } from './tell.js';

/** A job by the call of the application that it makes; `removeLeftovers` is the storage's. */
export type JobName =
  | 'maintenance.sweep'
  | 'maintenance.reclaimRepositories'
  | 'maintenance.checkConnections'
  | 'maintenance.reconcileUsage'
  | 'integrity.scrub'
  | 'maintenance.reclaimQuarantined'
  | 'maintenance.reclaimUnreachable'
  | 'maintenance.collectGarbage'
  | 'maintenance.convertObjects'
  | 'maintenance.indexNames'
  | 'maintenance.resealWebhooks'
  | 'lfs.findStaged'
  | 'lfs.verifyNextStaged'
  | 'usage.writeDownloads'
  | 'tree.verifyNext'
  | 'webhooks.fanOut'
  | 'webhooks.leaseWebhook'
  | 'webhooks.deliver'
  | 'mails.sendNext'
  | 'removeLeftovers';

/** Why a call of a job has not done its work. What it left undone the next one does, in this process or in another. */
export type JobFault =
  /** A part did not answer. `isLast`: the jobs have ended, and the downloads are lost that this call was to write. */
  | { readonly job: JobName; readonly kind: 'unavailable'; readonly part: Unavailable['part']; readonly isLast?: true }
  | { readonly job: JobName; readonly kind: 'bug'; readonly error: unknown };

export type OnJobFault = (fault: JobFault) => void;

/** What became of a call. A fault has been told already. */
export type Attempted<T> = { readonly kind: 'done'; readonly outcome: T } | JobFault;

/** A bug in a job must not end the process: such work can wait, uploads cannot. */
const run = async <T>(job: JobName, call: () => ResultAsync<T, Unavailable>): Promise<Attempted<T>> => {
  try {
    return (await call()).match<Attempted<T>>(
      (outcome) => ({ kind: 'done', outcome }),
      ({ part }) => ({ job, kind: 'unavailable', part }),
    );
  } catch (error) {
    return { job, kind: 'bug', error };
  }
};

/** Makes the call, and tells of its fault. */
export const attempt = async <T>(
  job: JobName,
  call: () => ResultAsync<T, Unavailable>,
  onFault: OnJobFault,
): Promise<Attempted<T>> => {
  const attempted = await run(job, call);
  if (attempted.kind !== 'done') tell('onFault', onFault, attempted);
  return attempted;
};
