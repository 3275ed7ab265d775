import { routeParts } from '../endpoint/route.js';
import type { PreparedEndpoint } from './prepared-endpoint.js';
import { createSegmentTree, type Match } from './segment-tree.js';

export type Find = (method: string, path: string) => Match<PreparedEndpoint>;

/** Registers every row under its full path. */
export const createRouter = (endpoints: readonly PreparedEndpoint[]): Find => {
  const tree = createSegmentTree<PreparedEndpoint>();
  for (const prepared of endpoints) {
    const { method, segments } = routeParts(prepared.endpoint.route, prepared.endpoint.base ?? 'api');
    tree.add(method, segments, prepared);
  }
  return (method, path) => tree.find(method, path);
};
