import { invariant } from '../../model/app-error.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import { connectionOf, type Instant, type StorageConnectionId } from '../../model/values/index.js';
import type { ConnectionQueries, ConnectionRecords } from '../../ports/records/connection-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const ageKey = ({ createdAt, id }: StorageConnection): string => descending(createdAt) + id;

const byCheck = (left: StorageConnection, right: StorageConnection): number =>
  left.health.checkedAt - right.health.checkedAt || compareText(left.id, right.id);

const isUsedByRepository = (tables: ReadableTables, id: StorageConnectionId): boolean =>
  tables.repositories.where((repository) => repository.storageConnectionId === id).length > 0;

const hasDeleted = (tables: ReadableTables, id: StorageConnectionId): boolean =>
  tables.deletedRepositories.where(({ namespace }) => connectionOf(namespace) === id).length > 0;

const removeOrRetire = (tables: DraftTables, connection: StorageConnection): void => {
  if (hasDeleted(tables, connection.id)) tables.retiredConnections.put(connection.id, connection);
  tables.storageConnections.remove(connection.id);
};

export const connectionQueries = (tables: ReadableTables): ConnectionQueries => {
  const ofOrganization = (organizationId: string): readonly StorageConnection[] =>
    tables.storageConnections.where((connection) => connection.organizationId === organizationId);
  const checkedWhere = (holds: (checkedAt: Instant) => boolean): StorageConnection[] =>
    tables.storageConnections.where(({ health }) => holds(health.checkedAt)).toSorted(byCheck);
  return {
    list: async (organizationId, page) => pageByKey(ofOrganization(organizationId), ageKey, page),
    find: async (organizationId, id) => {
      const connection = tables.storageConnections.get(id);
      return connection?.organizationId === organizationId ? connection : undefined;
    },
    findForRouting: async (id) => tables.storageConnections.get(id) ?? tables.retiredConnections.get(id),
    count: async (organizationId) => ofOrganization(organizationId).length,
    isUsed: async (id) => isUsedByRepository(tables, id) || hasDeleted(tables, id),
    listUnchecked: async (checkedBefore, beyond, limit) => {
      const unchecked = checkedWhere((checkedAt) => checkedAt <= checkedBefore);
      return [...unchecked, ...checkedWhere((checkedAt) => checkedAt > beyond)].slice(0, limit);
    },
  };
};

export const connectionRecords = (tables: DraftTables): ConnectionRecords => {
  const queries = connectionQueries(tables);
  return {
    ...queries,
    add: async (connection) => {
      invariant(tables.organizations.get(connection.organizationId) !== undefined, 'a connection belongs to an organization');
      invariant(tables.storageConnections.get(connection.id) === undefined, 'a connection id is used once');
      tables.storageConnections.put(connection.id, connection);
    },
    replace: async (connection) => {
      const known = await queries.find(connection.organizationId, connection.id);
      if (known?.revision !== connection.revision - 1) return false;
      tables.storageConnections.put(connection.id, { ...connection, createdAt: known.createdAt });
      return true;
    },
    recordHealth: async (id, revision, health) => {
      const known = tables.storageConnections.get(id);
      if (known?.revision !== revision) return false;
      tables.storageConnections.put(id, { ...known, health });
      return true;
    },
    remove: async (organizationId, id) => {
      const connection = await queries.find(organizationId, id);
      if (connection === undefined) return 'missing';
      if (isUsedByRepository(tables, id)) return 'in_use';
      removeOrRetire(tables, connection);
      return 'removed';
    },
    removeAll: async (organizationId) => {
      for (const connection of tables.storageConnections.where((row) => row.organizationId === organizationId)) {
        removeOrRetire(tables, connection);
      }
    },
    forgetRetired: async (id) => {
      if (!hasDeleted(tables, id)) tables.retiredConnections.remove(id);
    },
  };
};
