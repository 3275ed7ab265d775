import type { Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../app-error.js';
import type { AccessQueries } from './records/access-queries.js';
import type { AuditRecords } from './records/audit-records.js';
import type { ConnectionQueries, ConnectionRecords } from './records/connection-records.js';
import type { CredentialQueries, CredentialRecords } from './records/credential-records.js';
import type { IdempotencyQueries, IdempotencyRecords } from './records/idempotency-records.js';
import type { LeaseRecords } from './records/lease-records.js';
import type { LockQueries, LockRecords } from './records/lock-records.js';
import type { ObjectQueries, ObjectRecords } from './records/object-records.js';
import type { OrganizationQueries, OrganizationRecords } from './records/organization-records.js';
import type { OutboxRecords } from './records/outbox-records.js';
import type { RepositoryQueries, RepositoryRecords } from './records/repository-records.js';
import type { TokenQueries, TokenRecords } from './records/token-records.js';
import type { TreeQueries, TreeRecords } from './records/tree-records.js';
import type { UploadQueries, UploadRecords } from './records/upload-records.js';
import type { UsageQueries, UsageRecords } from './records/usage-records.js';
import type { UserQueries, UserRecords } from './records/user-records.js';

/** What can be asked outside of a transaction. */
export interface Queries {
  readonly access: AccessQueries;
  readonly connections: ConnectionQueries;
  readonly credentials: CredentialQueries;
  readonly idempotency: IdempotencyQueries;
  readonly locks: LockQueries;
  readonly objects: ObjectQueries;
  readonly organizations: OrganizationQueries;
  readonly repositories: RepositoryQueries;
  readonly tokens: TokenQueries;
  readonly tree: TreeQueries;
  readonly uploads: UploadQueries;
  readonly usage: UsageQueries;
  readonly users: UserQueries;
}

/** What can be asked and changed inside of a transaction. */
export interface Records extends Queries {
  readonly audit: AuditRecords;
  readonly connections: ConnectionRecords;
  readonly credentials: CredentialRecords;
  readonly idempotency: IdempotencyRecords;
  readonly leases: LeaseRecords;
  readonly locks: LockRecords;
  readonly objects: ObjectRecords;
  readonly organizations: OrganizationRecords;
  readonly outbox: OutboxRecords;
  readonly repositories: RepositoryRecords;
  readonly tokens: TokenRecords;
  readonly tree: TreeRecords;
  readonly uploads: UploadRecords;
  readonly usage: UsageRecords;
  readonly users: UserRecords;
}

/**
 * The records behind one door. Methods of records return plain promises with domain values: the expected outcomes are values, and a fault of the
 * database (busy, connection lost) is thrown through the work to `read` or `transact`, which alone turn it into `Unavailable`.
 */
export interface UnitOfWork {
  /** Runs queries without a transaction: each sees what was committed when it began. */
  read<T>(work: (queries: Queries) => Promise<T>): ResultAsync<T, Unavailable>;
  /**
   * Runs the work as one atomic, isolated and durable change: commits when it resolves to Ok; rolls back on Err and on a throw (which is thrown on).
   * Two transactions that touch the same facts behave as if one ran after the other. Starting a transaction, or a `read`, inside of one throws.
   *
   * Work whose transaction was rolled back because others were in its way may be run again, from its beginning, so whatever it does, it does by its
   * records alone. When it is unknown whether the commit happened, it is `Unavailable` and not
   * run again: whoever asks once more must find out what became of it.
   */
  transact<T, E>(work: (records: Records) => Promise<Result<T, E>>): ResultAsync<T, E | Unavailable>;
  /** Whether the database answers now. */
  check(): ResultAsync<void, Unavailable>;
}
