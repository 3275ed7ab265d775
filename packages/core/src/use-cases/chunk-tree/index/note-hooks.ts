import { ok, type Result } from 'neverthrow';
import type { Hook } from '../../../model/chunk-tree/hook.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { type RepositoryId, treeFileKind, type TreePath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import { mapOrdered } from '../../../concurrency/map-ordered.js';
import { type MapSource, readMapIfSound } from '../read/read-chunk-map.js';
import { createHookWriter } from './hook-writer.js';

const mapsAtOnce = 8;

type NotePorts = Pick<Ports, 'unitOfWork'>;

/** Whether chunks of the repository are found by hooks. Throws `TreeUnavailable`. */
export const hasSparseIndex = async ({ unitOfWork }: NotePorts, repositoryId: RepositoryId): Promise<boolean> => {
  const isSparse = await unitOfWork.read(({ chunkIndex }) => chunkIndex.isSparse(repositoryId));
  if (isSparse.isErr()) throw new TreeUnavailable(isSparse.error);
  return isSparse.value;
};

const add = async ({ unitOfWork }: NotePorts, repositoryId: RepositoryId, hooks: readonly Hook[]): Promise<void> => {
  const added = await unitOfWork.transact(async ({ chunkIndex, repositories }): Promise<Result<void, never>> => {
    if ((await repositories.find(repositoryId)) !== undefined) await chunkIndex.addHooks(repositoryId, hooks, 'is replaced');
    return ok();
  });
  if (added.isErr()) throw new TreeUnavailable(added.error);
};

async function* mapsAmong(files: readonly TreePath[]) {
  for (const path of new Set(files)) {
    const file = treeFileKind(path);
    if (file.kind === 'map') yield await Promise.resolve(file.name);
  }
}

/**
 * Where the index is sparse, notes the hooks of maps by which objects were verified, so that the next version finds their chunks. It takes transactions of its own,
 * before the objects are registered: that a map is verified is true by itself, and its packs are asked for when a chunk is found. Throws `TreeUnavailable`.
 */
export const noteHooks = async (
  ports: NotePorts,
  tree: MapSource,
  repositoryId: RepositoryId,
  files: readonly TreePath[],
): Promise<void> => {
  if (files.length === 0 || !(await hasSparseIndex(ports, repositoryId))) return;
  const writer = createHookWriter((hooks) => add(ports, repositoryId, hooks));
  const readings = mapOrdered(mapsAmong(files), async (map) => ({ map, chunks: await readMapIfSound(tree, map) }), {
    concurrency: mapsAtOnce,
  });
  // What became of a map that is not there its registration finds out.
  for await (const { map, chunks } of readings) if (chunks !== undefined) await writer.add(map, chunks);
  await writer.finish();
};
