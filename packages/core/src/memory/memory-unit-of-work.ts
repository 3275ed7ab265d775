import { okAsync, type Result, ResultAsync } from 'neverthrow';
import type { AuditEvent } from '../model/audit-event.js';
import type { DomainEvent } from '../model/domain-event.js';
import type { LedgerEntry } from '../model/usage/usage.js';
import { createRecordGroups } from '../ports/create-record-groups.js';
import type { Records, UnitOfWork } from '../ports/unit-of-work.js';
import { accessQueries } from './records/access-queries.js';
import { activityQueries, activityRecords } from './records/activity-records.js';
import { artifactQueries, artifactRecords } from './records/artifact-queries.js';
import { auditQueries, auditRecords } from './records/audit-records.js';
import { billingQueries, billingRecords } from './records/billing-records.js';
import { chunkIndexQueries, chunkIndexRecords } from './records/chunk-index-records.js';
import { condemnedQueries, condemnedRecords } from './records/condemned-records.js';
import { connectionQueries, connectionRecords } from './records/connection-records.js';
import { conversionQueries, conversionRecords } from './records/conversion-records.js';
import { credentialQueries, credentialRecords } from './records/credential-records.js';
import { damageQueries, damageRecords } from './records/damage-records.js';
import { deliveryQueries, deliveryRecords } from './records/delivery-records.js';
import { gitIndexQueries, gitIndexRecords } from './records/git-index-records.js';
import { groupQueries, groupRecords } from './records/group-records.js';
import { idempotencyQueries, idempotencyRecords } from './records/idempotency-records.js';
import { integrityQueries, integrityRecords } from './records/integrity-records.js';
import { invitationQueries, invitationRecords } from './records/invitation-records.js';
import { leaseRecords } from './records/lease-records.js';
import { lockQueries, lockRecords } from './records/lock-records.js';
import { mailRecords } from './records/mail-records.js';
import { notificationQueries, notificationRecords } from './records/notification-records.js';
import { objectQueries, objectRecords } from './records/object-records.js';
import { organizationQueries, organizationRecords } from './records/organization-records.js';
import { outboxQueries, outboxRecords } from './records/outbox-records.js';
import { quarantineQueries, quarantineRecords } from './records/quarantine-records.js';
import { queueQueries } from './records/queue-queries.js';
import { recommendationQueries, recommendationRecords } from './records/recommendation-records.js';
import { requestedConversionQueries, requestedConversionRecords } from './records/requested-conversion-records.js';
import { releaseQueries, releaseRecords } from './records/release-records.js';
import { lineageQueries, lineageRecords } from './records/lineage-records.js';
import { snapshotQueries, snapshotRecords } from './records/snapshot-records.js';
import { repositoryQueries, repositoryRecords } from './records/repository-records.js';
import { searchQueries } from './records/search-queries.js';
import { storageQueries } from './records/storage-queries.js';
import { tokenQueries, tokenRecords } from './records/token-records.js';
import { trafficQueries, trafficRecords } from './records/traffic-records.js';
import { treeQueries, treeRecords } from './records/tree-records.js';
import { unreachableQueries, unreachableRecords } from './records/unreachable-records.js';
import { uploadQueries, uploadRecords } from './records/upload-records.js';
import { usageQueries, usageRecords } from './records/usage-records.js';
import { userQueries, userRecords } from './records/user-records.js';
import { webhookQueries, webhookRecords } from './records/webhook-records.js';
import { createTables, type DraftTables, draftTables, type ReadableTables } from './tables.js';
import { createSynchronousContext, type TransactionContext } from './transaction-context.js';

/** What no port reads back but a test wants to see: everything committed, oldest first. */
export interface Journal {
  auditEvents(): readonly AuditEvent[];
  domainEvents(): readonly DomainEvent[];
  ledgerEntries(): readonly LedgerEntry[];
}

export interface MemoryUnitOfWork extends UnitOfWork {
  readonly journal: Journal;
}

export interface MemoryUnitOfWorkOptions {
  /** By what nesting is found out; without it only before the work's first `await`. */
  readonly transactionContext?: TransactionContext | undefined;
}

const { queriesOf, recordsOf } = createRecordGroups<ReadableTables, DraftTables>({
  access: { queries: accessQueries },
  activity: { queries: activityQueries, records: activityRecords },
  artifacts: { queries: artifactQueries, records: artifactRecords },
  audit: { queries: auditQueries, records: auditRecords },
  billing: { queries: billingQueries, records: billingRecords },
  chunkIndex: { queries: chunkIndexQueries, records: chunkIndexRecords },
  condemned: { queries: condemnedQueries, records: condemnedRecords },
  connections: { queries: connectionQueries, records: connectionRecords },
  conversions: { queries: conversionQueries, records: conversionRecords },
  credentials: { queries: credentialQueries, records: credentialRecords },
  damage: { queries: damageQueries, records: damageRecords },
  deliveries: { queries: deliveryQueries, records: deliveryRecords },
  gitIndex: { queries: gitIndexQueries, records: gitIndexRecords },
  groups: { queries: groupQueries, records: groupRecords },
  idempotency: { queries: idempotencyQueries, records: idempotencyRecords },
  integrity: { queries: integrityQueries, records: integrityRecords },
  invitations: { queries: invitationQueries, records: invitationRecords },
  leases: { records: leaseRecords },
  locks: { queries: lockQueries, records: lockRecords },
  mails: { records: mailRecords },
  notifications: { queries: notificationQueries, records: notificationRecords },
  objects: { queries: objectQueries, records: objectRecords },
  organizations: { queries: organizationQueries, records: organizationRecords },
  outbox: { queries: outboxQueries, records: outboxRecords },
  quarantine: { queries: quarantineQueries, records: quarantineRecords },
  queues: { queries: queueQueries },
  recommendations: { queries: recommendationQueries, records: recommendationRecords },
  requestedConversions: { queries: requestedConversionQueries, records: requestedConversionRecords },
  releases: { queries: releaseQueries, records: releaseRecords },
  lineage: { queries: lineageQueries, records: lineageRecords },
  snapshots: { queries: snapshotQueries, records: snapshotRecords },
  repositories: { queries: repositoryQueries, records: repositoryRecords },
  search: { queries: searchQueries },
  storage: { queries: storageQueries },
  tokens: { queries: tokenQueries, records: tokenRecords },
  traffic: { queries: trafficQueries, records: trafficRecords },
  tree: { queries: treeQueries, records: treeRecords },
  unreachable: { queries: unreachableQueries, records: unreachableRecords },
  uploads: { queries: uploadQueries, records: uploadRecords },
  usage: { queries: usageQueries, records: usageRecords },
  users: { queries: userQueries, records: userRecords },
  webhooks: { queries: webhookQueries, records: webhookRecords },
});

/**
 * Keeps everything in memory for as long as it lives. Transactions run one after the other; queries beside them see what is committed. It never is
 * unavailable. The law that nesting throws it keeps as far as its `transactionContext` sees.
 */
export const createMemoryUnitOfWork = (options: MemoryUnitOfWorkOptions = {}): MemoryUnitOfWork => {
  const tables = createTables();
  const queries = queriesOf(tables);
  const context = options.transactionContext ?? createSynchronousContext();
  let last: Promise<void> = Promise.resolve();

  const demandOutside = (): void => {
    if (context.getStore()?.isOpen === true) throw new Error('invariant: nothing is begun inside of a transaction');
  };

  const run = async <T, E>(work: (records: Records) => Promise<Result<T, E>> | ResultAsync<T, E>): Promise<Result<T, E>> => {
    const draft = draftTables(tables);
    const mark = { isOpen: true };
    let isKept = false;
    try {
      const outcome = await context.run(mark, () => work(recordsOf(draft)));
      isKept = outcome.isOk();
      return outcome;
    } finally {
      mark.isOpen = false;
      for (const table of Object.values(draft)) table.end(isKept);
    }
  };

  return {
    read: (work) => {
      demandOutside();
      return ResultAsync.fromSafePromise(work(queries));
    },
    transact: (work) => {
      demandOutside();
      const outcome = last.then(() => run(work));
      const settled = (): void => undefined;
      last = outcome.then(settled, settled);
      return new ResultAsync(outcome);
    },
    check: () => okAsync(undefined),
    // Applications may share it. Nobody whose process has died has ever written to it.
    isAlone: () => okAsync(false),
    journal: {
      auditEvents: () => tables.auditEvents.where(() => true),
      domainEvents: () => tables.domainEvents.where(() => true),
      ledgerEntries: () => tables.ledgerEntries.where(() => true),
    },
  };
};
