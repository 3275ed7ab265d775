import { invariant } from '../../model/app-error.js';
import type { DeletedRepository } from '../../model/deleted-repository.js';
import type { Repository, RepositoryMember, SharedRepository } from '../../model/repository.js';
import { connectionOf } from '../../model/values/index.js';
import type { RepositoryQueries, RepositoryRecords } from '../../ports/records/repository-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { removeGitIndex } from './git-index-records.js';
import { removeSnapshots } from './snapshot-records.js';
import { isHiddenFrom } from './is-hidden-from.js';

export const repositoryQueries = (tables: ReadableTables): RepositoryQueries => ({
  find: async (repositoryId) => tables.repositories.get(repositoryId),
  listOfOrganization: async (organizationId, userId, page, only) => {
    const shown = tables.repositories.where(
      (repository) =>
        repository.organizationId === organizationId &&
        (only === undefined || repository.id === only) &&
        (userId === undefined || !isHiddenFrom(tables, repository.id, userId)),
    );
    return pageByKey(shown, ({ slug }) => slug, page);
  },
  listDeleted: async (now, limit) =>
    tables.deletedRepositories
      .where(({ dueAt }) => dueAt <= now)
      .toSorted((left, right) => left.dueAt - right.dueAt || compareText(left.repositoryId, right.repositoryId))
      .slice(0, limit),
  listDeletedIn: async (connectionId) =>
    tables.deletedRepositories
      .where(({ namespace }) => connectionOf(namespace) === connectionId)
      .toSorted((left, right) => compareText(left.repositoryId, right.repositoryId)),
  listMembers: async (repositoryId, page) => {
    const members = tables.repositoryMembers
      .where((member) => member.repositoryId === repositoryId)
      .flatMap(({ userId, level, createdAt }): RepositoryMember[] => {
        const user = tables.users.get(userId);
        return user === undefined ? [] : [{ repositoryId, userId, level, createdAt, userName: user.name, email: user.email }];
      });
    return pageByKey(members, ({ userId }) => userId, page);
  },
  listShared: async (userId, page) => {
    const shared = tables.repositoryMembers
      .where((member) => member.userId === userId && member.level !== 'NONE')
      .flatMap(({ repositoryId, level, createdAt: sharedAt }): SharedRepository[] => {
        const repository = tables.repositories.get(repositoryId);
        const organization = repository && tables.organizations.get(repository.organizationId);
        if (repository === undefined || organization === undefined) return [];
        if (tables.memberships.get(keyOf(organization.id, userId)) !== undefined) return [];
        const { name, slug } = organization;
        return [{ repository, organization: { name, slug }, level, sharedAt }];
      });
    return pageByKey(shared, ({ repository, sharedAt }) => descending(sharedAt) + repository.id, page);
  },
});

const isAsBefore = (tables: ReadableTables, { repositoryId, bytes, dueAt }: DeletedRepository): boolean => {
  const present = tables.deletedRepositories.get(repositoryId);
  return present?.bytes === bytes && present.dueAt === dueAt;
};

export const repositoryRecords = (tables: DraftTables): RepositoryRecords => {
  const isTaken = ({ id, organizationId, slug }: Repository): boolean =>
    tables.repositories.where((other) => other.organizationId === organizationId && other.slug === slug && other.id !== id)
      .length > 0;
  return {
    ...repositoryQueries(tables),
    allOfOrganization: async (organizationId) =>
      tables.repositories.where((repository) => repository.organizationId === organizationId),
    add: async (repository) => {
      invariant(tables.organizations.get(repository.organizationId) !== undefined, 'a repository belongs to an organization');
      invariant(tables.repositories.get(repository.id) === undefined, 'a repository id is used once');
      if (isTaken(repository)) return false;
      tables.repositories.put(repository.id, { ...repository, generation: 0 });
      tables.repositoryUsages.put(repository.id, { objectCount: 0, logicalBytes: 0, physicalBytes: 0, uploadedBytes: 0 });
      return true;
    },
    update: async (repository) => {
      const { id, name, slug, description, visibility, storageGroupId, deduplicate, reclaimUnreachableAfterDays, updatedAt } =
        repository;
      const known = tables.repositories.get(id);
      if (known === undefined || isTaken({ ...known, slug })) return false;
      const settings = { storageGroupId, deduplicate, reclaimUnreachableAfterDays };
      tables.repositories.put(id, { ...known, name, slug, description, visibility, ...settings, updatedAt });
      return true;
    },
    remove: async (repositoryId) => {
      for (const { userId, level, isSetByOwner } of tables.repositoryMembers.where((row) => row.repositoryId === repositoryId)) {
        if (level !== 'NONE') continue;
        tables.hiddenRepositories.put(keyOf(userId, repositoryId), { userId, repositoryId, isSetByOwner });
      }
      tables.objects.removeWhere((row) => row.repositoryId === repositoryId);
      tables.objectDownloads.removeWhere((row) => row.repositoryId === repositoryId);
      tables.repositoryEgress.removeWhere((row) => row.repositoryId === repositoryId);
      tables.repositoryUploads.removeWhere((row) => row.repositoryId === repositoryId);
      tables.repositoryMembers.removeWhere((row) => row.repositoryId === repositoryId);
      tables.invitations.removeWhere(
        ({ invitation: { invitationGrant } }) =>
          invitationGrant.kind === 'repository' && invitationGrant.repositoryId === repositoryId,
      );
      tables.locks.removeWhere((row) => row.repositoryId === repositoryId);
      removeGitIndex(tables, repositoryId);
      removeSnapshots(tables, repositoryId);
      tables.graphEdges.removeWhere((row) => row.repositoryId === repositoryId);
      tables.treeFileCounts.remove(repositoryId);
      tables.quarantinedObjects.removeWhere(({ quarantined }) => quarantined.repositoryId === repositoryId);
      tables.unreachableLooks.remove(repositoryId);
      tables.unreachableObjects.removeWhere((row) => row.repositoryId === repositoryId);
      tables.reclaimMarks.removeWhere((row) => row.repositoryId === repositoryId);
      tables.convertedObjects.removeWhere((row) => row.repositoryId === repositoryId);
      tables.requestedConversions.removeWhere((row) => row.repositoryId === repositoryId);
      tables.conversionTotals.remove(repositoryId);
      tables.conversionTrials.removeWhere((row) => row.repositoryId === repositoryId);
      tables.condemnedFiles.removeWhere((row) => row.repositoryId === repositoryId);
      tables.treeCollections.remove(repositoryId);
      tables.treeFiles.removeWhere((row) => row.repositoryId === repositoryId);
      tables.damage.removeWhere((row) => row.repositoryId === repositoryId);
      tables.packs.removeWhere((row) => row.repositoryId === repositoryId);
      tables.chunks.removeWhere((row) => row.repositoryId === repositoryId);
      tables.chunkHooks.removeWhere((row) => row.repositoryId === repositoryId);
      tables.sparseIndexes.remove(repositoryId);
      tables.recommendationDismissals.removeWhere((row) => row.repositoryId === repositoryId);
      tables.transferEvents.removeWhere((row) => row.repositoryId === repositoryId);
      tables.pendingVerifications.removeWhere(({ verification }) => verification.repositoryId === repositoryId);
      tables.tokens.removeWhere(({ token }) => token.repositoryId === repositoryId);
      tables.repositoryUsages.remove(repositoryId);
      tables.repositories.remove(repositoryId);
    },
    // Nothing is ever left: `remove` takes no time here.
    removeRemains: async () => false,
    addDeleted: async (deleted) => tables.deletedRepositories.put(deleted.repositoryId, deleted),
    updateDeleted: async (former, change) => {
      if (!isAsBefore(tables, former)) return false;
      tables.deletedRepositories.put(former.repositoryId, { ...former, ...change });
      return true;
    },
    removeDeleted: async (former) => {
      if (!isAsBefore(tables, former)) return false;
      tables.deletedRepositories.remove(former.repositoryId);
      return true;
    },
    bumpGeneration: async (repositoryId, now) => {
      const repository = tables.repositories.get(repositoryId);
      if (repository === undefined) return undefined;
      const generation = repository.generation + 1;
      tables.repositories.put(repositoryId, { ...repository, generation, updatedAt: now });
      return generation;
    },
    putMember: async (member) => {
      invariant(tables.repositories.get(member.repositoryId) !== undefined, 'a level belongs to a repository');
      invariant(tables.users.get(member.userId) !== undefined, 'a level belongs to a user');
      tables.repositoryMembers.put(keyOf(member.repositoryId, member.userId), member);
    },
    removeMember: async (repositoryId, userId) => {
      const key = keyOf(repositoryId, userId);
      if (tables.repositoryMembers.get(key) === undefined) return false;
      tables.repositoryMembers.remove(key);
      return true;
    },
    removeMemberFromAll: async (organizationId, userId) =>
      tables.repositoryMembers.removeWhere(
        (member) =>
          member.userId === userId &&
          member.level !== 'NONE' &&
          tables.repositories.get(member.repositoryId)?.organizationId === organizationId,
      ),
  };
};
