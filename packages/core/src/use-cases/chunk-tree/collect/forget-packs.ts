import { pauseOf } from '../../../concurrency/pause-of.js';
import { type ChunkName, type PackName, packPath } from '../../../model/values/index.js';
import { type Collection, demandClaim, whileClaimed } from './collection.js';

const chunksPerSlice = 20_000;

/**
 * Makes packs whose grace is over unverified, and forgets where their chunks lie. It takes one pass over the chunks of the repository, for there is no index by
 * pack, so it is done for all of them together, and before the first is deleted, so that none is `deleting` for as long as that takes. One that is brought back
 * meanwhile is left alone, and one that is brought back afterwards is verified again by the next object that comes with it.
 */
export const forgetPacks = async (collection: Collection, packs: readonly PackName[]): Promise<void> => {
  if (packs.length === 0) return;
  const { repositoryId } = collection.owner;
  const pause = pauseOf(collection.ports.clock);
  const paths = packs.map(packPath);
  let after: ChunkName | undefined;
  for (let isFirst = true; isFirst || after !== undefined; isFirst = false) {
    await demandClaim(collection);
    const from = after;
    const forgotten = await whileClaimed(collection, undefined, async ({ tree, condemned }, at) => {
      const present = await condemned.find(repositoryId, paths);
      const over = packs.filter((pack) => {
        const file = present.get(packPath(pack));
        return file?.state === 'quarantined' && file.dueAt <= at;
      });
      if (from === undefined) await tree.removePacks(repositoryId, over);
      return { last: await tree.removeChunksOf(repositoryId, over, from, chunksPerSlice) };
    });
    after = forgotten === 'changed' ? undefined : forgotten.last;
    await pause();
  }
};
