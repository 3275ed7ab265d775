import { err, ok, type Result } from 'neverthrow';
import { pauseOf } from '../../../concurrency/pause-of.js';
import { encodeChunkMap } from '../../../formats/packs/index.js';
import { invariant } from '../../../model/app-error.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { type MapName, mapPath, type PackName, treeKey, trusted } from '../../../model/values/index.js';
import type { HookWriter } from '../index/hook-writer.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { createPackIndexes, type PackIndexes } from '../read/pack-indexes.js';
import { readNamedMap } from '../read/read-chunk-map.js';
import type { Collection } from './collection.js';
import type { CopiedChunks } from './copy-chunks.js';
import { type NoRoom, putFile } from './put-file.js';

/** The same chunks, those of the former packs at their new places. */
const moved = (
  chunks: readonly ChunkLocation[],
  former: ReadonlySet<PackName>,
  { places }: CopiedChunks,
): readonly ChunkLocation[] =>
  chunks.map((chunk) => {
    if (!former.has(chunk.pack)) return chunk;
    const place = places.get(chunk.name);
    invariant(place !== undefined && place.rawBytes === chunk.rawBytes, 'each live chunk was copied');
    return place;
  });

const isSameContent = (left: readonly ChunkLocation[], right: readonly ChunkLocation[]): boolean =>
  left.length === right.length &&
  left.every(({ name, rawBytes }, at) => name === right[at]?.name && rawBytes === right[at].rawBytes);

/** The chunks of the rewritten map, as the store has it: each lies in its pack, and they are the same ones as before. */
const verifyMap = async (
  tree: ChunkTree,
  name: MapName,
  former: readonly ChunkLocation[],
  { packs }: CopiedChunks,
  indexes: PackIndexes,
): Promise<readonly ChunkLocation[]> => {
  const chunks = await readNamedMap(tree, name);
  if (!isSameContent(chunks, former)) {
    throw new TreeFault(treeKey(tree.namespace, mapPath(name)), 'manifest_invalid', 'it has other chunks than before');
  }
  await indexes.demand(chunks.filter(({ pack }) => packs.has(pack)));
  return chunks;
};

/** `former` are packs that the maps lead into, and `hooks`, where there are any, learns of the maps that come in place of these. */
export interface Rewriting {
  readonly maps: Iterable<MapName>;
  readonly former: ReadonlySet<PackName>;
  readonly copied: CopiedChunks;
  readonly hooks: HookWriter | undefined;
}

/** Writes the maps anew that lead into former packs. Answers each with the name that it has now. */
export const rewriteMaps = async (
  collection: Collection,
  tree: ChunkTree,
  { maps, former, copied, hooks }: Rewriting,
): Promise<Result<ReadonlyMap<MapName, MapName>, NoRoom>> => {
  const rewritten = new Map<MapName, MapName>();
  const indexes = createPackIndexes(tree);
  const pause = pauseOf(tree);
  for (const map of maps) {
    const chunks = await readNamedMap(tree, map);
    const bytes = encodeChunkMap(moved(chunks, former, copied));
    const name = trusted<MapName>(tree.codec.blake3Hex(bytes));
    const put = await putFile(collection, { path: mapPath(name), parts: [bytes], sizeBytes: bytes.byteLength });
    if (put.isErr()) return err(put.error);
    const verified = await verifyMap(tree, name, chunks, copied, indexes);
    await hooks?.add(name, verified);
    rewritten.set(map, name);
    await pause();
  }
  await hooks?.finish();
  return ok(rewritten);
};
