import type { JobFault, JobName, JobsOptions } from '@svc/node';
import type { Logger } from 'pino';

/** What the lines of a job begin with. */
const titles: { readonly [Job in JobName]: string } = {
  'maintenance.sweep': 'sweep',
  'maintenance.reclaimRepositories': 'removal of deleted repositories',
  'maintenance.checkConnections': 'check of connections',
  'maintenance.reconcileUsage': 'check of accounts',
  'maintenance.reclaimQuarantined': 'removal of deleted objects',
  'maintenance.reclaimUnreachable': 'search for unreachable objects',
  'maintenance.collectGarbage': 'search for garbage',
  'maintenance.convertObjects': 'conversion of whole objects',
  'maintenance.indexNames': 'indexing of names',
  'maintenance.resealWebhooks': 'sealing of webhooks',
  'integrity.scrub': 'reading through of the storage',
  'lfs.findStaged': 'search for objects of Git LFS',
  'lfs.verifyNextStaged': 'verification of an object of Git LFS',
  'usage.writeDownloads': 'writing of downloads',
  'tree.verifyNext': 'verification',
  'webhooks.fanOut': 'fan-out of events',
  'webhooks.leaseWebhook': 'delivery of webhooks',
  'webhooks.deliver': 'delivery of webhooks',
  'mails.sendNext': 'mail',
  removeLeftovers: 'removal of leftovers',
};

const describe = (fault: JobFault & { readonly kind: 'unavailable' }): string => {
  if (fault.isLast === true) return 'last downloads not written';
  return fault.job === 'webhooks.deliver' ? 'delivery of webhooks not recorded' : `${titles[fault.job]} put off`;
};

const isSomething = (counts: object): boolean => Object.values(counts).some((count) => count > 0);

/** One line for each call of a job that has not done its work, and for each that has found some. */
export const jobLog = (log: Pick<Logger, 'info' | 'warn' | 'error'>): Pick<JobsOptions, 'onFault' | 'onDone'> => ({
  onFault: (fault) => {
    if (fault.kind === 'unavailable') log.warn({ part: fault.part }, describe(fault));
    else log.error({ err: fault.error }, `${titles[fault.job]} failed`);
  },
  onDone: {
    'maintenance.sweep': (swept) => {
      if (isSomething(swept)) log.info(swept, 'swept');
    },
    'maintenance.reclaimRepositories': (reclaimed) => {
      if (reclaimed === undefined) return;
      const { repositories, failing, abandoned } = reclaimed;
      for (const connection of failing) log.warn({ connection }, 'bucket keeps deleted repositories');
      for (const repository of abandoned) log.error({ repository }, 'deleted repository stays in its bucket for good');
      if (repositories > 0) log.info({ repositories }, 'deleted repositories removed');
    },
    'maintenance.checkConnections': (checked) => {
      if (isSomething(checked)) log.info(checked, 'connections checked');
    },
    'maintenance.reconcileUsage': (reconciled) => {
      if (reconciled === undefined) return;
      const { organizations, differences } = reconciled;
      for (const difference of differences) log.error(difference, 'account differs');
      log.info({ organizations, differences: differences.length }, 'accounts checked');
    },
    'maintenance.reclaimQuarantined': (reclaimed) => {
      if (reclaimed !== undefined && reclaimed.objects > 0) log.info({ ...reclaimed }, 'deleted objects removed');
    },
    'maintenance.reclaimUnreachable': (found) => {
      if (found !== undefined && found.repositories > 0) log.info({ ...found }, 'unreachable objects looked for');
    },
    'maintenance.collectGarbage': (found) => {
      if (found === undefined) return;
      const { refusals, ...counts } = found;
      log.info(counts, 'garbage collected');
      for (const refusal of refusals)
        log.error(refusal, 'nothing is collected of this repository: a file that it needs is missing or damaged');
    },
    'maintenance.convertObjects': (converted) => {
      if (converted === undefined) return;
      const { withoutRoom, ...counts } = converted;
      if (isSomething(counts)) log.info(counts, 'whole objects cut into chunks');
      for (const organization of withoutRoom) log.warn({ organization }, 'no room to cut whole objects into chunks');
    },
    'maintenance.indexNames': (names) => {
      if (names !== undefined && names > 0) log.info({ names }, 'names indexed');
    },
    'maintenance.resealWebhooks': ({ resealed, unreadable }) => {
      if (resealed > 0) log.info({ resealed }, 'webhooks sealed anew');
      if (unreadable > 0) log.warn({ unreadable }, 'secrets of webhooks cannot be opened');
    },
    'integrity.scrub': (scrubbed) => {
      if (scrubbed === undefined) return;
      const { findings, isRoundOver, ...counts } = scrubbed;
      for (const finding of findings) log.error(finding, 'damage found');
      if (isRoundOver && counts.repositories > 0) log.info(counts, 'storage read through');
    },
    'lfs.findStaged': (objects) => {
      if (objects !== undefined && objects > 0) log.info({ objects }, 'objects of Git LFS found that nobody has verified');
    },
    removeLeftovers: (removed) => {
      if (isSomething(removed)) log.info(removed, 'leftovers removed');
    },
  },
});
