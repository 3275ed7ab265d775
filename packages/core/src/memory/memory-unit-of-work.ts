import { okAsync, type Result, ResultAsync } from 'neverthrow';
import type { AuditEvent } from '../model/audit-event.js';
import type { DomainEvent } from '../model/domain-event.js';
import type { LedgerEntry } from '../model/usage/usage.js';
import type { Queries, Records, UnitOfWork } from '../ports/unit-of-work.js';
import { accessQueries } from './records/access-queries.js';
import { activityQueries, activityRecords } from './records/activity-records.js';
import { artifactQueries, artifactRecords } from './records/artifact-queries.js';
import { auditQueries, auditRecords } from './records/audit-records.js';
import { billingQueries, billingRecords } from './records/billing-records.js';
import { connectionQueries, connectionRecords } from './records/connection-records.js';
import { credentialQueries, credentialRecords } from './records/credential-records.js';
import { deliveryQueries, deliveryRecords } from './records/delivery-records.js';
import { groupQueries, groupRecords } from './records/group-records.js';
import { idempotencyQueries, idempotencyRecords } from './records/idempotency-records.js';
import { invitationQueries, invitationRecords } from './records/invitation-records.js';
import { leaseRecords } from './records/lease-records.js';
import { lockQueries, lockRecords } from './records/lock-records.js';
import { mailRecords } from './records/mail-records.js';
import { notificationQueries, notificationRecords } from './records/notification-records.js';
import { objectQueries, objectRecords } from './records/object-records.js';
import { organizationQueries, organizationRecords } from './records/organization-records.js';
import { outboxQueries, outboxRecords } from './records/outbox-records.js';
import { recommendationQueries, recommendationRecords } from './records/recommendation-records.js';
import { repositoryQueries, repositoryRecords } from './records/repository-records.js';
import { searchQueries } from './records/search-queries.js';
import { storageQueries } from './records/storage-queries.js';
import { tokenQueries, tokenRecords } from './records/token-records.js';
import { trafficQueries, trafficRecords } from './records/traffic-records.js';
import { treeQueries, treeRecords } from './records/tree-records.js';
import { uploadQueries, uploadRecords } from './records/upload-records.js';
import { usageQueries, usageRecords } from './records/usage-records.js';
import { userQueries, userRecords } from './records/user-records.js';
import { webhookQueries, webhookRecords } from './records/webhook-records.js';
import { createTables, draftTables, type DraftTables, type ReadableTables } from './tables.js';
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
  readonly transactionContext?: TransactionContext;
}

const queriesOf = (tables: ReadableTables): Queries => ({
  access: accessQueries(tables),
  activity: activityQueries(tables),
  artifacts: artifactQueries(tables),
  audit: auditQueries(tables),
  billing: billingQueries(tables),
  connections: connectionQueries(tables),
  credentials: credentialQueries(tables),
  groups: groupQueries(tables),
  deliveries: deliveryQueries(tables),
  idempotency: idempotencyQueries(tables),
  invitations: invitationQueries(tables),
  locks: lockQueries(tables),
  notifications: notificationQueries(tables),
  objects: objectQueries(tables),
  organizations: organizationQueries(tables),
  outbox: outboxQueries(tables),
  recommendations: recommendationQueries(tables),
  repositories: repositoryQueries(tables),
  search: searchQueries(tables),
  storage: storageQueries(tables),
  tokens: tokenQueries(tables),
  traffic: trafficQueries(tables),
  tree: treeQueries(tables),
  uploads: uploadQueries(tables),
  usage: usageQueries(tables),
  users: userQueries(tables),
  webhooks: webhookQueries(tables),
});

const recordsOf = (tables: DraftTables): Records => ({
  access: accessQueries(tables),
  activity: activityRecords(tables),
  artifacts: artifactRecords(tables),
  audit: auditRecords(tables),
  billing: billingRecords(tables),
  connections: connectionRecords(tables),
  credentials: credentialRecords(tables),
  groups: groupRecords(tables),
  deliveries: deliveryRecords(tables),
  idempotency: idempotencyRecords(tables),
  invitations: invitationRecords(tables),
  leases: leaseRecords(tables),
  locks: lockRecords(tables),
  mails: mailRecords(tables),
  notifications: notificationRecords(tables),
  objects: objectRecords(tables),
  organizations: organizationRecords(tables),
  outbox: outboxRecords(tables),
  recommendations: recommendationRecords(tables),
  repositories: repositoryRecords(tables),
  search: searchQueries(tables),
  storage: storageQueries(tables),
  tokens: tokenRecords(tables),
  traffic: trafficRecords(tables),
  tree: treeRecords(tables),
  uploads: uploadRecords(tables),
  usage: usageRecords(tables),
  users: userRecords(tables),
  webhooks: webhookRecords(tables),
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

  const run = async <T, E>(work: (records: Records) => Promise<Result<T, E>>): Promise<Result<T, E>> => {
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
    journal: {
      auditEvents: () => tables.auditEvents.where(() => true),
      domainEvents: () => tables.domainEvents.where(() => true),
      ledgerEntries: () => tables.ledgerEntries.where(() => true),
    },
  };
};
