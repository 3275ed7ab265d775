import { invariant } from '../../model/app-error.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { ConnectionQueries, ConnectionRecords } from '../../ports/records/connection-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const ageKey = ({ createdAt, id }: StorageConnection): string => descending(createdAt) + id;

const byCheck = (left: StorageConnection, right: StorageConnection): number =>
  left.health.checkedAt - right.health.checkedAt || compareText(left.id, right.id);

export const connectionQueries = (tables: ReadableTables): ConnectionQueries => {
  const ofOrganization = (organizationId: string): readonly StorageConnection[] =>
    tables.storageConnections.where((connection) => connection.organizationId === organizationId);
  return {
    list: async (organizationId, page) => pageByKey(ofOrganization(organizationId), ageKey, page),
    find: async (organizationId, id) => {
      const connection = tables.storageConnections.get(id);
      return connection?.organizationId === organizationId ? connection : undefined;
    },
    findForRouting: async (id) => tables.storageConnections.get(id),
    count: async (organizationId) => ofOrganization(organizationId).length,
    isUsed: async (id) => tables.repositories.where((repository) => repository.storageConnectionId === id).length > 0,
    listUnchecked: async (checkedBefore, limit) =>
      tables.storageConnections
        .where(({ health }) => health.checkedAt <= checkedBefore)
        .toSorted(byCheck)
        .slice(0, limit),
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
      if ((await queries.find(organizationId, id)) === undefined) return 'missing';
      if (await queries.isUsed(id)) return 'in_use';
      tables.storageConnections.remove(id);
      return 'removed';
    },
  };
};
