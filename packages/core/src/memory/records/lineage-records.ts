import { invariant } from '../../model/app-error.js';
import { type GraphEdge, nodeKey } from '../../model/lineage/graph-edge.js';
import type { LineageQueries, LineageRecords } from '../../ports/records/lineage-records.js';
import { descending, pageByKey } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const ageKey = ({ createdAt, id }: GraphEdge): string => descending(createdAt) + id;

export const lineageQueries = (tables: ReadableTables): LineageQueries => ({
  list: async (repositoryId, page) =>
    pageByKey(
      tables.graphEdges.where((edge) => edge.repositoryId === repositoryId),
      ageKey,
      page,
    ),
  listAt: async ({ nodes, end, repositoryIds, belongTo }, limit) => {
    const keys = new Set(nodes.map(nodeKey));
    const owners = new Set(repositoryIds);
    return tables.graphEdges
      .where((edge) => keys.has(nodeKey(edge[end])) && owners.has(edge.repositoryId) === (belongTo === 'these'))
      .slice(0, limit);
  },
});

export const lineageRecords = (tables: DraftTables): LineageRecords => ({
  ...lineageQueries(tables),
  add: async (edge, max) => {
    invariant(tables.repositories.get(edge.repositoryId) !== undefined, 'an edge belongs to a repository');
    tables.graphEdges.put(edge.id, edge);
    return tables.graphEdges.where(({ repositoryId }) => repositoryId === edge.repositoryId).length <= max;
  },
  remove: async (repositoryId, edgeId) => {
    const edge = tables.graphEdges.get(edgeId);
    if (edge?.repositoryId !== repositoryId) return undefined;
    tables.graphEdges.remove(edgeId);
    return edge;
  },
});
