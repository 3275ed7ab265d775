import { sql } from 'kysely';
import { ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** The conversion of objects that came whole into chunks: who wants it, whose turn it is, what looks at objects have found, and what it has come to. */
export const conversions: Migration = {
  number: 19,
  name: 'conversions',
  statements: (schema, dialect) => {
    const { binary, text } = dialect.columnTypes;
    return [
      schema.alterTable('organizations').addColumn('deduplicate', text),
      schema.alterTable('repositories').addColumn('deduplicate', text),
      dialect.clustered(
        schema
          .createTable('conversion_turns')
          .addColumn('organization_id', text, (column) =>
            column.primaryKey().notNull().references('organizations.id').onDelete('cascade'),
          )
          .addColumn('due_at', 'bigint', required)
          .addColumn('claimed_by', text)
          .addColumn('attempts', 'bigint', required)
          .addColumn('after_repository_id', text)
          .addColumn('after_oid', binary),
      ),
      schema.createIndex('conversion_turns_due').on('conversion_turns').columns(['due_at', 'organization_id']),
      rawStatement('insert into conversion_turns (organization_id, due_at, attempts) select id, 0, 0 from organizations'),
      dialect.clustered(
        schema
          .createTable('conversion_trials')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('oid', binary, required)
          .addColumn('due_at', 'bigint', required)
          .addColumn('saved_bytes', 'bigint', required)
          .addPrimaryKeyConstraint('conversion_trials_key', ['repository_id', 'oid']),
      ),
      dialect.clustered(
        schema
          .createTable('sampled_chunks')
          .addColumn('repository_id', text, ofRepository)
          .addColumn('name', binary, required)
          .addColumn('oid', binary, required)
          .addPrimaryKeyConstraint('sampled_chunks_key', ['repository_id', 'name', 'oid']),
      ),
      schema.createIndex('sampled_chunks_of_object').on('sampled_chunks').columns(['repository_id', 'oid']),
      dialect.clustered(
        schema
          .createTable('conversion_totals')
          .addColumn('repository_id', text, (column) =>
            column.primaryKey().notNull().references('repositories.id').onDelete('cascade'),
          )
          .addColumn('objects', 'bigint', required)
          .addColumn('former_bytes', 'bigint', required)
          .addColumn('added_bytes', 'bigint', required),
      ),
      // Of those that can be converted alone: what is small, or in chunks, is passed over however much there is of it.
      schema
        .createIndex('objects_convertible')
        .on('objects')
        .columns(['organization_id', 'repository_id', 'oid'])
        .where(sql<boolean>`layout = 'whole' and size_bytes >= 4194304`),
    ];
  },
};
