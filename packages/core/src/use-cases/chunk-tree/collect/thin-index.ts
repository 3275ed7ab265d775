import { pauseOf } from '../../../concurrency/pause-of.js';
import { defaultSparseIndexChunks } from '../../../model/chunk-tree/hook.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { ChunkName } from '../../../model/values/index.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { readNamedMap } from '../read/read-chunk-map.js';
import { missingHooks } from './collected-hooks.js';
import { type Collection, whileClaimed } from './collection.js';
import type { Survey } from './survey.js';
import { demandClaim } from './tree-work.js';

const chunksPerSlice = 20_000;

/** Whether so many chunks of the repository are found by their own names. */
const hasChunks = async (collection: Collection, chunks: number): Promise<boolean> => {
  const { ports, owner } = collection;
  const pause = pauseOf(ports.clock);
  let counted = 0;
  let after: ChunkName | undefined;
  while (counted < chunks) {
    await demandClaim(collection);
    const from = after;
    const next = await ports.unitOfWork.read(({ chunkIndex }) =>
      chunkIndex.countChunks(owner.repositoryId, from, chunksPerSlice),
    );
    if (next.isErr()) throw new TreeUnavailable(next.error);
    if (next.value.last === undefined) return false;
    counted += next.value.count;
    after = next.value.last;
    await pause();
  }
  return true;
};

/** Nothing reads the rows any more; until the last one is gone those that are left are right. */
const removeChunks = async (collection: Collection): Promise<void> => {
  const { repositoryId } = collection.owner;
  const pause = pauseOf(collection.ports.clock);
  let isLast = false;
  while (!isLast) {
    await demandClaim(collection);
    const hasMore = await whileClaimed(collection, undefined, ({ chunkIndex }) =>
      chunkIndex.removeChunks(repositoryId, chunksPerSlice),
    );
    isLast = hasMore !== true;
    await pause();
  }
};

/**
 * Makes the index of a repository sparse that has come to have very many chunks: notes the hooks of all maps that objects need, then has chunks found by these alone,
 * then removes the rows of chunks. Whatever it is broken off at, what is found is right, and the next visit goes on. Answers whether the index is sparse.
 */
export const thinIndex = async (collection: Collection, tree: ChunkTree, survey: Survey, isSparse: boolean): Promise<boolean> => {
  const { ports, owner } = collection;
  if (!isSparse) {
    const chunks = ports.settings.sparseIndexChunks ?? defaultSparseIndexChunks;
    if (survey.namedChunks < chunks || !(await hasChunks(collection, chunks))) return false;
    const hooks = missingHooks(collection);
    for (const map of survey.frozenMaps()) {
      await demandClaim(collection);
      await hooks.add(map, await readNamedMap(tree, map));
    }
    await hooks.finish();
    await whileClaimed(collection, undefined, ({ chunkIndex }) => chunkIndex.makeSparse(owner.repositoryId));
  }
  await removeChunks(collection);
  return true;
};
