import { countsFor } from '../../model/permissions/repository-override.js';
import type { OrganizationId, RepositoryId, UserId } from '../../model/values/index.js';
import { keyOf } from '../table.js';
import type { ReadableTables } from '../tables.js';

const counts = (tables: ReadableTables, organizationId: OrganizationId | undefined, userId: UserId, isSetByOwner: boolean) =>
  countsFor(organizationId && tables.memberships.get(keyOf(organizationId, userId))?.role, isSetByOwner);

/** Whether the level `NONE` takes the repository from the user. */
export const isHiddenFrom = (tables: ReadableTables, repositoryId: RepositoryId, userId: UserId): boolean => {
  const member = tables.repositoryMembers.get(keyOf(repositoryId, userId));
  return (
    member?.level === 'NONE' && counts(tables, tables.repositories.get(repositoryId)?.organizationId, userId, member.isSetByOwner)
  );
};

/** The same of a repository that is gone: whether the level took it from the user when it was removed. */
export const wasHiddenFrom = (
  tables: ReadableTables,
  organizationId: OrganizationId,
  repositoryId: RepositoryId,
  userId: UserId,
): boolean => {
  const hidden = tables.hiddenRepositories.get(keyOf(userId, repositoryId));
  return hidden !== undefined && counts(tables, organizationId, userId, hidden.isSetByOwner);
};
