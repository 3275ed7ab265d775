import { okAsync, type Result, ResultAsync } from 'neverthrow';
import type { AuditEvent } from '../audit/audit-event.js';
import type { DomainEvent } from '../outbox/domain-event.js';
import type { Queries, Records, UnitOfWork } from '../ports/unit-of-work.js';
import type { LedgerEntry } from '../usage/usage.js';
import { accessQueries } from './records/access-queries.js';
import { auditRecords } from './records/audit-records.js';
import { connectionQueries, connectionRecords } from './records/connection-records.js';
import { credentialQueries, credentialRecords } from './records/credential-records.js';
import { idempotencyQueries, idempotencyRecords } from './records/idempotency-records.js';
import { leaseRecords } from './records/lease-records.js';
import { lockQueries, lockRecords } from './records/lock-records.js';
import { objectQueries, objectRecords } from './records/object-records.js';
import { organizationQueries, organizationRecords } from './records/organization-records.js';
import { outboxRecords } from './records/outbox-records.js';
import { repositoryQueries, repositoryRecords } from './records/repository-records.js';
import { tokenQueries, tokenRecords } from './records/token-records.js';
import { treeQueries, treeRecords } from './records/tree-records.js';
import { uploadQueries, uploadRecords } from './records/upload-records.js';
import { usageQueries, usageRecords } from './records/usage-records.js';
import { userQueries, userRecords } from './records/user-records.js';
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
  connections: connectionQueries(tables),
  credentials: credentialQueries(tables),
  idempotency: idempotencyQueries(tables),
  locks: lockQueries(tables),
  objects: objectQueries(tables),
  organizations: organizationQueries(tables),
  repositories: repositoryQueries(tables),
  tokens: tokenQueries(tables),
  tree: treeQueries(tables),
  uploads: uploadQueries(tables),
  usage: usageQueries(tables),
  users: userQueries(tables),
});

const recordsOf = (tables: DraftTables): Records => ({
  access: accessQueries(tables),
  audit: auditRecords(tables),
  connections: connectionRecords(tables),
  credentials: credentialRecords(tables),
  idempotency: idempotencyRecords(tables),
  leases: leaseRecords(tables),
  locks: lockRecords(tables),
  objects: objectRecords(tables),
  organizations: organizationRecords(tables),
  outbox: outboxRecords(tables),
  repositories: repositoryRecords(tables),
  tokens: tokenRecords(tables),
  tree: treeRecords(tables),
  uploads: uploadRecords(tables),
  usage: usageRecords(tables),
  users: userRecords(tables),
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
