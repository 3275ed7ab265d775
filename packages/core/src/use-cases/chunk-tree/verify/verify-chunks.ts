import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { PackName } from '../../../model/values/index.js';
import { createHead } from '../../../steps/objects/read-head.js';
import { type ChunkCursor, openChunkCursor } from '../read/chunk-cursor.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import type { LocatedBytes } from '../read/decode-chunks.js';
import { withHandleCache } from '../read/handle-cache.js';
import { createIndexCheck } from '../read/pack-indexes.js';
import { readChunks } from '../read/read-chunks.js';
import { type ReadMemory, withReadMemory } from '../read/read-memory.js';
import { type VerifiedPack, verifyPack } from './verify-pack.js';

/** What the packs of an object's chunks are asked for, and what is found out about them. */
export interface ChunkVerifications {
  /** Those of the packs that nobody has verified yet. */
  unverified(packs: readonly PackName[]): Promise<readonly PackName[]>;
  add(pack: VerifiedPack): Promise<void>;
}

/** The bytes that chunks make up one after the other. */
export interface VerifiedBytes {
  /** In hex. */
  readonly sha256: string;
  /** The first bytes, up to `headBytes` of them. */
  readonly head: Uint8Array;
}

/** The chunks from the cursor on, up to the first one in a pack that is not verified. */
async function* verifiedRun(
  cursor: ChunkCursor,
  unverified: ReadonlySet<PackName>,
): AsyncGenerator<ChunkLocation, void, undefined> {
  for (let chunk = cursor.current; chunk !== undefined && !unverified.has(chunk.pack); chunk = cursor.current) {
    yield chunk;
    await cursor.advance();
  }
}

const isSame = (left: ChunkLocation, right: ChunkLocation): boolean => left.pack === right.pack && left.offset === right.offset;

/**
 * Verifies chunks from the stored bytes: each pack that nobody has verified yet and each chunk's place, and hashes all of them in order. They come in
 * segments, each of which is looked at when the one before it is done with; the verification waits for one that takes its time.
 *
 * A new object's chunks lie in its new packs in its own order, so most of them are hashed into the object while their pack is being verified, and read
 * and decoded once in all. Memory is bounded by one segment, the indexes that were used last and a few groups of chunks.
 */
export const verifyChunks = (
  tree: ChunkTree,
  segments: AsyncIterable<readonly ChunkLocation[]>,
  packs: ChunkVerifications,
): Promise<VerifiedBytes> =>
  withHandleCache(tree, (keeping) => withReadMemory((memory) => verifyWith(memory, keeping, segments, packs)));

const verifyWith = async (
  memory: ReadMemory,
  tree: ChunkTree,
  segments: AsyncIterable<readonly ChunkLocation[]>,
  packs: ChunkVerifications,
): Promise<VerifiedBytes> => {
  const unverified = new Set<PackName>();
  const checkIndexes = createIndexCheck(tree);
  async function* checkedSegments(): AsyncGenerator<readonly ChunkLocation[], void, undefined> {
    for await (const chunks of segments) {
      await checkIndexes(chunks);
      for (const pack of await packs.unverified([...new Set(chunks.map((chunk) => chunk.pack))])) unverified.add(pack);
      yield chunks;
    }
  }
  const cursor = await openChunkCursor(checkedSegments());
  const hash = tree.hasher.sha256();
  const head = createHead();
  const hashNext = (bytes: Uint8Array): void => {
    hash.update(bytes);
    head.add(bytes);
  };
  const take = async ({ location, bytes }: LocatedBytes): Promise<void> => {
    while (cursor.current !== undefined && isSame(cursor.current, location)) {
      hashNext(bytes);
      await cursor.advance();
    }
  };
  while (cursor.current !== undefined) {
    const { pack } = cursor.current;
    if (unverified.has(pack)) {
      await packs.add(await verifyPack(tree, memory, pack, take));
      unverified.delete(pack);
    } else {
      for await (const bytes of readChunks(tree, verifiedRun(cursor, unverified), { memory, reusesChunks: true }))
        hashNext(bytes);
    }
  }
  return { sha256: hash.digestHex(), head: head.bytes() };
};
