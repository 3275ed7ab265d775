import { useQuery } from '@tanstack/preact-query';
import { valueAtAddress } from '../api/failure.js';
import { useClient } from '../session/session.js';
import type { Graph, LineageNode } from './graph-model.js';

/** More than these no picture shows. */
const mostEdges = 200;

const startOf = ({ kind, id }: LineageNode) => {
  if (kind === 'artifact') return { oid: id };
  return kind === 'commit' ? { commit: id } : { tag: id };
};

/** The query key of everything that shows a graph of the repository. */
export const graphKey = (repository: string) => ['repository', repository, 'graph'];

/** What came from what: around one node, or all that the repository says. */
export const useGraph = (repository: string, start: LineageNode | undefined) => {
  const { api } = useClient();
  return useQuery({
    queryKey: [...graphKey(repository), start?.kind, start?.id],
    queryFn: async ({ signal }): Promise<Graph> => {
      const query = { limit: mostEdges, ...(start !== undefined && startOf(start)) };
      const params = { path: { repoID: repository }, query };
      return (await valueAtAddress(api.GET('/api/v1/repositories/{repoID}/graph', { params, signal }))).data;
    },
  });
};
