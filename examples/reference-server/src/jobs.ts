import type { Application } from '@svc/core';
import type { Logger } from 'pino';
import type { Storage } from './adapters/open-storage.js';
import { type PeriodicJob, startPeriodicJob } from './periodic-job.js';
import { startSweeper } from './sweeper.js';

const SWEEP_INTERVAL_MS = 60_000;
/** How often connections are looked for whose health is a day old. */
const CONNECTION_INTERVAL_MS = 5 * 60_000;
/** How often a process asks whether the accounts are due; together the processes look at them once a day. */
const RECONCILE_INTERVAL_MS = 60 * 60_000;
/** How often webhooks are looked for whose secrets an older key has sealed. */
const RESEAL_INTERVAL_MS = 10 * 60_000;
/** How often names of artifacts that came are looked for; until they are in the index each is looked at. */
const NAME_INTERVAL_MS = 10_000;
/** How much of what downloads have come to is lost with a process that is killed. */
const DOWNLOADS_INTERVAL_MS = 5000;
const LEFTOVER_INTERVAL_MS = 24 * 60 * 60_000;

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;
type Maintenance = Application['maintenance'];

const startLeftoverJob = (removeLeftovers: NonNullable<Storage['removeLeftovers']>, log: Log): PeriodicJob =>
  startPeriodicJob(removeLeftovers, {
    name: 'removal of leftovers',
    intervalMs: LEFTOVER_INTERVAL_MS,
    log,
    tell: (removed) => {
      if (Object.values(removed).some((count) => count > 0)) log.info(removed, 'leftovers removed');
    },
  });

/** What is done again and again, by whichever process comes first. */
export const startJobs = (
  maintenance: Maintenance,
  writeDownloads: Application['usage']['writeDownloads'],
  { removeLeftovers }: Pick<Storage, 'removeLeftovers'>,
  log: Log,
): PeriodicJob => {
  const jobs = [
    startSweeper(maintenance.sweep, { intervalMs: SWEEP_INTERVAL_MS, log }),
    startPeriodicJob(() => maintenance.checkConnections(), {
      name: 'check of connections',
      intervalMs: CONNECTION_INTERVAL_MS,
      log,
      tell: (checked) => {
        if (Object.values(checked).some((count) => count > 0)) log.info(checked, 'connections checked');
      },
    }),
    startPeriodicJob(maintenance.reconcileUsage, {
      name: 'check of accounts',
      intervalMs: RECONCILE_INTERVAL_MS,
      log,
      tell: (reconciled) => {
        if (reconciled === undefined) return;
        const { organizations, differences } = reconciled;
        for (const difference of differences) log.error(difference, 'account differs');
        log.info({ organizations, differences: differences.length }, 'accounts checked');
      },
    }),
    startPeriodicJob(maintenance.indexNames, {
      name: 'indexing of names',
      intervalMs: NAME_INTERVAL_MS,
      log,
      tell: (names) => {
        if (names !== undefined && names > 0) log.info({ names }, 'names indexed');
      },
    }),
    startPeriodicJob(maintenance.resealWebhooks, {
      name: 'sealing of webhooks',
      intervalMs: RESEAL_INTERVAL_MS,
      // Keys change by a restart. An operator who has taken one away too early hears of it before deliveries have failed so often that webhooks are switched off.
      beginsAtOnce: true,
      log,
      tell: ({ resealed, unreadable }) => {
        if (resealed > 0) log.info({ resealed }, 'webhooks sealed anew');
        if (unreadable > 0) log.warn({ unreadable }, 'secrets of webhooks cannot be opened');
      },
    }),
    startPeriodicJob(writeDownloads, {
      name: 'writing of downloads',
      intervalMs: DOWNLOADS_INTERVAL_MS,
      log,
      tell: () => undefined,
    }),
    ...(removeLeftovers === undefined ? [] : [startLeftoverJob(removeLeftovers, log)]),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
};
