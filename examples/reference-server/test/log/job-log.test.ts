import { trusted } from '@svc/core/model';
import { expect } from 'chai';
import { jobLog } from '../../src/log/job-log.js';

const collectingLog = () => {
  const lines: string[] = [];
  const write = (level: string) => (facts: unknown, message?: string) =>
    void lines.push(`${level}: ${message ?? ''} ${JSON.stringify(facts)}`);
  return { lines, log: { info: write('info'), warn: write('warn'), error: write('error') } };
};

describe('jobLog', () => {
  it('has a line for each call that has not done its work', () => {
    const { lines, log } = collectingLog();
    const { onFault } = jobLog(log);
    onFault({ job: 'maintenance.sweep', kind: 'unavailable', part: 'storage' });
    onFault({ job: 'webhooks.leaseWebhook', kind: 'unavailable', part: 'database' });
    onFault({ job: 'webhooks.deliver', kind: 'unavailable', part: 'database' });
    onFault({ job: 'usage.writeDownloads', kind: 'unavailable', part: 'database' });
    onFault({ job: 'usage.writeDownloads', kind: 'unavailable', part: 'database', isLast: true });
    onFault({ job: 'tree.verifyNext', kind: 'bug', error: 'a bug' });
    expect(lines).to.deep.equal([
      'warn: sweep put off {"part":"storage"}',
      'warn: delivery of webhooks put off {"part":"database"}',
      'warn: delivery of webhooks not recorded {"part":"database"}',
      'warn: writing of downloads put off {"part":"database"}',
      'warn: last downloads not written {"part":"database"}',
      'error: verification failed {"err":"a bug"}',
    ]);
  });

  it('has a line for what a job has found, and none for nothing', () => {
    const { lines, log } = collectingLog();
    const { onDone } = jobLog(log);
    onDone?.['maintenance.sweep']?.({
      expiredSessions: 0,
      settledReservations: 0,
      sweptSessions: 0,
      reconciledFiles: 0,
      sweptIndexSessions: 0,
      sweptSnapshots: 0,
    });
    onDone?.['maintenance.sweep']?.({
      expiredSessions: 3,
      settledReservations: 0,
      sweptSessions: 0,
      reconciledFiles: 0,
      sweptIndexSessions: 0,
      sweptSnapshots: 0,
    });
    onDone?.['maintenance.checkConnections']?.({ checked: 0, unhealthy: 0, resealed: 0 });
    onDone?.['maintenance.checkConnections']?.({ checked: 2, unhealthy: 1, resealed: 0 });
    onDone?.['maintenance.indexNames']?.(undefined);
    onDone?.['maintenance.indexNames']?.(5000);
    onDone?.['maintenance.resealWebhooks']?.({ resealed: 0, unreadable: 1 });
    onDone?.removeLeftovers?.({ copies: 0, uploads: 0 });
    onDone?.removeLeftovers?.({ copies: 1, uploads: 0 });
    onDone?.['maintenance.reconcileUsage']?.(undefined);
    onDone?.['maintenance.reconcileUsage']?.({ organizations: 7, differences: [] });
    onDone?.['maintenance.collectGarbage']?.(undefined);
    onDone?.['maintenance.collectGarbage']?.({
      repositories: 1,
      refusals: [{ repositoryId: trusted('r1'), problem: 'a map is missing' }],
      packs: 3,
      unneededFiles: 1,
      unneededBytes: 5,
      quarantinedBytes: 4,
      deletedFiles: 2,
      deletedBytes: 3,
      deadBytes: 6,
      rewrittenPacks: 1,
    });
    onDone?.['maintenance.convertObjects']?.(undefined);
    const nothing = {
      objects: 0,
      formerBytes: 0,
      addedBytes: 0,
      restoredObjects: 0,
      restoredBytes: 0,
      leftWhole: 0,
      withoutRoom: [],
    };
    onDone?.['maintenance.convertObjects']?.(nothing);
    onDone?.['maintenance.convertObjects']?.({
      ...nothing,
      objects: 2,
      formerBytes: 9,
      addedBytes: 4,
      withoutRoom: [trusted('o1')],
    });
    expect(lines).to.deep.equal([
      'info: swept {"expiredSessions":3,"settledReservations":0,"sweptSessions":0,"reconciledFiles":0,"sweptIndexSessions":0,"sweptSnapshots":0}',
      'info: connections checked {"checked":2,"unhealthy":1,"resealed":0}',
      'info: names indexed {"names":5000}',
      'warn: secrets of webhooks cannot be opened {"unreadable":1}',
      'info: leftovers removed {"copies":1,"uploads":0}',
      'info: accounts checked {"organizations":7,"differences":0}',
      'info: garbage collected {"repositories":1,"packs":3,"unneededFiles":1,"unneededBytes":5,"quarantinedBytes":4,"deletedFiles":2,"deletedBytes":3,"deadBytes":6,"rewrittenPacks":1}',
      'error: nothing is collected of this repository: a file that it needs is missing or damaged {"repositoryId":"r1","problem":"a map is missing"}',
      'info: whole objects cut into chunks {"objects":2,"formerBytes":9,"addedBytes":4,"restoredObjects":0,"restoredBytes":0,"leftWhole":0}',
      'warn: no room to cut whole objects into chunks {"organization":"o1"}',
    ]);
  });
});
