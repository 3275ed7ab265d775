import type { Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import type { AccessQueries } from './records/access-queries.js';
import type { ActivityQueries, ActivityRecords } from './records/activity-records.js';
import type { ArtifactQueries, ArtifactRecords } from './records/artifact-queries.js';
import type { AuditQueries, AuditRecords } from './records/audit-records.js';
import type { BillingQueries, BillingRecords } from './records/billing-records.js';
import type { ChunkIndexQueries, ChunkIndexRecords } from './records/chunk-index-records.js';
import type { CondemnedQueries, CondemnedRecords } from './records/condemned-records.js';
import type { ConnectionQueries, ConnectionRecords } from './records/connection-records.js';
import type { ConversionQueries, ConversionRecords } from './records/conversion-records.js';
import type { CredentialQueries, CredentialRecords } from './records/credential-records.js';
import type { DamageQueries, DamageRecords } from './records/damage-records.js';
import type { DeliveryQueries, DeliveryRecords } from './records/delivery-records.js';
import type { GitIndexQueries, GitIndexRecords } from './records/git-index-records.js';
import type { GroupQueries, GroupRecords } from './records/group-records.js';
import type { IdempotencyQueries, IdempotencyRecords } from './records/idempotency-records.js';
import type { IntegrityQueries, IntegrityRecords } from './records/integrity-records.js';
import type { InvitationQueries, InvitationRecords } from './records/invitation-records.js';
import type { LeaseRecords } from './records/lease-records.js';
import type { LockQueries, LockRecords } from './records/lock-records.js';
import type { MailRecords } from './records/mail-records.js';
import type { NotificationQueries, NotificationRecords } from './records/notification-records.js';
import type { ObjectQueries, ObjectRecords } from './records/object-records.js';
import type { OrganizationQueries, OrganizationRecords } from './records/organization-records.js';
import type { OutboxQueries, OutboxRecords } from './records/outbox-records.js';
import type { QuarantineQueries, QuarantineRecords } from './records/quarantine-records.js';
import type { QueueQueries } from './records/queue-queries.js';
import type { RecommendationQueries, RecommendationRecords } from './records/recommendation-records.js';
import type { RequestedConversionQueries, RequestedConversionRecords } from './records/requested-conversion-records.js';
import type { ReleaseQueries, ReleaseRecords } from './records/release-records.js';
import type { LineageQueries, LineageRecords } from './records/lineage-records.js';
import type { SnapshotQueries, SnapshotRecords } from './records/snapshot-records.js';
import type { RepositoryQueries, RepositoryRecords } from './records/repository-records.js';
import type { SearchQueries } from './records/search-queries.js';
import type { StorageQueries } from './records/storage-queries.js';
import type { TokenQueries, TokenRecords } from './records/token-records.js';
import type { TrafficQueries, TrafficRecords } from './records/traffic-records.js';
import type { TreeQueries, TreeRecords } from './records/tree-records.js';
import type { UnreachableQueries, UnreachableRecords } from './records/unreachable-records.js';
import type { UploadQueries, UploadRecords } from './records/upload-records.js';
import type { UsageQueries, UsageRecords } from './records/usage-records.js';
import type { UserQueries, UserRecords } from './records/user-records.js';
import type { WebhookQueries, WebhookRecords } from './records/webhook-records.js';

/**
 * The groups of records: `queries` answers outside of transactions, `records` asks and changes within one. A group without `records` changes nothing, so
 * a transaction gets its queries; a group without `queries` is for transactions alone.
 */
export interface RecordGroups {
  access: { queries: AccessQueries };
  activity: { queries: ActivityQueries; records: ActivityRecords };
  artifacts: { queries: ArtifactQueries; records: ArtifactRecords };
  audit: { queries: AuditQueries; records: AuditRecords };
  billing: { queries: BillingQueries; records: BillingRecords };
  chunkIndex: { queries: ChunkIndexQueries; records: ChunkIndexRecords };
  condemned: { queries: CondemnedQueries; records: CondemnedRecords };
  connections: { queries: ConnectionQueries; records: ConnectionRecords };
  conversions: { queries: ConversionQueries; records: ConversionRecords };
  credentials: { queries: CredentialQueries; records: CredentialRecords };
  damage: { queries: DamageQueries; records: DamageRecords };
  deliveries: { queries: DeliveryQueries; records: DeliveryRecords };
  gitIndex: { queries: GitIndexQueries; records: GitIndexRecords };
  groups: { queries: GroupQueries; records: GroupRecords };
  idempotency: { queries: IdempotencyQueries; records: IdempotencyRecords };
  integrity: { queries: IntegrityQueries; records: IntegrityRecords };
  invitations: { queries: InvitationQueries; records: InvitationRecords };
  leases: { records: LeaseRecords };
  locks: { queries: LockQueries; records: LockRecords };
  mails: { records: MailRecords };
  notifications: { queries: NotificationQueries; records: NotificationRecords };
  objects: { queries: ObjectQueries; records: ObjectRecords };
  organizations: { queries: OrganizationQueries; records: OrganizationRecords };
  outbox: { queries: OutboxQueries; records: OutboxRecords };
  quarantine: { queries: QuarantineQueries; records: QuarantineRecords };
  queues: { queries: QueueQueries };
  recommendations: { queries: RecommendationQueries; records: RecommendationRecords };
  requestedConversions: { queries: RequestedConversionQueries; records: RequestedConversionRecords };
  releases: { queries: ReleaseQueries; records: ReleaseRecords };
  lineage: { queries: LineageQueries; records: LineageRecords };
  snapshots: { queries: SnapshotQueries; records: SnapshotRecords };
  repositories: { queries: RepositoryQueries; records: RepositoryRecords };
  search: { queries: SearchQueries };
  storage: { queries: StorageQueries };
  tokens: { queries: TokenQueries; records: TokenRecords };
  traffic: { queries: TrafficQueries; records: TrafficRecords };
  tree: { queries: TreeQueries; records: TreeRecords };
  unreachable: { queries: UnreachableQueries; records: UnreachableRecords };
  uploads: { queries: UploadQueries; records: UploadRecords };
  usage: { queries: UsageQueries; records: UsageRecords };
  users: { queries: UserQueries; records: UserRecords };
  webhooks: { queries: WebhookQueries; records: WebhookRecords };
}

/** What can be asked outside of a transaction. */
export type Queries = {
  readonly [
    Name in keyof RecordGroups as RecordGroups[Name] extends { queries: unknown } ? Name : never
  ]: RecordGroups[Name] extends { queries: infer Group } ? Group : never;
};

/** What can be asked and changed inside of a transaction. */
export type Records = {
  readonly [Name in keyof RecordGroups]: RecordGroups[Name] extends { records: infer Group }
    ? Group
    : RecordGroups[Name] extends { queries: infer Group }
      ? Group
      : never;
};

/**
 * The records behind one door. Methods of records return plain promises with domain values: the expected outcomes are values, and a fault of the
 * database (busy, connection lost) is thrown through the work to `read` or `transact`, which alone turn it into `Unavailable`.
 */
export interface UnitOfWork {
  /** Runs queries without a transaction: each sees what was committed when it began. */
  read<T>(work: (queries: Queries) => Promise<T>): ResultAsync<T, Unavailable>;
  /**
   * Runs the work as one atomic, isolated and durable change: commits when it resolves to Ok; rolls back on Err and on a throw (which is thrown on).
   * Two transactions that touch the same facts behave as if one ran after the other. Starting a transaction, or a `read`, inside of one is a bug and
   * throws, unless the maker of the unit of work has spared that check in production.
   *
   * Work whose transaction was rolled back because others were in its way may be run again, from its beginning, so whatever it does, it does by its
   * records alone. When it is unknown whether the commit happened, it is `Unavailable` and not
   * run again: a caller that asks once more must find out what became of it.
   */
  transact<T, E>(work: (records: Records) => Promise<Result<T, E>> | ResultAsync<T, E>): ResultAsync<T, E | Unavailable>;
  /** Whether the database answers now and commits, as far as can be told: `writes_blocked` when no transaction gets through. */
  check(): ResultAsync<void, Unavailable>;
  /**
   * Whether nobody else uses the database at this moment, no other process and no other application of this one. Then a sender that is not of this
   * application has died, although its row says that it is at work. False where it cannot be told.
   */
  isAlone(): ResultAsync<boolean, Unavailable>;
}
