import type { GraphEdge, GraphEdgeId } from '@svc/core/model';
import type { EdgesAt, LineageQueries, LineageRecords } from '@svc/core/ports';
import type { Selectable } from 'kysely';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { countRow, countRowOut } from './count-row.js';
import type { SqlSource } from './sql-source.js';

const edgeOf = (row: Selectable<Schema['graph_edges']>): GraphEdge => ({
  id: row.id,
  repositoryId: row.repository_id,
  type: row.type,
  from: { repositoryId: row.from_repository_id, kind: row.from_kind, id: row.from_id },
  to: { repositoryId: row.to_repository_id, kind: row.to_kind, id: row.to_id },
  note: row.note ?? undefined,
  createdBy: row.created_by,
  createdAt: row.created_at,
});

const nodeColumns = { node_repository: 'text', node_kind: 'text', node_id: 'text' } as const;

/** The nodes lead, so that each is looked up. */
const edgesAt = ({ db, dialect }: SqlSource, { nodes, end, repositoryIds, belongTo }: EdgesAt) => {
  const rows = nodes.map(({ repositoryId, kind, id }) => [repositoryId, kind, id]);
  const given = dialect.givenRows(dialect.rowsParameter(rows), nodeColumns).as('given');
  return db
    .selectFrom(given)
    .crossJoin('graph_edges')
    .selectAll('graph_edges')
    .whereRef(`${end}_repository_id`, '=', 'given.node_repository')
    .whereRef(`${end}_kind`, '=', 'given.node_kind')
    .whereRef(`${end}_id`, '=', 'given.node_id')
    .where('repository_id', belongTo === 'these' ? 'in' : 'not in', repositoryIds);
};

export const lineageQueries = (source: SqlSource): LineageQueries => ({
  list: async (repositoryId, page) => {
    let query = source.db.selectFrom('graph_edges').selectAll().where('repository_id', '=', repositoryId);
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query
        .where('created_at', '<=', value)
        .where((column) => column.or([column('created_at', '<', value), column('id', '>', cursorText<GraphEdgeId>(tie))]));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, edgeOf, ({ createdAt, id }) => descendingKey(createdAt, id));
  },
  listAt: async (at, limit) => {
    if (at.nodes.length === 0) return [];
    const rows = await edgesAt(source, at).limit(limit).execute();
    return rows.map(edgeOf);
  },
});

export const lineageRecords = (source: SqlSource): LineageRecords => {
  const { db } = source;
  return {
    add: async (edge, max) => {
      await db
        .insertInto('graph_edges')
        .values({
          id: edge.id,
          repository_id: edge.repositoryId,
          type: edge.type,
          from_repository_id: edge.from.repositoryId,
          from_kind: edge.from.kind,
          from_id: edge.from.id,
          to_repository_id: edge.to.repositoryId,
          to_kind: edge.to.kind,
          to_id: edge.to.id,
          note: edge.note ?? null,
          created_by: edge.createdBy,
          created_at: edge.createdAt,
        })
        .execute();
      return (await countRow(source, edge.repositoryId, 'graph_edge_count', max)) !== undefined;
    },
    remove: async (repositoryId, edgeId) => {
      const row = await db
        .deleteFrom('graph_edges')
        .where('id', '=', edgeId)
        .where('repository_id', '=', repositoryId)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await countRowOut(source, repositoryId, 'graph_edge_count');
      return edgeOf(row);
    },
    ...lineageQueries(source),
  };
};
