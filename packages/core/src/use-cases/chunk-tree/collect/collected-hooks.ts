import { pauseOf } from '../../../concurrency/pause-of.js';
import type { Hook } from '../../../model/chunk-tree/hook.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { MapName } from '../../../model/values/index.js';
import { createHookWriter, type HookWriter } from '../index/hook-writer.js';
import { hasSparseIndex } from '../index/note-hooks.js';
import { type Collection, whileClaimed } from './collection.js';
import { demandClaim } from './tree-work.js';

const hooksPerSlice = 20_000;

const put = async (collection: Collection, hooks: readonly Hook[], noted: 'stays' | 'is replaced'): Promise<void> => {
  const { repositoryId } = collection.owner;
  await whileClaimed(collection, undefined, ({ chunkIndex }) => chunkIndex.addHooks(repositoryId, hooks, noted));
};

/** Adds the hooks of maps that objects need, where none is noted: what another map has had that is gone by now, or has come before the index was sparse. */
export const missingHooks = (collection: Collection): HookWriter => {
  const { ports, owner } = collection;
  return createHookWriter(async (hooks) => {
    const noted = await ports.unitOfWork.read(({ chunkIndex }) =>
      chunkIndex.findHooks(
        owner.repositoryId,
        hooks.map(({ name }) => name),
      ),
    );
    if (noted.isErr()) throw new TreeUnavailable(noted.error);
    const missing = hooks.filter(({ name }) => !noted.value.has(name));
    if (missing.length > 0) await put(collection, missing, 'stays');
  });
};

/** Has hooks lead to maps that were written anew: the former ones are needed by nothing soon, nor are the packs that they name. */
export const movedHooks = (collection: Collection): HookWriter =>
  createHookWriter((hooks) => put(collection, hooks, 'is replaced'));

/** Forgets the hooks of maps whose grace is over. A map that is brought back meanwhile gets them again with the next visit. */
export const forgetHooks = async (collection: Collection, maps: readonly MapName[]): Promise<void> => {
  const { repositoryId } = collection.owner;
  if (maps.length === 0 || !(await hasSparseIndex(collection.ports, repositoryId))) return;
  const pause = pauseOf(collection.ports.clock);
  let after: string | undefined;
  do {
    await demandClaim(collection);
    const from = after;
    const last = await whileClaimed(collection, undefined, ({ chunkIndex }) =>
      chunkIndex.removeHooksOf(repositoryId, maps, from, hooksPerSlice),
    );
    after = last;
    await pause();
  } while (after !== undefined);
};
