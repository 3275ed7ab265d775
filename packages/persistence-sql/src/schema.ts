import type { Slug } from '@svc/core';
import type {
  ArtifactType,
  AuditAction,
  Day,
  DeduplicationMode,
  DomainEvent,
  Instant,
  LedgerReason,
  LockId,
  ObjectLayout,
  OrganizationId,
  OverrideLevel,
  PlanId,
  QuotaLevel,
  RepositoryId,
  RepositoryVisibility,
  Role,
  SessionId,
  StorageConnectionId,
  StorageGroupId,
  StorageMode,
  StorageNamespace,
  TokenId,
  TokenKind,
  UploadObjectState,
  UploadSessionId,
  UploadSessionKind,
  UploadSessionStatus,
  UserId,
  UserStatus,
} from '@svc/core/model';
import type { ColumnType, Generated } from 'kysely';
import type { ActivityTables } from './activity-tables.js';
import type { BillingTables } from './billing-tables.js';
import type { ArtifactTables } from './artifact-tables.js';
import type { ConversionTables } from './conversion-tables.js';
import type { ConnectionTables } from './connection-tables.js';
import type { GitIndexTables } from './git-index-tables.js';
import type { IntegrityTables } from './integrity-tables.js';
import type { InvitationTables } from './invitation-tables.js';
import type { LineageTables } from './lineage-tables.js';
import type { ReclaimTables } from './reclaim-tables.js';
import type { RecommendationTables } from './recommendation-tables.js';
import type { SearchTables } from './search-tables.js';
import type { SnapshotTables } from './snapshot-tables.js';
import type { StorageTables } from './storage-tables.js';
import type { TreeTables } from './tree-tables.js';
import type { WebhookTables } from './webhook-tables.js';

/** 0 or 1. */
type Bit = number;

/** 32 bytes. */
type Hash = Uint8Array;

interface OrganizationsTable {
  id: OrganizationId;
  name: string;
  slug: Slug;
  plan_id: PlanId;
  byos_add_on: Bit;
  deduplicate: ColumnType<DeduplicationMode | null, DeduplicationMode | null | undefined>;
  created_at: Instant;
}

interface OrganizationUsagesTable {
  organization_id: OrganizationId;
  used_bytes: number;
  reserved_bytes: number;
  reclaimable_bytes: Generated<number>;
  byos_bytes: number;
  quota_level: ColumnType<QuotaLevel, QuotaLevel | undefined>;
}

interface UsersTable {
  id: UserId;
  /** Lower case. */
  email: string | null;
  email_verified: Bit;
  name: string;
  status: UserStatus;
  created_at: Instant;
}

interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: UserId;
}

interface MembershipsTable {
  organization_id: OrganizationId;
  user_id: UserId;
  role: Role;
  joined_at: Instant;
}

interface CredentialSessionsTable {
  secret_sha256: Hash;
  user_id: UserId;
  created_at: Instant;
  expires_at: Instant;
  is_configured: Generated<number>;
  id: SessionId;
  /** The latest end of a session that is exchanged for this one. */
  ends_at: Instant;
}

interface RepositoriesTable {
  id: RepositoryId;
  organization_id: OrganizationId;
  name: string;
  slug: Slug;
  description: string;
  visibility: RepositoryVisibility;
  storage_mode: StorageMode;
  storage_connection_id: StorageConnectionId | null;
  storage_group_id: StorageGroupId | null;
  deduplicate: ColumnType<DeduplicationMode | null, DeduplicationMode | null | undefined>;
  namespace: StorageNamespace;
  /** Null: never. */
  reclaim_unreachable_after_days: number | null;
  generation: number;
  created_at: Instant;
  updated_at: Instant;
}

interface RepositoryUsagesTable {
  repository_id: RepositoryId;
  object_count: number;
  logical_bytes: number;
  physical_bytes: number;
  uploaded_bytes: number;
  lock_count: Generated<number>;
  graph_edge_count: Generated<number>;
  /** Those that clients have put there; frozen manifests are the service's own. */
  tree_file_count: Generated<number>;
}

interface RepositoryMembersTable {
  repository_id: RepositoryId;
  user_id: UserId;
  level: OverrideLevel;
  created_at: Instant;
  set_by_owner: Bit;
}

interface TokensTable {
  id: TokenId;
  organization_id: OrganizationId;
  user_id: UserId;
  name: string;
  kind: TokenKind;
  /** Names, separated by blanks. */
  scopes: string;
  repository_id: RepositoryId | null;
  secret_sha256: Hash;
  created_at: Instant;
  expires_at: Instant | null;
}

interface LocksTable {
  repository_id: RepositoryId;
  path: string;
  id: LockId;
  owner_id: UserId;
  owner_name: string;
  locked_at: Instant;
}

interface ObjectsTable {
  repository_id: RepositoryId;
  oid: Hash;
  size_bytes: number;
  physical_bytes: number;
  layout: ObjectLayout;
  /** Of the manifest that is frozen for it. */
  manifest_sha256: Hash | null;
  /** Of that manifest; null where they were not counted. */
  chunk_count: ColumnType<number | null, number | undefined>;
  uploaded_by: UserId;
  created_at: Instant;
  organization_id: OrganizationId;
  artifact_type: ArtifactType;
  name: string | null;
  /** By what names are compared. */
  name_key: string | null;
  /** Microseconds since 1970, unlike those of any other object of the organization. */
  registered_us: number;
  /** The same as in `object_downloads`, to sort by. */
  downloads: Generated<number>;
  last_downloaded_at: Instant | null;
}

interface UploadSessionsTable {
  id: UploadSessionId;
  kind: UploadSessionKind;
  repository_id: RepositoryId;
  organization_id: OrganizationId;
  namespace: StorageNamespace;
  user_id: UserId;
  expected_objects: number | null;
  uploaded_objects: number;
  uploaded_bytes: number;
  status: UploadSessionStatus;
  generation: number | null;
  created_at: Instant;
  expires_at: Instant;
  /** Null of sessions that are older than the column. */
  active_at: Instant | null;
  object_count: Generated<number>;
  /** When it stopped to be OPEN, or its end when that came first. */
  ended_at: Instant | null;
  is_swept: Bit;
  /** Whether its bytes are being removed. */
  is_sweeping: Generated<Bit>;
  /** Of an LFS session that is idle: 1 while what it holds back for what never came is released, 2 afterwards; 0 before. */
  settling: Generated<number>;
  /** When staged objects of an LFS session are looked for; null when none is awaited. */
  lfs_due_at: ColumnType<Instant | null, Instant | null | undefined>;
}

interface UploadObjectsTable {
  session_id: UploadSessionId;
  oid: Hash;
  size_bytes: number;
  reserved_bytes: number;
  state: UploadObjectState;
  /** Of every part but the last, when the object comes in parts. */
  part_bytes: number | null;
  /** The store's name for the multipart upload that is under way. */
  upload_id: string | null;
  name: string | null;
  artifact_type: ArtifactType | null;
  /** Until when bytes of an earlier, larger size may arrive. */
  larger_until: ColumnType<Instant | null, Instant | null | undefined>;
  /** Whether what was staged of it was looked through in vain. */
  is_refused: Generated<Bit>;
  /** Which bytes those were, as the store says; with `is_refused` only. */
  refused_version: ColumnType<string | null, string | null | undefined>;
}

/** Who writes downloads that were counted in memory. */
interface DownloadWritersTable {
  id: string;
  last_batch: number;
  noted_at: Instant;
}

interface IdempotencyKeysTable {
  user_id: UserId;
  operation: 'uploads.open' | 'snapshots.create';
  repository_id: RepositoryId;
  key: string;
  request_fingerprint: string;
  outcome_id: string;
  created_at: Instant;
}

interface LeasesTable {
  name: string;
  /** Null once it was given back. */
  holder: string | null;
  fence: number;
  expires_at: Instant;
}

/** Tables with a `sequence` are written in its order; what they tell never changes. */
interface LedgerEntriesTable {
  sequence: Generated<number>;
  organization_id: OrganizationId;
  repository_id: RepositoryId;
  session_id: UploadSessionId | null;
  storage_mode: StorageMode;
  reason: LedgerReason;
  bytes: number;
  objects: number;
  at: Instant;
}

interface UsageDaysTable {
  organization_id: OrganizationId;
  day: Day;
  storage_mode: StorageMode;
  added_bytes: number;
  removed_bytes: number;
}

interface TrafficDaysTable {
  organization_id: OrganizationId;
  day: Day;
  storage_mode: StorageMode;
  uploaded_bytes: number;
  egress_bytes: number;
  downloads: number;
}

interface RepositoryEgressTable {
  repository_id: RepositoryId;
  day: Day;
  bytes: number;
  downloads: number;
}

interface ObjectDownloadsTable {
  repository_id: RepositoryId;
  oid: Hash;
  downloads: number;
  last_downloaded_at: Instant;
}

interface StorageGroupsTable {
  id: StorageGroupId;
  organization_id: OrganizationId;
  name: string;
  description: string;
  created_at: Instant;
  updated_at: Instant;
}

interface AuditEventsTable {
  sequence: Generated<number>;
  id: string;
  organization_id: OrganizationId;
  action: AuditAction;
  actor_id: UserId | null;
  actor_token_id: TokenId | null;
  target: string;
  address: string | null;
  user_agent: string | null;
  at: Instant;
  /** JSON; null of events from before there were any. */
  details: string | null;
}

interface DomainEventsTable {
  sequence: Generated<number>;
  type: DomainEvent['type'];
  organization_id: OrganizationId;
  repository_id: RepositoryId | null;
  occurred_at: Instant;
  /** JSON. */
  data: string;
  /** Whether it is still to be handed to the webhooks. */
  is_pending: Bit;
}

interface MigrationsTable {
  number: number;
  name: string;
}

/**
 * Everything that is stored. Instants are milliseconds since 1970, integers all of them; hashes are bytes. A column's type is what was written into
 * it, so a value that comes back has its brand again.
 */
export interface Schema
  extends
    ActivityTables,
    ArtifactTables,
    BillingTables,
    ConnectionTables,
    ConversionTables,
    GitIndexTables,
    IntegrityTables,
    InvitationTables,
    LineageTables,
    ReclaimTables,
    RecommendationTables,
    SearchTables,
    SnapshotTables,
    StorageTables,
    TreeTables,
    WebhookTables {
  audit_events: AuditEventsTable;
  credential_sessions: CredentialSessionsTable;
  domain_events: DomainEventsTable;
  download_writers: DownloadWritersTable;
  idempotency_keys: IdempotencyKeysTable;
  identities: IdentitiesTable;
  leases: LeasesTable;
  ledger_entries: LedgerEntriesTable;
  locks: LocksTable;
  memberships: MembershipsTable;
  migrations: MigrationsTable;
  object_downloads: ObjectDownloadsTable;
  objects: ObjectsTable;
  organization_usages: OrganizationUsagesTable;
  organizations: OrganizationsTable;
  repositories: RepositoriesTable;
  repository_egress: RepositoryEgressTable;
  repository_members: RepositoryMembersTable;
  repository_usages: RepositoryUsagesTable;
  storage_groups: StorageGroupsTable;
  tokens: TokensTable;
  traffic_days: TrafficDaysTable;
  upload_objects: UploadObjectsTable;
  upload_sessions: UploadSessionsTable;
  usage_days: UsageDaysTable;
  users: UsersTable;
}
