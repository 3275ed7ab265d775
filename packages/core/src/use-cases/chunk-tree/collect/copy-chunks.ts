import { ok, err, type Result } from 'neverthrow';
import { createPackWriter, type FinishedPack, type PackWriter, targetPackBytes } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { type ChunkName, MIB, type PackName, packPath, treeKey, trusted } from '../../../model/values/index.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { openPack } from '../read/open-pack.js';
import { withReadMemory } from '../read/read-memory.js';
import { readSpan } from '../read/read-tree-blob.js';
import { verifyPack, type VerifiedPack } from '../verify/verify-pack.js';
import { attemptWhileClaimed, type Collection } from './collection.js';
import { findLasting } from './condemned.js';
import { type NoRoom, putFile } from './put-file.js';

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

/** The chunks are found in the new pack from now on. They are verified, which makes this true whatever comes after it. */
const addPack = (
  collection: Collection,
  { name, index }: VerifiedPack,
  inPlaceOf: readonly PackName[],
): Promise<Result<void, NoRoom>> =>
  attemptWhileClaimed(collection, async (records, at): Promise<Result<void, NoRoom>> => {
    const { repositoryId } = collection.owner;
    const path = packPath(name);
    if (!(await findLasting(records, repositoryId, [path])).has(path)) return err('no_room');
    await records.condemned.remove(repositoryId, [path]);
    await records.tree.addPack(repositoryId, name, index.locations(), at, inPlaceOf);
    return ok();
  });

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
  for await (const { parts, sizeBytes } of repack(tree, live)) {
    const hash = tree.codec.blake3();
    for (const part of parts) hash.update(part);
    const name = trusted<PackName>(hash.digestHex());
    const put = await putFile(collection, { path: packPath(name), parts, sizeBytes });
    if (put.isErr()) return err(put.error);
    const opened = await openPack(tree, name);
    const verified = await withReadMemory((memory) => verifyPack(tree, memory, opened, () => Promise.resolve()));
    const added = await addPack(collection, verified, former);
    if (added.isErr()) return err(added.error);
    packs.add(name);
    for (const chunk of verified.index.locations()) places.set(chunk.name, chunk);
  }
  return ok({ places, packs });
};
