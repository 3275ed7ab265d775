import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { MIB, type PackName } from '../../../model/values/index.js';
import { createHead } from '../../../steps/objects/read-head.js';
import type { VerificationTurns } from '../../../steps/verification/verifications.js';
import { type ChunkCursor, openChunkCursor } from '../read/chunk-cursor.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import type { CheckedNames, LocatedBytes } from '../read/decode-chunks.js';
import { withHandleCache } from '../read/handle-cache.js';
import { createPackIndexes, type PackIndexes } from '../read/pack-indexes.js';
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
  /** The packs that they lie in. */
  readonly usedPacks: ReadonlySet<PackName>;
}

/** A chunk that comes again and again is read and decoded once for so many bytes of the object. */
const maxRepeatedBytes = 64 * MIB;

const isSame = (left: ChunkLocation, right: ChunkLocation): boolean => left.pack === right.pack && left.offset === right.offset;

/**
 * The chunks from the cursor on, up to the first one in a pack that is not verified, or to the end of the stretch. One that is repeated comes once; `times` is told
 * of each how often.
 */
async function* verifiedRun(
  cursor: ChunkCursor,
  unverified: ReadonlySet<PackName>,
  times: number[],
  isOver: () => boolean,
): AsyncGenerator<ChunkLocation, void, undefined> {
  for (let chunk = cursor.current; chunk !== undefined && !unverified.has(chunk.pack) && !isOver(); chunk = cursor.current) {
    let count = 0;
    do {
      count += 1;
      await cursor.advance();
    } while (cursor.current !== undefined && isSame(cursor.current, chunk) && count * chunk.rawBytes < maxRepeatedBytes);
    times.push(count);
    yield chunk;
  }
}

/**
 * Verifies chunks from the stored bytes: each pack that nobody has verified yet and each chunk's place, and hashes all of them in order. They come in
 * segments, each of which is looked at when the one before it is done with; the verification waits for one that takes its time. It goes on in stretches, between
 * which it holds one segment and little more, and gives way to others after each block of bytes.
 *
 * A new object's chunks lie in its new packs in its own order, so most of them are hashed into the object while their pack is being verified, and read
 * and decoded once in all. Chunks of packs that were verified before are held against their names again only where `knownNames` says so. Memory is bounded by one segment, the indexes that were used last and a few groups of chunks.
 */
export const verifyChunks = async (
  tree: ChunkTree,
  segments: AsyncIterable<readonly ChunkLocation[]>,
  packs: ChunkVerifications,
  turns: VerificationTurns,
  knownNames: CheckedNames,
): Promise<VerifiedBytes> => {
  const verification = createVerification(tree, segments, packs, turns, knownNames);
  const goOn = () => withHandleCache(tree, (keeping) => withReadMemory((memory) => verification.goOn({ tree: keeping, memory })));
  let isOver = false;
  while (!isOver) isOver = await turns.stretch(goOn);
  return verification.outcome();
};

/** What lives for one stretch. */
interface Stretch {
  readonly tree: ChunkTree;
  readonly memory: ReadMemory;
}

/** What is checked of each segment before its chunks are looked at. One that is the same as the last has been checked. */
const checkSegments = (
  packs: ChunkVerifications,
  unverified: Set<PackName>,
  usedPacks: Set<PackName>,
  indexes: () => PackIndexes,
) =>
  async function* (segments: AsyncIterable<readonly ChunkLocation[]>): AsyncGenerator<readonly ChunkLocation[], void, undefined> {
    let checked: readonly ChunkLocation[] | undefined;
    for await (const chunks of segments) {
      if (chunks !== checked) {
        await indexes().demand(chunks);
        const used = new Set(chunks.map((chunk) => chunk.pack));
        for (const pack of used) usedPacks.add(pack);
        for (const pack of await packs.unverified([...used])) unverified.add(pack);
        checked = chunks;
      }
      yield chunks;
    }
  };

const createVerification = (
  tree: ChunkTree,
  segments: AsyncIterable<readonly ChunkLocation[]>,
  packs: ChunkVerifications,
  turns: VerificationTurns,
  knownNames: CheckedNames,
) => {
  const unverified = new Set<PackName>();
  const usedPacks = new Set<PackName>();
  let indexes = createPackIndexes(tree);
  const checked = checkSegments(packs, unverified, usedPacks, () => indexes)(segments);
  let begun: ChunkCursor | undefined;
  const hash = tree.hasher.sha256();
  const head = createHead();
  const hashNext = (bytes: Uint8Array): void => {
    hash.update(bytes);
    head.add(bytes);
  };

  /** Hashes a chunk of a pack that is being verified into the object, for as long as it is the next one. What a stretch leaves of it is read once more. */
  const takeInto =
    (cursor: ChunkCursor) =>
    async ({ location, bytes }: LocatedBytes): Promise<void> => {
      await turns.spend(bytes.byteLength);
      for (let isFirst = true; cursor.current !== undefined && isSame(cursor.current, location); isFirst = false) {
        if (!isFirst) {
          if (turns.shouldEndStretch()) return;
          await turns.spend(bytes.byteLength);
        }
        hashNext(bytes);
        await cursor.advance();
      }
    };
  const hashRun = async (cursor: ChunkCursor, { tree, memory }: Stretch): Promise<void> => {
    const times: number[] = [];
    const run = verifiedRun(cursor, unverified, times, () => turns.shouldEndStretch());
    for await (const bytes of readChunks(tree, run, { memory, reusesChunks: true, names: knownNames })) {
      for (let left = times.shift() ?? 1; left > 0; left -= 1) {
        await turns.spend(bytes.byteLength);
        hashNext(bytes);
      }
    }
  };

  return {
    /** Whether it has come to its end. */
    goOn: async (stretch: Stretch): Promise<boolean> => {
      indexes = createPackIndexes(stretch.tree);
      begun ??= await openChunkCursor(checked);
      const cursor = begun;
      while (cursor.current !== undefined) {
        const { pack } = cursor.current;
        if (unverified.has(pack)) {
          const opened = await indexes.open(pack);
          await packs.add(await verifyPack(stretch.tree, stretch.memory, opened, takeInto(cursor)));
          unverified.delete(pack);
        } else await hashRun(cursor, stretch);
        if (turns.shouldEndStretch()) break;
      }
      return cursor.current === undefined;
    },
    outcome: (): VerifiedBytes => ({ sha256: hash.digestHex(), head: head.bytes(), usedPacks }),
  };
};
