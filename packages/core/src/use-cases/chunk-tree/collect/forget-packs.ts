import { pauseOf } from '../../../concurrency/pause-of.js';
import { type ChunkName, type PackName, packPath } from '../../../model/values/index.js';
import { type Collection, whileClaimed } from './collection.js';
import { demandClaim } from './tree-work.js';

const chunksPerSlice = 20_000;

/**
 * Forgets where the chunks of packs lie whose grace is over, and at last that these are verified, so that no chunk ever lies in a pack that is not. It takes one
 * pass over the chunks of the repository, for there is no index by pack, so it is done for all of them together, and before the first is deleted, so that none is
 * `deleting` for as long as that takes. One that is brought back meanwhile stays verified; what was forgotten of it by then is sent again, should it come again.
 * The others are answered.
 */
export const forgetPacks = async (collection: Collection, packs: readonly PackName[]): Promise<readonly PackName[]> => {
  const { repositoryId } = collection.owner;
  const pause = pauseOf(collection.ports.clock);
  let left = packs;
  let after: ChunkName | undefined;
  for (let isFirst = true; left.length > 0 && (isFirst || after !== undefined); isFirst = false) {
    await demandClaim(collection);
    const [among, from] = [left, after];
    const forgotten = await whileClaimed(collection, undefined, async ({ tree, condemned }, at) => {
      const present = await condemned.find(repositoryId, among.map(packPath));
      const over = among.filter((pack) => {
        const file = present.get(packPath(pack));
        return file?.state === 'quarantined' && file.dueAt <= at;
      });
      const last = await tree.removeChunksOf(repositoryId, over, from, chunksPerSlice);
      if (last === undefined) await tree.removePacks(repositoryId, over);
      return { over, last };
    });
    if (forgotten === 'changed') return [];
    left = forgotten.over;
    after = forgotten.last;
    await pause();
  }
  return left;
};
