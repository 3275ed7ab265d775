import type { ActivityEvent } from '../model/activity.js';
import type { InstantMicros } from '../model/artifacts/artifact.js';
import type { AuditEvent } from '../model/audit-event.js';
import type { BillingAccount } from '../model/billing/subscription.js';
import type { ChunkLocation } from '../model/chunk-tree/chunk-location.js';
import type { TransferEvent } from '../model/chunk-tree/transfer-event.js';
import type { CondemnedFile } from '../model/chunk-tree/condemned-file.js';
import type { TreeFile } from '../model/chunk-tree/tree-file.js';
import type { Damage } from '../model/integrity/damage.js';
import type { DeletedRepository } from '../model/deleted-repository.js';
import type { DomainEvent } from '../model/domain-event.js';
import type { GitId } from '../model/git-index/git-id.js';
import type {
  GitDeletion,
  GitIndex,
  GitObject,
  GitRename,
  GitUse,
  IndexedCommitDetails,
  IndexSession,
  PendingCommit,
  PendingFolder,
} from '../model/git-index/git-index.js';
import type { GitRef } from '../model/git-index/git-ref.js';
import type { ReleaseNotes } from '../model/git-index/release.js';
import type { Invitation } from '../model/invitations/invitation.js';
import type { GraphEdge } from '../model/lineage/graph-edge.js';
import type { Lock } from '../model/lock.js';
import type { Notification } from '../model/notifications/notification.js';
import type { QuarantinedObject } from '../model/objects/quarantined-object.js';
import type { StoredObject } from '../model/objects/stored-object.js';
import type { UnreachableLook } from '../model/objects/unreachable-object.js';
import type { Membership, Organization } from '../model/organizations/organization.js';
import type { Dismissal } from '../model/recommendations/dismissal.js';
import type { Repository, RepositoryMember } from '../model/repository.js';
import type { SnapshotCapture, SnapshotFile } from '../model/snapshots/snapshot.js';
import type { StorageConnection } from '../model/storage-connections/storage-connection.js';
import type { StorageGroup } from '../model/storage-group.js';
import type { ApiToken } from '../model/api-token.js';
import type { UploadObject, UploadSession } from '../model/uploads/upload-session.js';
import type { ConversionTotals } from '../model/conversions/conversion.js';
import type { RequestedConversion } from '../model/conversions/requested-conversion.js';
import type { ObjectDownloads, TrafficDay } from '../model/usage/traffic.js';
import type { LedgerEntry, OrganizationUsage, QuotaLevel, RepositoryUsage, UsageDay } from '../model/usage/usage.js';
import type { Session } from '../model/users/session.js';
import type { User } from '../model/users/user.js';
import type {
  Day,
  IndexSessionId,
  Instant,
  MapName,
  Oid,
  OrganizationId,
  PackName,
  RepositoryId,
  Slug,
  SnapshotId,
  UploadSessionId,
  UserId,
} from '../model/values/index.js';
import type { Delivery, Webhook } from '../model/webhook.js';
import type { ConversionPosition, ConversionTrial } from '../ports/records/conversion-records.js';
import type { IdempotencyEntry } from '../ports/records/idempotency-records.js';
import type { ScrubPosition } from '../ports/records/integrity-records.js';
import type { QueuedMail } from '../ports/records/mail-records.js';
import type { PendingEvent } from '../ports/records/outbox-records.js';
import type { PendingUpload } from '../ports/records/upload-records.js';
import type { PendingVerification } from '../ports/records/tree-records.js';
import { type CommittedTable, createTable, type DraftTable, type ReadableTable } from './table.js';

/** What each table holds, and, where that is not the row's own id, by what it is keyed. */
export interface CredentialSession extends Session {
  readonly secretSha256: string;
  readonly userId: UserId;
  readonly endsAt: Instant;
  readonly isConfigured: boolean;
}

interface OfRepository {
  readonly repositoryId: RepositoryId;
}

/** What is of a commit that is not complete. */
interface OfPendingCommit {
  readonly sessionId: IndexSessionId;
  readonly commit: GitId;
}

export interface Rows {
  /** By place. `openUntil`: before when another part of the push joins it. */
  readonly activity: {
    readonly id: number;
    readonly event: ActivityEvent;
    readonly repositorySlug: Slug | undefined;
    readonly openUntil: Instant | undefined;
  };
  /** By organization: when the last of its objects was registered. */
  readonly artifactClocks: { readonly last: InstantMicros };
  readonly auditEvents: AuditEvent;
  /** By organization. */
  readonly billingAccounts: BillingAccount;
  /** By the provider's id. */
  readonly billingEvents: { readonly at: Instant };
  /** By repository and the first half of the name. */
  readonly chunkHooks: OfRepository & { readonly prefix: string; readonly map: MapName };
  /** By repository and name. */
  readonly chunks: { readonly repositoryId: RepositoryId; readonly chunk: ChunkLocation };
  /** By repository and path. */
  readonly condemnedFiles: { readonly repositoryId: RepositoryId; readonly file: CondemnedFile };
  /** By repository. */
  readonly convertedObjects: {
    readonly repositoryId: RepositoryId;
    readonly oid: Oid;
    readonly countedSince: Instant;
    /** As many as there were when the count began. */
    readonly downloadsBefore: number;
    readonly dueAt: Instant;
  };
  readonly conversionTotals: ConversionTotals;
  /** By repository and oid: whole objects that were looked at. */
  readonly conversionTrials: { readonly repositoryId: RepositoryId; readonly oid: Oid; readonly trial: ConversionTrial };
  /** By organization. */
  readonly conversionTurns: {
    readonly organizationId: OrganizationId;
    readonly dueAt: Instant;
    readonly holder: string | undefined;
    readonly attempts: number;
    readonly after: ConversionPosition | undefined;
  };
  /** By the SHA-256 of the secret. */
  readonly credentialSessions: CredentialSession;
  /** By repository, kind and name. */
  readonly damage: Damage;
  readonly deletedRepositories: DeletedRepository;
  /** Those that only deleted repositories need. */
  readonly retiredConnections: StorageConnection;
  /** `dueAt` is undefined when it is over. */
  readonly deliveries: {
    readonly delivery: Delivery;
    readonly dueAt: Instant | undefined;
    readonly holder: string | undefined;
  };
  readonly domainEvents: DomainEvent;
  /** By writer. */
  readonly downloadWriters: { readonly lastBatch: number; readonly notedAt: Instant };
  /** By repository and id. */
  readonly gitCommits: OfRepository & { readonly commit: IndexedCommitDetails };
  /** By repository, commit and path. */
  readonly gitDeletedPaths: OfRepository & GitDeletion;
  /** By repository and chunk. */
  readonly gitGraphChunks: OfRepository & { readonly chunk: number; readonly bytes: Uint8Array };
  /** By repository. */
  readonly gitIndexes: GitIndex;
  readonly gitIndexSessions: IndexSession;
  /** By repository and page. */
  readonly gitNodes: OfRepository & { readonly bytes: Uint8Array };
  /** By repository and id. */
  readonly gitObjects: OfRepository & { readonly object: GitObject };
  /** By repository and number. */
  readonly gitObjectIds: OfRepository & { readonly id: GitId };
  /** By session, commit and folder. */
  readonly gitPendingFolders: OfPendingCommit & { readonly pending: PendingFolder };
  /** By session and page. */
  readonly gitPendingPages: OfPendingCommit & { readonly page: number };
  /** By session and id. */
  readonly gitPendingCommits: { readonly sessionId: IndexSessionId; readonly commit: PendingCommit };
  /** By repository and name. */
  readonly gitRefs: OfRepository & { readonly ref: GitRef };
  /** By repository and tag. */
  readonly gitReleases: OfRepository & { readonly notes: ReleaseNotes };
  /** By repository, commit and both paths. */
  readonly gitRenames: OfRepository & { readonly commit: number; readonly rename: GitRename };
  readonly graphEdges: GraphEdge;
  /** By repository, commit and path. */
  readonly gitUses: OfRepository & { readonly use: GitUse };
  /** By user and repository: repositories that were hidden from the user when they were removed. */
  readonly hiddenRepositories: {
    readonly userId: UserId;
    readonly repositoryId: RepositoryId;
    readonly isSetByOwner: boolean;
  };
  /** By all parts of the scope. */
  readonly idempotencyKeys: { readonly entry: IdempotencyEntry; readonly createdAt: Instant };
  /** By issuer and subject. */
  readonly identities: { readonly userId: UserId; readonly issuer: string };
  readonly invitationMails: { readonly organizationId: OrganizationId; readonly email: string; readonly at: Instant };
  readonly invitations: {
    readonly invitation: Omit<Invitation, 'inviterName' | 'organization' | 'repository'>;
    readonly secretSha256: string;
  };
  /** By name. `holder` is undefined once it was given back. */
  readonly leases: { readonly holder: string | undefined; readonly fence: number; readonly expiresAt: Instant };
  readonly ledgerEntries: LedgerEntry;
  /** By repository and lock. */
  readonly locks: Lock;
  /** By organization and user. */
  readonly memberships: Membership;
  readonly notifications: Notification;
  /** By repository and oid. */
  readonly objects: {
    readonly repositoryId: RepositoryId;
    readonly object: StoredObject;
    readonly manifestSha256: string | undefined;
    /** Of that manifest. */
    readonly chunkCount: number | undefined;
    readonly registeredAt: InstantMicros;
  };
  /** By repository and oid. */
  readonly objectDownloads: ObjectDownloads & { readonly repositoryId: RepositoryId };
  readonly organizations: Organization;
  /** By organization. */
  readonly organizationUsages: OrganizationUsage;
  /** Those that are verified, by repository and name. */
  readonly packs: { readonly repositoryId: RepositoryId; readonly name: PackName; readonly verifiedAt: Instant };
  /** By place. */
  readonly pendingEvents: PendingEvent;
  /** By repository and oid. */
  readonly pendingVerifications: {
    readonly verification: PendingVerification;
    readonly dueAt: Instant;
    readonly holder: string | undefined;
    readonly attempts: number;
  };
  /** By repository and oid. */
  readonly quarantinedObjects: {
    readonly quarantined: QuarantinedObject;
    readonly downloads: ObjectDownloads | undefined;
    /** The session in which it was sent again. */
    readonly resentIn?: UploadSessionId | undefined;
  };
  readonly queuedMails: {
    readonly queued: QueuedMail;
    readonly dueAt: Instant;
    readonly holder: string | undefined;
    readonly attempts: number;
  };
  /** By organization. */
  readonly quotaLevels: { readonly level: QuotaLevel };
  /** By repository and recommendation. */
  readonly recommendationDismissals: Dismissal;
  /** By repository and oid: whose unregistered bytes are being removed. */
  readonly reclaimMarks: { readonly repositoryId: RepositoryId; readonly holder: string; readonly at: Instant };
  /** By repository and oid. */
  readonly requestedConversions: {
    readonly repositoryId: RepositoryId;
    readonly oid: Oid;
    readonly request: RequestedConversion;
  };
  readonly repositories: Repository;
  /** By repository and user. */
  readonly repositoryMembers: Omit<RepositoryMember, 'userName' | 'email'> & { readonly isSetByOwner: boolean };
  /** By repository and day. */
  readonly repositoryEgress: {
    readonly repositoryId: RepositoryId;
    readonly day: Day;
    readonly bytes: number;
    readonly downloads: number;
  };
  /** By repository and day. */
  readonly repositoryUploads: { readonly repositoryId: RepositoryId; readonly day: Day; readonly bytes: number };
  /** By repository. */
  readonly repositoryUsages: RepositoryUsage;
  readonly scrubPositions: ScrubPosition;
  /** By repository: those whose index is sparse. */
  readonly sparseIndexes: OfRepository;
  readonly snapshots: { readonly capture: SnapshotCapture; readonly isGivenUp: boolean };
  /** By snapshot and position. */
  readonly snapshotFiles: OfRepository & {
    readonly snapshotId: SnapshotId;
    readonly position: number;
    readonly file: SnapshotFile;
  };
  readonly storageConnections: StorageConnection;
  readonly storageGroups: StorageGroup;
  readonly tokens: { readonly token: ApiToken; readonly secretSha256: string };
  /** By repository and event. */
  readonly transferEvents: { readonly repositoryId: RepositoryId; readonly event: TransferEvent };
  /** By organization, mode and day. */
  readonly trafficDays: TrafficDay & { readonly organizationId: OrganizationId };
  /** By repository: those whose chunk tree is looked through for what nothing needs. */
  readonly treeCollections: {
    readonly repositoryId: RepositoryId;
    readonly dueAt: Instant;
    readonly holder: string | undefined;
    readonly attempts: number;
    readonly deadBytes: number;
  };
  /** By repository: how many files are in its chunk tree. */
  readonly treeFileCounts: { readonly count: number };
  /** By repository and path. */
  readonly treeFiles: { readonly repositoryId: RepositoryId; readonly file: TreeFile };
  /** By repository: those whose unreachable objects are looked for. */
  readonly unreachableLooks: UnreachableLook;
  /** By repository and oid. */
  readonly unreachableObjects: OfRepository & { readonly oid: Oid; readonly since: Instant };
  /** By session and oid. `largerUntil`: until when bytes of an earlier, larger size may arrive. */
  readonly uploadObjects: {
    readonly sessionId: UploadSessionId;
    readonly object: UploadObject;
    readonly largerUntil?: Instant | undefined;
    /** What was staged of it was looked through in vain, in this version. */
    readonly refused?: PendingUpload['refused'];
  };
  /** `endedAt`: when it stopped to be OPEN, or its end when that came first. */
  readonly uploadSessions: {
    readonly session: UploadSession;
    readonly endedAt: Instant | undefined;
    readonly sweep: 'due' | 'begun' | 'done';
    readonly settling: 'due' | 'begun' | 'done';
    /** When staged objects are looked for. */
    readonly dueAt?: Instant | undefined;
  };
  /** By organization, mode and day. */
  readonly usageDays: UsageDay & { readonly organizationId: OrganizationId };
  readonly users: User;
  /** `dueAt` is undefined while nothing is to be delivered. */
  readonly webhooks: { readonly webhook: Webhook; readonly dueAt: Instant | undefined; readonly holder: string | undefined };
}

export type ReadableTables = { readonly [Name in keyof Rows]: ReadableTable<Rows[Name]> };
export type DraftTables = { readonly [Name in keyof Rows]: DraftTable<Rows[Name]> };
type CommittedTables = { readonly [Name in keyof Rows]: CommittedTable<Rows[Name]> };

export const createTables = (): CommittedTables => ({
  activity: createTable(),
  artifactClocks: createTable(),
  auditEvents: createTable(),
  billingAccounts: createTable(),
  billingEvents: createTable(),
  chunkHooks: createTable(),
  chunks: createTable(),
  condemnedFiles: createTable(),
  convertedObjects: createTable(),
  conversionTotals: createTable(),
  conversionTrials: createTable(),
  conversionTurns: createTable(),
  credentialSessions: createTable(),
  damage: createTable(),
  deletedRepositories: createTable(),
  retiredConnections: createTable(),
  deliveries: createTable(),
  domainEvents: createTable(),
  downloadWriters: createTable(),
  gitCommits: createTable(),
  gitDeletedPaths: createTable(),
  gitGraphChunks: createTable(),
  gitIndexes: createTable(),
  gitIndexSessions: createTable(),
  gitNodes: createTable(),
  gitObjects: createTable(),
  gitObjectIds: createTable(),
  gitPendingFolders: createTable(),
  gitPendingPages: createTable(),
  gitPendingCommits: createTable(),
  gitRefs: createTable(),
  gitReleases: createTable(),
  gitRenames: createTable(),
  graphEdges: createTable(),
  gitUses: createTable(),
  hiddenRepositories: createTable(),
  idempotencyKeys: createTable(),
  identities: createTable(),
  invitationMails: createTable(),
  invitations: createTable(),
  leases: createTable(),
  ledgerEntries: createTable(),
  locks: createTable(),
  memberships: createTable(),
  notifications: createTable(),
  objects: createTable(),
  objectDownloads: createTable(),
  organizations: createTable(),
  organizationUsages: createTable(),
  packs: createTable(),
  pendingEvents: createTable(),
  pendingVerifications: createTable(),
  quarantinedObjects: createTable(),
  queuedMails: createTable(),
  quotaLevels: createTable(),
  recommendationDismissals: createTable(),
  reclaimMarks: createTable(),
  unreachableLooks: createTable(),
  unreachableObjects: createTable(),
  requestedConversions: createTable(),
  repositories: createTable(),
  repositoryEgress: createTable(),
  repositoryMembers: createTable(),
  repositoryUploads: createTable(),
  repositoryUsages: createTable(),
  scrubPositions: createTable(),
  sparseIndexes: createTable(),
  snapshots: createTable(),
  snapshotFiles: createTable(),
  storageConnections: createTable(),
  storageGroups: createTable(),
  tokens: createTable(),
  trafficDays: createTable(),
  transferEvents: createTable(),
  treeCollections: createTable(),
  treeFileCounts: createTable(),
  treeFiles: createTable(),
  uploadObjects: createTable(),
  uploadSessions: createTable(),
  usageDays: createTable(),
  users: createTable(),
  webhooks: createTable(),
});

export const draftTables = (tables: CommittedTables): DraftTables => ({
  activity: tables.activity.draft(),
  artifactClocks: tables.artifactClocks.draft(),
  auditEvents: tables.auditEvents.draft(),
  billingAccounts: tables.billingAccounts.draft(),
  billingEvents: tables.billingEvents.draft(),
  chunkHooks: tables.chunkHooks.draft(),
  chunks: tables.chunks.draft(),
  condemnedFiles: tables.condemnedFiles.draft(),
  convertedObjects: tables.convertedObjects.draft(),
  conversionTotals: tables.conversionTotals.draft(),
  conversionTrials: tables.conversionTrials.draft(),
  conversionTurns: tables.conversionTurns.draft(),
  credentialSessions: tables.credentialSessions.draft(),
  damage: tables.damage.draft(),
  deletedRepositories: tables.deletedRepositories.draft(),
  retiredConnections: tables.retiredConnections.draft(),
  deliveries: tables.deliveries.draft(),
  domainEvents: tables.domainEvents.draft(),
  downloadWriters: tables.downloadWriters.draft(),
  gitCommits: tables.gitCommits.draft(),
  gitDeletedPaths: tables.gitDeletedPaths.draft(),
  gitGraphChunks: tables.gitGraphChunks.draft(),
  gitIndexes: tables.gitIndexes.draft(),
  gitIndexSessions: tables.gitIndexSessions.draft(),
  gitNodes: tables.gitNodes.draft(),
  gitObjects: tables.gitObjects.draft(),
  gitObjectIds: tables.gitObjectIds.draft(),
  gitPendingFolders: tables.gitPendingFolders.draft(),
  gitPendingPages: tables.gitPendingPages.draft(),
  gitPendingCommits: tables.gitPendingCommits.draft(),
  gitRefs: tables.gitRefs.draft(),
  gitReleases: tables.gitReleases.draft(),
  gitRenames: tables.gitRenames.draft(),
  graphEdges: tables.graphEdges.draft(),
  gitUses: tables.gitUses.draft(),
  hiddenRepositories: tables.hiddenRepositories.draft(),
  idempotencyKeys: tables.idempotencyKeys.draft(),
  identities: tables.identities.draft(),
  invitationMails: tables.invitationMails.draft(),
  invitations: tables.invitations.draft(),
  leases: tables.leases.draft(),
  ledgerEntries: tables.ledgerEntries.draft(),
  locks: tables.locks.draft(),
  memberships: tables.memberships.draft(),
  notifications: tables.notifications.draft(),
  objects: tables.objects.draft(),
  objectDownloads: tables.objectDownloads.draft(),
  organizations: tables.organizations.draft(),
  organizationUsages: tables.organizationUsages.draft(),
  packs: tables.packs.draft(),
  pendingEvents: tables.pendingEvents.draft(),
  pendingVerifications: tables.pendingVerifications.draft(),
  quarantinedObjects: tables.quarantinedObjects.draft(),
  queuedMails: tables.queuedMails.draft(),
  quotaLevels: tables.quotaLevels.draft(),
  recommendationDismissals: tables.recommendationDismissals.draft(),
  reclaimMarks: tables.reclaimMarks.draft(),
  unreachableLooks: tables.unreachableLooks.draft(),
  unreachableObjects: tables.unreachableObjects.draft(),
  requestedConversions: tables.requestedConversions.draft(),
  repositories: tables.repositories.draft(),
  repositoryEgress: tables.repositoryEgress.draft(),
  repositoryMembers: tables.repositoryMembers.draft(),
  repositoryUploads: tables.repositoryUploads.draft(),
  repositoryUsages: tables.repositoryUsages.draft(),
  scrubPositions: tables.scrubPositions.draft(),
  sparseIndexes: tables.sparseIndexes.draft(),
  snapshots: tables.snapshots.draft(),
  snapshotFiles: tables.snapshotFiles.draft(),
  storageConnections: tables.storageConnections.draft(),
  storageGroups: tables.storageGroups.draft(),
  tokens: tables.tokens.draft(),
  trafficDays: tables.trafficDays.draft(),
  transferEvents: tables.transferEvents.draft(),
  treeCollections: tables.treeCollections.draft(),
  treeFileCounts: tables.treeFileCounts.draft(),
  treeFiles: tables.treeFiles.draft(),
  uploadObjects: tables.uploadObjects.draft(),
  uploadSessions: tables.uploadSessions.draft(),
  usageDays: tables.usageDays.draft(),
  users: tables.users.draft(),
  webhooks: tables.webhooks.draft(),
});
