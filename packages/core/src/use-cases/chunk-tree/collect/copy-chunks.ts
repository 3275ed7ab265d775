import { ok, err, type Result } from 'neverthrow';
import { createPackWriter, type FinishedPack, type PackWriter, targetPackBytes } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { type ChunkName, MIB, type PackName, packPath, treeKey } from '../../../model/values/index.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { readSpan } from '../read/read-tree-blob.js';
import { type Collection } from './collection.js';
import type { NoRoom } from './put-file.js';
import { putPack } from './put-pack.js';

/** Where chunks lie now, by what a verification has found in the new packs. */
export interface CopiedChunks {
  readonly places: ReadonlyMap<ChunkName, ChunkLocation>;
  readonly packs: ReadonlySet<PackName>;
}

/** Chunks near each other are read in one piece, with the dead ones between them. */
const maxReadBytes = 8 * MIB;
const maxGapBytes = MIB / 2;

interface StoredBytes {
  readonly chunk: ChunkLocation;
  readonly bytes: Uint8Array;
}

/** The stored bytes of chunks of one pack, as they are. */
async function* readStored(
  tree: ChunkTree,
  pack: PackName,
  chunks: readonly ChunkLocation[],
): AsyncGenerator<StoredBytes, void, undefined> {
  const sorted = [...chunks].sort((left, right) => left.offset - right.offset);
  for (let first = 0; first < sorted.length;) {
    const begin = sorted[first]?.offset ?? 0;
    let end = begin;
    let next = first;
    for (let chunk = sorted[next]; chunk !== undefined; chunk = sorted[next]) {
      const isNear = chunk.offset - end <= maxGapBytes && chunk.offset + chunk.storedBytes - begin <= maxReadBytes;
      if (next > first && !isNear) break;
      end = Math.max(end, chunk.offset + chunk.storedBytes);
      next += 1;
    }
    const bytes = await readSpan(tree, treeKey(tree.namespace, packPath(pack)), begin, end);
    for (const chunk of sorted.slice(first, next)) {
      const at = chunk.offset - begin;
      yield { chunk, bytes: bytes.slice(at, at + chunk.storedBytes) };
    }
    first = next;
  }
}

/** Puts the chunks into new packs one after the other, each once. */
async function* repack(
  tree: ChunkTree,
  live: ReadonlyMap<PackName, readonly ChunkLocation[]>,
): AsyncGenerator<FinishedPack, void, undefined> {
  const copied = new Set<ChunkName>();
  let writer: PackWriter = createPackWriter();
  for (const [pack, chunks] of live) {
    const fresh = chunks.filter(({ name }) => !copied.has(name));
    for await (const { chunk, bytes } of readStored(tree, pack, fresh)) {
      const { name, encoding, rawBytes } = chunk;
      // Two copies of one chunk have different bytes where a writer that has another zstd made one of them.
      if (copied.has(name)) continue;
      copied.add(name);
      if (writer.chunkCount > 0 && (writer.sizeBytes >= targetPackBytes || !writer.fits(bytes.byteLength))) {
        yield writer.finish();
        writer = createPackWriter();
      }
      writer.add({ name, encoded: { encoding, bytes }, rawBytes });
    }
  }
  if (writer.chunkCount > 0) yield writer.finish();
}

/**
 * Copies the live chunks of packs into new ones, as they are stored, and verifies each new pack from the store, like one that a client has sent. Throws a fault
 * when a chunk is not what its name says: then nothing was repointed.
 */
export const copyChunks = async (
  collection: Collection,
  tree: ChunkTree,
  live: ReadonlyMap<PackName, readonly ChunkLocation[]>,
): Promise<Result<CopiedChunks, NoRoom>> => {
  const places = new Map<ChunkName, ChunkLocation>();
  const packs = new Set<PackName>();
  const former = [...live.keys()];
  for await (const pack of repack(tree, live)) {
    const put = await putPack(collection, tree, pack, former);
    if (put.isErr()) return err(put.error);
    packs.add(put.value.name);
    for (const chunk of put.value.index.locations()) places.set(chunk.name, chunk);
  }
  return ok({ places, packs });
};
