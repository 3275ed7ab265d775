import type { AuditEvent } from '../audit/audit-event.js';
import type { ChunkLocation } from '../chunk-tree/chunk-location.js';
import type { TransferEvent } from '../chunk-tree/transfer-event.js';
import type { TreeFile } from '../chunk-tree/tree-file.js';
import type { Lock } from '../locks/lock.js';
import type { StoredObject } from '../objects/stored-object.js';
import type { Membership, Organization } from '../organizations/organization.js';
import type { DomainEvent } from '../outbox/domain-event.js';
import type { IdempotencyEntry } from '../ports/records/idempotency-records.js';
import type { PendingProof } from '../ports/records/tree-records.js';
import type { RepositoryMember, Repository } from '../repositories/repository.js';
import type { StorageConnection } from '../storage-connections/storage-connection.js';
import type { ApiToken } from '../tokens/api-token.js';
import type { UploadObject, UploadSession } from '../uploads/upload-session.js';
import type { LedgerEntry, OrganizationUsage, RepositoryUsage } from '../usage/usage.js';
import type { User } from '../users/user.js';
import type { Instant, RepositoryId, UploadSessionId, UserId } from '../values/index.js';
import { type CommittedTable, createTable, type DraftTable, type ReadableTable } from './table.js';

/** What each table holds, and, where that is not the row's own id, by what it is keyed. */
interface Rows {
  readonly auditEvents: AuditEvent;
  /** By repository and name. */
  readonly chunks: { readonly repositoryId: RepositoryId; readonly chunk: ChunkLocation };
  /** By the SHA-256 of the secret. */
  readonly credentialSessions: { readonly userId: UserId; readonly expiresAt: Instant };
  readonly domainEvents: DomainEvent;
  /** By all parts of the scope. */
  readonly idempotencyKeys: { readonly entry: IdempotencyEntry; readonly createdAt: Instant };
  /** By issuer and subject. */
  readonly identities: { readonly userId: UserId };
  /** By name. `holder` is undefined once it was given back. */
  readonly leases: { readonly holder: string | undefined; readonly fence: number; readonly expiresAt: Instant };
  readonly ledgerEntries: LedgerEntry;
  /** By repository and lock. */
  readonly locks: Lock;
  /** By organization and user. */
  readonly memberships: Membership;
  /** By repository and oid. */
  readonly objects: {
    readonly repositoryId: RepositoryId;
    readonly object: StoredObject;
    readonly manifestSha256: string | undefined;
  };
  readonly organizations: Organization;
  /** By organization. */
  readonly organizationUsages: OrganizationUsage;
  /** Those that are proven, by repository and name. */
  readonly packs: { readonly repositoryId: RepositoryId; readonly provenAt: Instant };
  /** By repository and oid. */
  readonly pendingProofs: {
    readonly proof: PendingProof;
    readonly dueAt: Instant;
    readonly holder: string | undefined;
    readonly attempts: number;
  };
  readonly repositories: Repository;
  /** By repository and user. */
  readonly repositoryMembers: Omit<RepositoryMember, 'userName' | 'email'>;
  /** By repository. */
  readonly repositoryUsages: RepositoryUsage;
  readonly storageConnections: StorageConnection;
  readonly tokens: { readonly token: ApiToken; readonly secretSha256: string };
  /** By repository and event. */
  readonly transferEvents: { readonly repositoryId: RepositoryId; readonly event: TransferEvent };
  /** By repository and path. */
  readonly treeFiles: { readonly repositoryId: RepositoryId; readonly file: TreeFile };
  /** By session and oid. */
  readonly uploadObjects: { readonly sessionId: UploadSessionId; readonly object: UploadObject };
  /** `endedAt`: when it stopped to be OPEN, or its end when that came first. */
  readonly uploadSessions: { readonly session: UploadSession; readonly endedAt: Instant | undefined; readonly isSwept: boolean };
  readonly users: User;
}

export type ReadableTables = { readonly [Name in keyof Rows]: ReadableTable<Rows[Name]> };
export type DraftTables = { readonly [Name in keyof Rows]: DraftTable<Rows[Name]> };
type CommittedTables = { readonly [Name in keyof Rows]: CommittedTable<Rows[Name]> };

export const createTables = (): CommittedTables => ({
  auditEvents: createTable(),
  chunks: createTable(),
  credentialSessions: createTable(),
  domainEvents: createTable(),
  idempotencyKeys: createTable(),
  identities: createTable(),
  leases: createTable(),
  ledgerEntries: createTable(),
  locks: createTable(),
  memberships: createTable(),
  objects: createTable(),
  organizations: createTable(),
  organizationUsages: createTable(),
  packs: createTable(),
  pendingProofs: createTable(),
  repositories: createTable(),
  repositoryMembers: createTable(),
  repositoryUsages: createTable(),
  storageConnections: createTable(),
  tokens: createTable(),
  transferEvents: createTable(),
  treeFiles: createTable(),
  uploadObjects: createTable(),
  uploadSessions: createTable(),
  users: createTable(),
});

export const draftTables = (tables: CommittedTables): DraftTables => ({
  auditEvents: tables.auditEvents.draft(),
  chunks: tables.chunks.draft(),
  credentialSessions: tables.credentialSessions.draft(),
  domainEvents: tables.domainEvents.draft(),
  idempotencyKeys: tables.idempotencyKeys.draft(),
  identities: tables.identities.draft(),
  leases: tables.leases.draft(),
  ledgerEntries: tables.ledgerEntries.draft(),
  locks: tables.locks.draft(),
  memberships: tables.memberships.draft(),
  objects: tables.objects.draft(),
  organizations: tables.organizations.draft(),
  organizationUsages: tables.organizationUsages.draft(),
  packs: tables.packs.draft(),
  pendingProofs: tables.pendingProofs.draft(),
  repositories: tables.repositories.draft(),
  repositoryMembers: tables.repositoryMembers.draft(),
  repositoryUsages: tables.repositoryUsages.draft(),
  storageConnections: tables.storageConnections.draft(),
  tokens: tables.tokens.draft(),
  transferEvents: tables.transferEvents.draft(),
  treeFiles: tables.treeFiles.draft(),
  uploadObjects: tables.uploadObjects.draft(),
  uploadSessions: tables.uploadSessions.draft(),
  users: tables.users.draft(),
});
