import { sql } from 'kysely';
import { id, ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** How artifacts, commits and releases hang together. An edge goes with the repository in which it was said, and outlives those that it leads to. */
export const graphEdges: Migration = {
  number: 10,
  name: 'graph-edges',
  statements: (schema, { columnTypes: { text } }) => [
    schema
      .createTable('graph_edges')
      .addColumn('id', text, id)
      .addColumn('repository_id', text, ofRepository)
      .addColumn('type', text, required)
      .addColumn('from_repository_id', text, required)
      .addColumn('from_kind', text, required)
      .addColumn('from_id', text, required)
      .addColumn('to_repository_id', text, required)
      .addColumn('to_kind', text, required)
      .addColumn('to_id', text, required)
      .addColumn('note', text)
      .addColumn('created_by', text, required)
      .addColumn('created_at', 'bigint', required),
    schema.createIndex('graph_edges_by_repository').on('graph_edges').columns(['repository_id', 'created_at', 'id']),
    schema
      .createIndex('graph_edges_by_from')
      .on('graph_edges')
      .columns(['from_repository_id', 'from_kind', 'from_id', 'repository_id']),
    schema.createIndex('graph_edges_by_to').on('graph_edges').columns(['to_repository_id', 'to_kind', 'to_id', 'repository_id']),
    schema
      .alterTable('repository_usages')
      .addColumn('graph_edge_count', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  ],
};
