import type { RequestedConversionQueries, RequestedConversionRecords } from '@svc/core/ports';
import { hashToBinary, oidFromBinary } from '../codec.js';
import type { SqlSource } from './sql-source.js';

export const requestedConversionQueries = ({ db }: SqlSource): RequestedConversionQueries => ({
  find: async (repositoryId, oid) =>
    db
      .selectFrom('requested_conversions')
      .select(['state', 'since'])
      .where('repository_id', '=', repositoryId)
      .where('oid', '=', hashToBinary(oid))
      .executeTakeFirst(),
  listWaiting: async (organizationId, since, limit) => {
    const rows = await db
      .selectFrom('requested_conversions')
      .select(['repository_id', 'oid'])
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'requested')
      .where('since', '>', since)
      .orderBy('since')
      .orderBy('repository_id')
      .orderBy('oid')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ repositoryId: row.repository_id, oid: oidFromBinary(row.oid) }));
  },
});

export const requestedConversionRecords = (source: SqlSource): RequestedConversionRecords => {
  const { db } = source;
  return {
    put: async (repositoryId, oid, { state, since }) => {
      const repository = db.selectFrom('repositories').select('organization_id').where('id', '=', repositoryId);
      const { organization_id: organizationId } = await repository.executeTakeFirstOrThrow();
      await db
        .insertInto('requested_conversions')
        .values({ repository_id: repositoryId, oid: hashToBinary(oid), organization_id: organizationId, state, since })
        .onConflict((conflict) => conflict.columns(['repository_id', 'oid']).doUpdateSet({ state, since }))
        .execute();
    },
    forget: async (organizationId, since) => {
      await db
        .deleteFrom('requested_conversions')
        .where('organization_id', '=', organizationId)
        .where('since', '<', since)
        .execute();
    },
    ...requestedConversionQueries(source),
  };
};
