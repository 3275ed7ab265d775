import type { ChunkLocation, ChunkName } from '@svc/core/model';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';

/** Which of some chunks the repository has, and where. */
export type FindChunks = (names: readonly ChunkName[]) => Promise<ReadonlyMap<ChunkName, ChunkLocation>>;

/** The most that the service takes in one look-up is 12,000; a body of this many names is read in one piece. */
const maxNames = 4096;

export const createFindChunks =
  ({ client, repositoryId }: TransferContext, signal: AbortSignal): FindChunks =>
  async (names) => {
    const distinct = [...new Set(names)];
    const found = new Map<ChunkName, ChunkLocation>();
    for (let at = 0; at < distinct.length; at += maxNames) {
      const part = distinct.slice(at, at + maxNames);
      const { chunks } = await valueOf(client.tree.lookUp(repositoryId, { names: part }, { signal }));
      for (const [name, location] of chunks) found.set(name, location);
    }
    return found;
  };

/** For a push that takes nothing as given. */
export const findNoChunks: FindChunks = async () => new Map();
