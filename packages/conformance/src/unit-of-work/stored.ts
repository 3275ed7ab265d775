import type { Organization, Repository, User } from '@svc/core';
import type {
  ApiToken,
  OverrideLevel,
  RepositoryId,
  StorageConnection,
  StorageGroup,
  UploadSession,
  UserId,
} from '@svc/core/model';
import { aConnection } from './connection-builders.js';
import { aGroup, anOrganization, aRepository, aSession, aToken, aUser, builtAt, uniqueHash } from './builders.js';
import { commit, type UnitOfWorkHarness } from './harness.js';

/** Builders that also commit what they build, with everything that it refers to. */

export const storedUser = async (harness: UnitOfWorkHarness, part: Partial<User> = {}): Promise<User> => {
  const user = aUser(part);
  await commit(harness, (records) => records.users.add(user));
  return user;
};

export const storedOrganization = async (harness: UnitOfWorkHarness, part: Partial<Organization> = {}): Promise<Organization> => {
  const organization = anOrganization(part);
  await commit(harness, (records) => records.organizations.add(organization));
  return organization;
};

export const storedRepository = async (harness: UnitOfWorkHarness, part: Partial<Repository> = {}): Promise<Repository> => {
  const organizationId = part.organizationId ?? (await storedOrganization(harness)).id;
  const repository = aRepository(organizationId, part);
  await commit(harness, (records) => records.repositories.add(repository));
  return repository;
};

export const storedConnection = async (
  harness: UnitOfWorkHarness,
  part: Partial<StorageConnection> = {},
): Promise<StorageConnection> => {
  const organizationId = part.organizationId ?? (await storedOrganization(harness)).id;
  const connection = aConnection(organizationId, part);
  await commit(harness, (records) => records.connections.add(connection));
  return connection;
};

export const storedGroup = async (harness: UnitOfWorkHarness, part: Partial<StorageGroup> = {}): Promise<StorageGroup> => {
  const organizationId = part.organizationId ?? (await storedOrganization(harness)).id;
  const group = aGroup(organizationId, part);
  await commit(harness, (records) => records.groups.add(group));
  return group;
};

export interface StoredToken {
  readonly token: ApiToken;
  readonly user: User;
  readonly secretSha256: string;
}

export const storedToken = async (harness: UnitOfWorkHarness, part: Partial<ApiToken> = {}): Promise<StoredToken> => {
  const organizationId = part.organizationId ?? (await storedOrganization(harness)).id;
  const user = await storedUser(harness);
  const token = aToken(organizationId, user.id, part);
  const secretSha256 = uniqueHash();
  await commit(harness, (records) => records.tokens.add(token, secretSha256));
  return { token, user, secretSha256 };
};

export const storedSession = async (harness: UnitOfWorkHarness, part: Partial<UploadSession> = {}): Promise<UploadSession> => {
  const session = aSession(part);
  await commit(harness, (records) => records.uploads.add(session));
  return session;
};

export const storedMember = async (
  harness: UnitOfWorkHarness,
  repositoryId: RepositoryId,
  userId: UserId,
  level: OverrideLevel,
  isSetByOwner = false,
): Promise<void> =>
  commit(harness, (records) => records.repositories.putMember({ repositoryId, userId, level, isSetByOwner, createdAt: builtAt }));

/** Removes all that removed repositories have left. */
export const removeRemains = async (harness: UnitOfWorkHarness): Promise<void> => {
  while (await commit(harness, ({ repositories }) => repositories.removeRemains(1000)));
};

/** Removes the repository, and then all that it has left. */
export const removeRepository = async (harness: UnitOfWorkHarness, repositoryId: RepositoryId): Promise<void> => {
  await commit(harness, ({ repositories }) => repositories.remove(repositoryId));
  await removeRemains(harness);
};
