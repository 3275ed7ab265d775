import type { Oid } from '@svc/core';
import type { Piece } from '@svc/codec-node';
import { type ChunkLocation, type ChunkName, invariant } from '@svc/core/model';
import type { EncodedChunk } from '@svc/core/ports';
import type { ChunkProfile } from '@svc/core/chunking';
import type { ManifestMap } from '@svc/core/packs';
import { type FailFast, createFailFast } from '../pipeline/fail-fast.js';
import { createBufferPool } from '../pipeline/buffer-pool.js';
import { createSequence } from '../pipeline/sequence.js';
import type { TransferContext } from '../transfer-context.js';
import { createDeclarer } from './declarer.js';
import { createChunkList } from './chunk-list.js';
import { createFileCutter, type CutSlab, maxSlabBytes } from './cut-file.js';
import { createKnownChunks } from './known-chunks.js';
import { createFindChunks, findNoChunks } from './look-ups.js';
import { createPackLine } from './pack-line.js';
import type { Placement } from './placement.js';
import type { SourceFile } from './source-file.js';
import { createTreeUploads, type TreeUploads } from './tree-uploads.js';

export interface SendOptions {
  readonly profile: ChunkProfile;
  readonly packBytes: number;
  /** The file's oid, when it is known: then the file is not hashed here, and whether it is right the service finds out. */
  readonly expectedOid: Oid | undefined;
  /** Whether chunks that the service says it has are not sent. */
  readonly trustLookUps: boolean;
  /** So many more bytes of the file are in the repository. */
  readonly onStored: (rawBytes: number) => void;
}

/** A file whose packs and maps are in the repository. */
export interface SentChunks {
  readonly oid: Oid;
  readonly maps: readonly ManifestMap[];
  readonly chunkCount: number;
  readonly newChunks: number;
  readonly storedBytes: number;
  readonly ingestMs: number;
  readonly uploads: TreeUploads;
}

/** One look-up serves so many slabs: 20 MiB. Fewer would cost more requests than the service allows a fast client. */
const slabsPerLookUp = 10;
/** While one look-up is answered the first slabs of the next one are filled. */
const maxSlabs = 13;
/** Encoded chunks that wait for room in a pack are memory too. It is used again and again: memory that is new each time costs the kernel half as much work as encoding. */
const maxSlabsEncoded = 5;
/** Chunks of 64 bytes each would still have room. */
const encodedSlabBytes = maxSlabBytes * 1.25;

/** A slab whose chunks have their places. `fresh` are the new ones, and `encoding` what they will be stored as. */
interface PlacedSlab {
  readonly slab: CutSlab;
  readonly placements: readonly Placement[];
  readonly fresh: ReadonlySet<Placement>;
  readonly encoding: Promise<readonly EncodedChunk[]>;
}

/**
 * Sends the chunks of a file that the repository lacks. Four stages work at the same time, each in the order of the file: one thread of the pool reads,
 * hashes, cuts and names; look-ups tell what is known; the pool encodes; packs are filled and sent. Slabs and packs are limited, so a stage that is ahead waits.
 */
export const sendChunks = async (context: TransferContext, file: SourceFile, options: SendOptions): Promise<SentChunks> => {
  const startedAt = performance.now();
  const failFast = createFailFast(context.signal);
  const uploads = createTreeUploads(context, failFast.signal);
  const list = createChunkList(context, uploads);
  const declarer = createDeclarer(context, {
    fileBytes: file.sizeBytes,
    packBytes: options.packBytes,
    signal: failFast.signal,
  });
  const known = createKnownChunks();
  const packs = createPackLine(context, uploads, {
    packBytes: options.packBytes,
    failFast,
    onStored: options.onStored,
    onArrived: () => {
      known.packArrived();
      declarer.packArrived();
    },
  });
  const find = options.trustLookUps ? createFindChunks(context, failFast.signal) : findNoChunks;
  const placing = createSequence(failFast);
  const packing = createSequence(failFast);
  const memories = createBufferPool<Uint8Array>(
    Array.from({ length: maxSlabsEncoded }, () => new Uint8Array(new SharedArrayBuffer(encodedSlabBytes))),
    failFast,
  );
  let newChunks = 0;

  const pack = async ({ slab, placements, fresh, encoding }: PlacedSlab, memory: Uint8Array): Promise<void> => {
    const encoded = (await encoding).values();
    for (const placement of placements) {
      await packs.add(placement, fresh.has(placement) && placement.own === undefined ? encoded.next().value : undefined);
      declarer.add(placement);
      await list.add(placement);
    }
    slab.release();
    memories.give(memory);
  };

  const place = (slab: CutSlab, found: ReadonlyMap<ChunkName, ChunkLocation>, memory: Uint8Array): PlacedSlab => {
    const fresh = new Set<Placement>();
    const pieces: Piece[] = [];
    const placements = slab.pieces.map((piece, index) => {
      const name = slab.names[index];
      invariant(name !== undefined, 'each chunk has a name');
      const { placement, isNew } = known.place(name, piece.end - piece.begin, found);
      if (isNew) {
        fresh.add(placement);
        pieces.push(piece);
      }
      return placement;
    });
    newChunks += pieces.length;
    return {
      slab,
      placements,
      fresh,
      encoding: pieces.length === 0 ? Promise.resolve([]) : context.pool.encodeAll(slab.bytes, pieces, memory),
    };
  };

  const lookUp = async (group: readonly CutSlab[]): Promise<ReadonlyMap<ChunkName, ChunkLocation>> => {
    const names = group.flatMap((slab) => slab.names).filter((name) => !known.has(name));
    return names.length === 0 ? new Map() : find(names);
  };

  const take = (group: readonly CutSlab[]): void => {
    const looking = lookUp(group);
    looking.catch((fault: unknown) => {
      failFast.fail(fault);
    });
    placing.add(async () => {
      const found = await looking;
      for (const slab of group) {
        const memory = await memories.take();
        const placed = place(slab, found, memory);
        placed.encoding.catch((fault: unknown) => {
          failFast.fail(fault);
        });
        packing.add(() => pack(placed, memory));
      }
    });
  };

  const cutter = createFileCutter(context.pool, file, {
    profile: options.profile,
    maxSlabs,
    hashes: options.expectedOid === undefined,
    failFast,
  });
  try {
    await readAll(cutter.slabs(), failFast, take);
  } catch (fault) {
    failFast.fail(fault);
  }
  try {
    await placing.finish();
  } finally {
    // After a failure too: what is being packed would tell how far it is when the push is over, and the next file may have begun.
    await packing.finish();
  }
  const ingestMs = performance.now() - startedAt;
  await packs.finish();
  await list.finish();
  declarer.stop();
  const { maps } = list;
  const storedBytes = packs.storedBytes();
  const oid = options.expectedOid ?? cutter.oid();
  return { oid, maps, chunkCount: list.chunkCount(), newChunks, storedBytes, ingestMs, uploads };
};

const readAll = async (
  slabs: AsyncIterable<CutSlab>,
  failFast: FailFast,
  take: (group: readonly CutSlab[]) => void,
): Promise<void> => {
  let group: CutSlab[] = [];
  for await (const slab of slabs) {
    failFast.check();
    group.push(slab);
    if (group.length < slabsPerLookUp) continue;
    take(group);
    group = [];
  }
  if (group.length > 0) take(group);
};
