import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Whole objects that somebody has asked for in chunks, because another version of them is about to be pushed. */
export const requestedConversions: Migration = {
  number: 23,
  name: 'requested-conversions',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      dialect.clustered(
        schema
          .createTable('requested_conversions')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('oid', binary, required)
          .addColumn('organization_id', text, required)
          .addColumn('state', text, required)
          .addColumn('since', 'bigint', required)
          .addPrimaryKeyConstraint('requested_conversions_key', ['repository_id', 'oid']),
      ),
      schema
        .createIndex('requested_conversions_of_organization')
        .on('requested_conversions')
        .columns(['organization_id', 'state', 'since']),
    ];
  },
};
