import type { RequestedConversionQueries, RequestedConversionRecords } from '../../ports/records/requested-conversion-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const requestedConversionQueries = (tables: ReadableTables): RequestedConversionQueries => ({
  find: async (repositoryId, oid) => tables.requestedConversions.get(keyOf(repositoryId, oid))?.request,
  listWaiting: async (organizationId, since, limit) =>
    tables.requestedConversions
      .where(
        ({ repositoryId, request }) =>
          tables.repositories.get(repositoryId)?.organizationId === organizationId &&
          request.state === 'requested' &&
          request.since > since,
      )
      .toSorted(
        (left, right) =>
          left.request.since - right.request.since ||
          compareText(left.repositoryId, right.repositoryId) ||
          compareText(left.oid, right.oid),
      )
      .slice(0, limit)
      .map(({ repositoryId, oid }) => ({ repositoryId, oid })),
});

export const requestedConversionRecords = (tables: DraftTables): RequestedConversionRecords => ({
  ...requestedConversionQueries(tables),
  put: async (repositoryId, oid, request) =>
    tables.requestedConversions.put(keyOf(repositoryId, oid), { repositoryId, oid, request }),
  forget: async (organizationId, since) => {
    tables.requestedConversions.removeWhere(
      ({ repositoryId, request }) =>
        tables.repositories.get(repositoryId)?.organizationId === organizationId && request.since < since,
    );
  },
});
