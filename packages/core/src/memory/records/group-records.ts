import { invariant } from '../../model/app-error.js';
import type { MeasuredGroup, StorageGroup } from '../../model/storage-group.js';
import type { UserId } from '../../model/values/index.js';
import type { GroupQueries, GroupRecords } from '../../ports/records/group-records.js';
import { pageByKey } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { isHiddenFrom } from './is-hidden-from.js';

export const groupQueries = (tables: ReadableTables): GroupQueries => {
  const measured = (group: StorageGroup, userId: UserId): MeasuredGroup => {
    const seen = tables.repositories.where(
      ({ id, storageGroupId }) => storageGroupId === group.id && !isHiddenFrom(tables, id, userId),
    );
    const physicalBytes = seen.reduce((sum, { id }) => sum + (tables.repositoryUsages.get(id)?.physicalBytes ?? 0), 0);
    return { ...group, repositoryCount: seen.length, physicalBytes };
  };
  return {
    list: async (organizationId, userId, page) => {
      const groups = tables.storageGroups.where((group) => group.organizationId === organizationId);
      const { items, nextCursor } = pageByKey(groups, ({ name }) => name, page);
      return { items: items.map((group) => measured(group, userId)), nextCursor };
    },
    find: async (organizationId, userId, id) => {
      const group = tables.storageGroups.get(id);
      return group?.organizationId === organizationId ? measured(group, userId) : undefined;
    },
  };
};

export const groupRecords = (tables: DraftTables): GroupRecords => {
  const isTaken = ({ id, organizationId, name }: StorageGroup): boolean =>
    tables.storageGroups.where((other) => other.organizationId === organizationId && other.name === name && other.id !== id)
      .length > 0;
  return {
    ...groupQueries(tables),
    add: async (group) => {
      invariant(tables.organizations.get(group.organizationId) !== undefined, 'a group belongs to an organization');
      invariant(tables.storageGroups.get(group.id) === undefined, 'a group id is used once');
      if (isTaken(group)) return false;
      const { id, organizationId, name, description, createdAt, updatedAt } = group;
      tables.storageGroups.put(id, { id, organizationId, name, description, createdAt, updatedAt });
      return true;
    },
    update: async ({ id, name, description, updatedAt }) => {
      const known = tables.storageGroups.get(id);
      if (known === undefined || isTaken({ ...known, name })) return false;
      tables.storageGroups.put(id, { ...known, name, description, updatedAt });
      return true;
    },
    remove: async (organizationId, id) => {
      if (tables.storageGroups.get(id)?.organizationId !== organizationId) return false;
      for (const repository of tables.repositories.where(({ storageGroupId }) => storageGroupId === id)) {
        tables.repositories.put(repository.id, { ...repository, storageGroupId: undefined });
      }
      tables.storageGroups.remove(id);
      return true;
    },
  };
};
