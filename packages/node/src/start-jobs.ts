import { AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import type { Application, Scrubbed } from '@svc/core';
import type {
  CheckedConnections,
  CollectedGarbage,
  ConvertedObjects,
  ReclaimedObjects,
  ReclaimedRepositories,
  ReclaimedUnreachable,
  ReconciledUsage,
  ResealedWebhooks,
  Swept,
  Unavailable,
} from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';
import { attempt, type JobFault, type OnJobFault } from './jobs/attempt.js';
import { startDispatcher } from './jobs/dispatcher.js';
import { type PeriodicJob, startPeriodicJob } from './jobs/periodic-job.js';
import { tell } from './jobs/tell.js';
import { startVerifier } from './jobs/verifier.js';

/** What the periodic jobs answer, by their calls. */
export interface JobOutcomes {
  readonly 'maintenance.sweep': Swept;
  /** Undefined when another process did it. */
  readonly 'maintenance.reclaimRepositories': ReclaimedRepositories | undefined;
  /** Undefined when nothing is to be removed at all, or another process did it. */
  readonly 'maintenance.reclaimQuarantined': ReclaimedObjects | undefined;
  /** Undefined when another process did it. */
  readonly 'maintenance.reclaimUnreachable': ReclaimedUnreachable | undefined;
  readonly 'maintenance.checkConnections': CheckedConnections;
  /** Undefined when it was not due, or another process did it. */
  readonly 'maintenance.reconcileUsage': ReconciledUsage | undefined;
  /** Undefined when it was not due, or another process did it. */
  readonly 'maintenance.collectGarbage': CollectedGarbage | undefined;
  /** Undefined when it was not due, or nothing is to be removed at all. */
  readonly 'maintenance.convertObjects': ConvertedObjects | undefined;
  /** How many names; undefined when another process did it. */
  readonly 'maintenance.indexNames': number | undefined;
  readonly 'maintenance.resealWebhooks': ResealedWebhooks;
  /** Undefined when it is switched off, or another process does it. */
  readonly 'integrity.scrub': Scrubbed | undefined;
  /** How many objects that came by Git LFS and that nobody has verified; undefined when another process did it. */
  readonly 'lfs.findStaged': number | undefined;
  /** How many counters. */
  readonly 'usage.writeDownloads': number;
  readonly removeLeftovers: RemovedLeftovers;
}

/** What a storage has removed that crashes had left in it: private copies and multipart uploads. */
export interface RemovedLeftovers {
  readonly copies: number;
  readonly uploads: number;
}

export type OnJobDone = { readonly [Job in keyof JobOutcomes]?: (outcome: JobOutcomes[Job]) => void };

/** What a listener throws, or rejects with, ends nothing: the process warns of it (`ListenerWarning`). */
export interface JobsOptions {
  /** Hears of each call that has not done its work. */
  readonly onFault: OnJobFault;
  /** Hears of each run of a periodic job that has come to its end without a fault. */
  readonly onRun?: ((job: keyof JobOutcomes) => void) | undefined;
  /** Hears what the periodic jobs have done, run by run, also when that was nothing. */
  readonly onDone?: OnJobDone | undefined;
  /** Of a bucket, `() => store.removeLeftovers()` of `@svc/storage-s3`. Other storages need none. */
  readonly removeLeftovers?: (() => ResultAsync<RemovedLeftovers, Unavailable>) | undefined;
}

/** The jobs of one process. */
export interface Jobs {
  /**
   * Begins nothing any more, waits for what is under way (at most 5 seconds for verifications, 12 for deliveries and a minute for all else, which are begun
   * anew), then writes the downloads that were counted last. `served` is when the last request has ended, whose downloads count too. Rejects as `served` does, after all of
   * that.
   */
  stop(served?: Promise<unknown>): Promise<void>;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const intervalsMs: { readonly [Job in keyof JobOutcomes]: number } = {
  'maintenance.sweep': MINUTE_MS,
  'maintenance.reclaimRepositories': MINUTE_MS,
  /** How often connections are looked for whose health is a day old. */
  'maintenance.checkConnections': 5 * MINUTE_MS,
  /** How often a process asks whether the accounts are due; together the processes look at them once a day. */
  'maintenance.reconcileUsage': HOUR_MS,
  /** How often deleted objects are looked for whose grace is over. */
  'maintenance.reclaimQuarantined': 5 * MINUTE_MS,
  /** How often repositories are looked for whose unreachable objects are to be looked for. */
  'maintenance.reclaimUnreachable': 5 * MINUTE_MS,
  /** How often a process looks for chunk trees that are due. */
  'maintenance.collectGarbage': 10 * MINUTE_MS,
  /** How often a process asks whether an organization is due. */
  'maintenance.convertObjects': 10 * SECOND_MS,
  /** Until new names of artifacts are in the index each is looked at. */
  'maintenance.indexNames': 10 * SECOND_MS,
  /** How often webhooks are looked for whose secrets an older key has sealed. */
  'maintenance.resealWebhooks': 10 * MINUTE_MS,
  /** How soon reading the storage through goes on. */
  'integrity.scrub': MINUTE_MS,
  /** How often a process asks whether it is time to look what has come. */
  'lfs.findStaged': 10 * SECOND_MS,
  /** How much of what downloads have come to is lost with a process that is killed. */
  'usage.writeDownloads': 5 * SECOND_MS,
  removeLeftovers: 24 * HOUR_MS,
};

/** A finalize that puts objects off wakes the verifier; this is for what an earlier process has left. */
const VERIFY_INTERVAL_MS = MINUTE_MS;
/** How late an object is verified at most that has come to this process, besides the time that its client has to have it verified. */
const VERIFY_STAGED_INTERVAL_MS = SECOND_MS;
/** How late a webhook hears of an event at most, when nothing else is to be delivered. */
const DISPATCH_INTERVAL_MS = 500;
const MAIL_INTERVAL_MS = 5 * SECOND_MS;
/** To how many webhooks one process delivers at a time; each gets up to 16 requests at once. */
const MAX_DELIVERY_LEASES = 32;

/** A verification is only begun anew. */
const VERIFY_GRACE_MS = 5 * SECOND_MS;
/** A request to a webhook may take ten seconds. */
const DISPATCH_GRACE_MS = 12 * SECOND_MS;
/** As long as transfers may have. A bucket that does not answer holds a run up for minutes, and a supervisor that stops the process kills it before that. */
const PERIODIC_GRACE_MS = MINUTE_MS;

type JobsOfApplication = Pick<Application, 'integrity' | 'lfs' | 'maintenance' | 'tree' | 'usage' | 'webhooks' | 'mails'>;

/** Those that are woken, by their names, and all. */
interface PeriodicJobs {
  readonly all: readonly PeriodicJob[];
  readonly conversion: PeriodicJob;
}

const startPeriodicJobs = (
  { integrity, lfs, maintenance, usage }: JobsOfApplication,
  { onFault, onRun, onDone = {}, removeLeftovers }: JobsOptions,
  stopping: AbortSignal,
): PeriodicJobs => {
  const start = <Job extends keyof JobOutcomes>(
    job: Job,
    call: () => ResultAsync<JobOutcomes[Job], Unavailable>,
    beginsAtOnce = false,
  ): PeriodicJob => {
    const onOutcome: OnJobDone[Job] = onDone[job];
    return startPeriodicJob(call, {
      job,
      intervalMs: intervalsMs[job],
      beginsAtOnce,
      onFault,
      onDone: (outcome) => {
        if (onRun !== undefined) tell('onRun', onRun, job);
        if (onOutcome !== undefined) tell(`onDone of ${job}`, onOutcome, outcome);
      },
    });
  };
  const conversion = start('maintenance.convertObjects', () => maintenance.convertObjects(stopping), true);
  const others = [
    start('maintenance.sweep', maintenance.sweep),
    start('maintenance.reclaimRepositories', maintenance.reclaimRepositories),
    start('maintenance.checkConnections', () => maintenance.checkConnections()),
    start('maintenance.reconcileUsage', maintenance.reconcileUsage),
    start('maintenance.reclaimQuarantined', maintenance.reclaimQuarantined),
    start('maintenance.reclaimUnreachable', maintenance.reclaimUnreachable),
    start('maintenance.collectGarbage', () => maintenance.collectGarbage(stopping)),
    start('maintenance.indexNames', maintenance.indexNames),
    // Keys change by a restart. An operator who has taken one away too early hears of it before deliveries have failed so often that webhooks are switched off.
    start('maintenance.resealWebhooks', maintenance.resealWebhooks, true),
    start('integrity.scrub', () => integrity.scrub(stopping)),
    start('lfs.findStaged', lfs.findStaged),
    start('usage.writeDownloads', usage.writeDownloads),
    // A process that is restarted every night, or crashes more often than that, would never come to it.
    ...(removeLeftovers === undefined ? [] : [start('removeLeftovers', removeLeftovers, true)]),
  ];
  return { all: [conversion, ...others], conversion };
};

/**
 * Starts everything that the service does in the background, each job in its rhythm, in every process: a lease in the database says which one does what.
 * Jobs of a port that the application was not given find nothing to do. No job keeps the process alive, and none throws.
 */
export const startJobs = (application: JobsOfApplication, options: JobsOptions): Jobs => {
  const { onFault } = options;
  const { lfs, tree, usage } = application;
  const stopping = new AbortController();
  // Every wait of every job listens, and more of them than Node takes for a leak.
  setMaxListeners(0, stopping.signal);
  const periodic = startPeriodicJobs(application, options, stopping.signal);
  const verifier = startVerifier(tree.verifyNext, { job: 'tree.verifyNext', intervalMs: VERIFY_INTERVAL_MS, onFault });
  const stagedVerifier = startVerifier(lfs.verifyNextStaged, {
    job: 'lfs.verifyNextStaged',
    intervalMs: VERIFY_STAGED_INTERVAL_MS,
    onFault,
  });
  // A request wakes them, and its asynchronous context, such as its trace, would be that of all that they do from then on.
  const unsubscribe = [
    tree.onPending(AsyncResource.bind(() => verifier.wake())),
    tree.onConversionRequested(AsyncResource.bind(() => periodic.conversion.wake())),
  ];
  const dispatcher = startDispatcher(application, {
    intervalMs: DISPATCH_INTERVAL_MS,
    mailIntervalMs: MAIL_INTERVAL_MS,
    maxLeases: MAX_DELIVERY_LEASES,
    onFault,
  });
  const tellLast = (fault: JobFault): void => onFault(fault.kind === 'unavailable' ? { ...fault, isLast: true } : fault);
  return {
    stop: async (served) => {
      for (const end of unsubscribe) end();
      stopping.abort();
      const endings = await Promise.allSettled([
        served,
        verifier.stop(VERIFY_GRACE_MS),
        stagedVerifier.stop(VERIFY_GRACE_MS),
        dispatcher.stop(DISPATCH_GRACE_MS),
        ...periodic.all.map((job) => job.stop(PERIODIC_GRACE_MS)),
      ]);
      await attempt('usage.writeDownloads', usage.writeDownloads, tellLast);
      for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
    },
  };
};
