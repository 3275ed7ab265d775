import { isOid, type Oid, type Organization, type Repository, type Slug, type User } from '@svc/core';
import {
  type ApiToken,
  type AuditEvent,
  type DomainEvent,
  type LedgerEntry,
  type Lock,
  type LockId,
  type OrganizationId,
  type RepositoryId,
  type StorageGroup,
  type StorageGroupId,
  type StorageNamespace,
  type StoredObject,
  type TokenId,
  trusted,
  type UploadObject,
  type UploadSession,
  type UploadSessionId,
  type UserId,
} from '@svc/core/model';
import { createCountedRandom } from '@svc/core/memory';

const random = createCountedRandom(0x5eed);

/** When everything that a builder makes was made, unless it is told otherwise. */
export const builtAt = 1_767_225_600_000;

/** An id, as text, that nothing else has. */
export const uniqueId = (): string => random.uuid();

/** 64 lower-case hex digits that nothing else has. */
export const uniqueHash = (): string => Array.from(random.bytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const uniqueOid = (): Oid => {
  const hash = uniqueHash();
  if (!isOid(hash)) throw new Error('invariant: 32 bytes in hex are an oid');
  return hash;
};

export const oids = (count: number): Oid[] => Array.from({ length: count }, uniqueOid);

export const slug = (text: string): Slug => trusted<Slug>(text);

export const aUser = (part: Partial<User> = {}): User => {
  const id = trusted<UserId>(uniqueId());
  return { id, email: `${id}@example.org`, emailVerified: true, name: 'Ada', status: 'ACTIVE', createdAt: builtAt, ...part };
};

export const anOrganization = (part: Partial<Organization> = {}): Organization => {
  const id = trusted<OrganizationId>(uniqueId());
  return {
    id,
    name: 'Analytical Engines',
    slug: slug(`o-${id}`),
    planId: 'free',
    hasByosAddOn: false,
    deduplicate: undefined,
    createdAt: builtAt,
    ...part,
  };
};

export const aRepository = (organizationId: OrganizationId, part: Partial<Repository> = {}): Repository => {
  const id = trusted<RepositoryId>(uniqueId());
  return {
    id,
    organizationId,
    name: 'Engine',
    slug: slug(`r-${id}`),
    description: '',
    visibility: 'PRIVATE',
    storageMode: 'managed',
    storageConnectionId: undefined,
    storageGroupId: undefined,
    deduplicate: undefined,
    reclaimUnreachableAfterDays: undefined,
    namespace: trusted<StorageNamespace>(`repositories/${id}`),
    generation: 0,
    createdAt: builtAt,
    updatedAt: builtAt,
    ...part,
  };
};

export const aGroup = (organizationId: OrganizationId, part: Partial<StorageGroup> = {}): StorageGroup => {
  const id = trusted<StorageGroupId>(uniqueId());
  return { id, organizationId, name: `group ${id}`, description: '', createdAt: builtAt, updatedAt: builtAt, ...part };
};

export const aToken = (organizationId: OrganizationId, userId: UserId, part: Partial<ApiToken> = {}): ApiToken => ({
  id: trusted<TokenId>(uniqueId()),
  organizationId,
  userId,
  name: 'build',
  kind: 'PAT',
  scopes: ['repo:read'],
  repositoryId: undefined,
  createdAt: builtAt,
  expiresAt: undefined,
  ...part,
});

export const anObject = (part: Partial<StoredObject> = {}): StoredObject => ({
  oid: uniqueOid(),
  sizeBytes: 1000,
  physicalBytes: 700,
  layout: 'whole',
  name: undefined,
  type: 'other',
  uploadedBy: trusted<UserId>(uniqueId()),
  createdAt: builtAt,
  ...part,
});

export const aLock = (repositoryId: RepositoryId, part: Partial<Lock> = {}): Lock => {
  const id = trusted<LockId>(uniqueId());
  return {
    id,
    repositoryId,
    path: `models/${id}.bin`,
    ownerId: trusted<UserId>(uniqueId()),
    ownerName: 'Ada',
    lockedAt: builtAt,
    ...part,
  };
};

/** OPEN from `builtAt` for one second. */
export const aSession = (part: Partial<UploadSession> = {}): UploadSession => {
  const id = trusted<UploadSessionId>(uniqueId());
  return {
    id,
    kind: 'session',
    repositoryId: trusted<RepositoryId>(uniqueId()),
    organizationId: trusted<OrganizationId>(uniqueId()),
    namespace: trusted<StorageNamespace>(`repositories/${id}`),
    userId: trusted<UserId>(uniqueId()),
    expectedObjects: undefined,
    uploadedObjects: 0,
    uploadedBytes: 0,
    status: 'OPEN',
    generation: undefined,
    createdAt: builtAt,
    expiresAt: builtAt + 1000,
    activeAt: part.createdAt ?? builtAt,
    ...part,
  };
};

export const anUploadObject = (part: Partial<UploadObject> = {}): Omit<UploadObject, 'state'> => ({
  oid: uniqueOid(),
  sizeBytes: 1000,
  reservedBytes: 1000,
  ...part,
});

export const aLedgerEntry = (organizationId: OrganizationId, part: Partial<LedgerEntry> = {}): LedgerEntry => ({
  organizationId,
  repositoryId: trusted<RepositoryId>(uniqueId()),
  sessionId: undefined,
  storageMode: 'managed',
  reason: 'upload_session.finalized',
  bytes: 1000,
  objects: 1,
  at: builtAt,
  ...part,
});

export const anAuditEvent = (part: Partial<AuditEvent> = {}): AuditEvent => ({
  organizationId: trusted<OrganizationId>(uniqueId()),
  action: 'repository.create',
  actorId: trusted<UserId>(uniqueId()),
  actorTokenId: trusted<TokenId>(uniqueId()),
  target: 'models/engine.bin',
  details: { visibility: { old: 'PRIVATE', new: 'PUBLIC' }, scopes: ['repo:read'], count: 3, is_active: true },
  address: '192.0.2.1',
  userAgent: 'git-lfs/3.3.0',
  at: builtAt,
  ...part,
});

export const aDomainEvent = (part: Partial<DomainEvent> = {}): DomainEvent => ({
  type: 'repository.push',
  organizationId: trusted<OrganizationId>(uniqueId()),
  repositoryId: trusted<RepositoryId>(uniqueId()),
  occurredAt: builtAt,
  data: { session_id: uniqueId(), generation: 3 },
  ...part,
});
