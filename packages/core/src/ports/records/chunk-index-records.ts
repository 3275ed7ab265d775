import type { Hook } from '../../model/chunk-tree/hook.js';
import type { ChunkName, MapName, RepositoryId } from '../../model/values/index.js';

/** How the chunks of a repository are found: all of them by their names, or, where the index is sparse, by hooks that lead to chunk maps. */
export interface ChunkIndexQueries {
  /** Whether chunks that are added to the repository are found by hooks alone. */
  isSparse(repositoryId: RepositoryId): Promise<boolean>;
  /**
   * The maps that are noted for those of the names that are hooks. A name is known by its first half, so the map may have another chunk, and it may be gone by now:
   * who reads it finds out.
   */
  findHooks(repositoryId: RepositoryId, names: readonly ChunkName[]): Promise<ReadonlyMap<ChunkName, MapName>>;
  /** How many of the next `limit` chunks after the name there are that are found by their own names, in the order of these, and the last one of them. */
  countChunks(
    repositoryId: RepositoryId,
    after: ChunkName | undefined,
    limit: number,
  ): Promise<{ readonly count: number; readonly last: ChunkName | undefined }>;
}

export interface ChunkIndexRecords extends ChunkIndexQueries {
  /** Chunks that are added to the repository from now on are found by hooks alone. */
  makeSparse(repositoryId: RepositoryId): Promise<void>;
  /** Notes hooks, each name once; the map of one that is noted already stays, or is replaced. */
  addHooks(repositoryId: RepositoryId, hooks: readonly Hook[], noted: 'stays' | 'is replaced'): Promise<void>;
  /** Removes those of the next `limit` hooks after the position that lead to one of the maps. Answers where it has come to; undefined when there was none. */
  removeHooksOf(
    repositoryId: RepositoryId,
    maps: readonly MapName[],
    after: string | undefined,
    limit: number,
  ): Promise<string | undefined>;
  /** Removes up to `limit` of the chunks that are found by their own names; whether there were so many. */
  removeChunks(repositoryId: RepositoryId, limit: number): Promise<boolean>;
}
