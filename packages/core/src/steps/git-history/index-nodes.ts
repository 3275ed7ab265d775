import type { LoadNodes, NodePages } from '../../formats/path-tree/index.js';
import { MIB } from '../../model/values/byte-count.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { GitIndexQueries } from '../../ports/records/git-index-records.js';
import { cacheKey, type IndexCaches } from './index-caches.js';

/** The nodes of a repository's path trees, with those that a transaction has written and not stored yet. */
export interface IndexNodes {
  readonly load: LoadNodes;
  readonly written: Map<number, Uint8Array>;
  add(pages: NodePages): void;
}

const maxRecentBytes = 4 * MIB;

export const createIndexNodes = (
  gitIndex: Pick<GitIndexQueries, 'loadNodes'>,
  repositoryId: RepositoryId,
  { nodes }: IndexCaches,
): IndexNodes => {
  const written = new Map<number, Uint8Array>();
  // What the cache is asked for by a text is asked for by its number first.
  const recent = new Map<number, Uint8Array>();
  let recentBytes = 0;
  const keep = (page: number, bytes: Uint8Array): void => {
    if (recentBytes + bytes.byteLength > maxRecentBytes) {
      recent.clear();
      recentBytes = 0;
    }
    recent.set(page, bytes);
    recentBytes += bytes.byteLength;
  };
  return {
    written,
    add: (pages) => {
      for (const [page, bytes] of pages) written.set(page, bytes);
    },
    load: async (pages) => {
      const found = new Map<number, Uint8Array>();
      const missing: number[] = [];
      for (const page of pages) {
        let bytes = written.get(page) ?? recent.get(page);
        if (bytes === undefined) {
          bytes = nodes.get(cacheKey(repositoryId, page));
          if (bytes !== undefined) keep(page, bytes);
        }
        if (bytes === undefined) missing.push(page);
        else found.set(page, bytes);
      }
      if (missing.length === 0) return found;
      for (const [page, bytes] of await gitIndex.loadNodes(repositoryId, missing)) {
        found.set(page, bytes);
        // What this transaction has not written was committed, and is never written again.
        nodes.set(cacheKey(repositoryId, page), bytes);
        keep(page, bytes);
      }
      return found;
    },
  };
};
