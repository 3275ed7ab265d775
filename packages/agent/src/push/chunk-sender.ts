import type { Oid } from '@svc/core';
import type { Piece } from '@svc/codec-node';
import { type ChunkLocation, type ChunkName, invariant } from '@svc/core/model';
import type { EncodedChunk } from '@svc/core/ports';
import type { ChunkProfile } from '@svc/core/chunking';
import type { FailFast } from '../pipeline/fail-fast.js';
import { createBufferPool } from '../pipeline/buffer-pool.js';
import { forEachConcurrent } from '../pipeline/for-each-concurrent.js';
import { createSequence } from '../pipeline/sequence.js';
import type { TransferContext } from '../transfer-context.js';
import { type ChunkList, createChunkList } from './chunk-list.js';
import { createDeclarer } from './declarer.js';
import { createEnclosure, type Enclosure } from './enclosure.js';
import { createFileCutter, type CutSlab, maxSlabBytes } from './cut-file.js';
import { createKnownChunks } from './known-chunks.js';
import { createFindChunks, findNoChunks } from './look-ups.js';
import { createPackLine } from './pack-line.js';
import type { Placement } from './placement.js';
import type { SourceFile } from './source-file.js';
import { createTreeUploads, type TreeUploads } from './tree-uploads.js';

export interface SenderOptions {
  /** The bytes of the file where it is the only one, which the service verifies while it comes; 0 for several. */
  readonly declaredBytes: number;
  readonly packBytes: number;
  /** Whether chunks that the service says it has are not sent. */
  readonly trustLookUps: boolean;
  /** So many more bytes of the files are in the repository. */
  readonly onStored: (rawBytes: number) => void;
  readonly failFast: FailFast;
}

export interface CutOptions {
  readonly profile: ChunkProfile;
  /** The file's oid, when it is known: then the file is not hashed here, and whether it is right the service finds out. */
  readonly expectedOid: Oid | undefined;
}

/** A file that was read to its end. What it needs is in the repository, or enclosed, once the sender has finished and its list has, too. */
export interface CutFile {
  readonly oid: Oid;
  readonly list: ChunkList;
  /** Of its maps. */
  readonly uploads: TreeUploads;
  /** Its chunks that the repository did not have, in order. */
  readonly fresh: readonly Placement[];
}

/** Cuts files, one after the other, and sends the chunks that the repository lacks, in packs that the files share. */
export interface ChunkSender {
  /** Resolves when the file need not be open any more. Throws when it cannot be read; other files may still come. */
  add(file: SourceFile, options: CutOptions): Promise<CutFile>;
  /** Waits until all packs are there, and the maps of these files, but for what is enclosed; throws the first failure. No file comes after it. */
  finish(files: readonly CutFile[]): Promise<void>;
  /** How long it took until the last chunk had its place in a pack. */
  ingestMs(): number;
  /** Of all packs so far. */
  storedBytes(): number;
  /** Of the packs. */
  readonly uploads: TreeUploads;
  /** The short ones of the maps: nothing was sent of them yet. */
  readonly enclosure: Enclosure;
}

/** One look-up serves so many slabs: 20 MiB. Fewer would cost more requests than the service allows a fast client. */
const slabsPerLookUp = 10;
/** While one look-up is answered the first slabs of the next one are filled. */
const maxSlabs = 13;
/** Encoded chunks that wait for room in a pack are memory too. It is used again and again: memory that is new each time costs the kernel half as much work as encoding. */
const maxSlabsEncoded = 5;
/** Chunks of 64 bytes each would still have room. */
const encodedSlabBytes = maxSlabBytes * 1.25;

/** What comes of a file while its slabs go through the stages. */
interface Becoming {
  readonly list: ChunkList;
  readonly fresh: Placement[];
}

interface SlabOfFile extends CutSlab {
  readonly of: Becoming;
}

/** A slab whose chunks have their places. `fresh` are the new ones, and `encoding` what they will be stored as. */
interface PlacedSlab {
  readonly slab: SlabOfFile;
  readonly placements: readonly Placement[];
  readonly fresh: ReadonlySet<Placement>;
  readonly encoding: Promise<readonly EncodedChunk[]>;
}

/**
 * Four stages work at the same time, each in the order of the files: one thread of the pool reads, hashes, cuts and names; look-ups tell what is known; the pool
 * encodes; packs are filled and sent. Slabs and packs are limited, so a stage that is ahead waits.
 */
export const createChunkSender = (context: TransferContext, options: SenderOptions): ChunkSender => {
  const { failFast } = options;
  const uploads = createTreeUploads(context, failFast.signal);
  const enclosure = createEnclosure();
  const declarer = createDeclarer(context, {
    fileBytes: options.declaredBytes,
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
  const startedAt = performance.now();
  let ingestMs = 0;
  let group: SlabOfFile[] = [];

  const pack = async ({ slab, placements, fresh, encoding }: PlacedSlab, memory: Uint8Array): Promise<void> => {
    const encoded = (await encoding).values();
    for (const placement of placements) {
      await packs.add(placement, fresh.has(placement) && placement.own === undefined ? encoded.next().value : undefined);
      declarer.add(placement);
      await slab.of.list.add(placement);
    }
    slab.release();
    memories.give(memory);
  };

  const place = (slab: SlabOfFile, found: ReadonlyMap<ChunkName, ChunkLocation>, memory: Uint8Array): PlacedSlab => {
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
    slab.of.fresh.push(...fresh);
    return {
      slab,
      placements,
      fresh,
      encoding: pieces.length === 0 ? Promise.resolve([]) : context.pool.encodeAll(slab.bytes, pieces, memory),
    };
  };

  const lookUp = async (slabs: readonly CutSlab[]): Promise<ReadonlyMap<ChunkName, ChunkLocation>> => {
    const names = slabs.flatMap((slab) => slab.names).filter((name) => !known.has(name));
    return names.length === 0 ? new Map() : find(names);
  };

  const takeGroup = (): void => {
    const slabs = group;
    group = [];
    if (slabs.length === 0) return;
    const looking = lookUp(slabs);
    looking.catch((fault: unknown) => {
      failFast.fail(fault);
    });
    placing.add(async () => {
      const found = await looking;
      for (const slab of slabs) {
        const memory = await memories.take();
        const placed = place(slab, found, memory);
        placed.encoding.catch((fault: unknown) => {
          failFast.fail(fault);
        });
        packing.add(() => pack(placed, memory));
      }
    });
  };

  return {
    uploads,
    enclosure,
    add: async (file, { profile, expectedOid }) => {
      const ofMaps = createTreeUploads(context, failFast.signal, enclosure);
      const of: Becoming = { list: createChunkList(context, ofMaps), fresh: [] };
      const cutter = createFileCutter(context.pool, file, { profile, maxSlabs, hashes: expectedOid === undefined, failFast });
      for await (const slab of cutter.slabs()) {
        failFast.check();
        group.push({ ...slab, of });
        if (group.length >= slabsPerLookUp) takeGroup();
      }
      return { ...of, uploads: ofMaps, oid: expectedOid ?? cutter.oid() };
    },
    finish: async (files) => {
      takeGroup();
      try {
        await placing.finish();
      } finally {
        // After a failure too: what is being packed would tell how far it is when the push is over, and the next file may have begun.
        await packing.finish();
      }
      ingestMs = performance.now() - startedAt;
      await packs.finish();
      await forEachConcurrent(files, failFast, ({ list }) => list.finish());
      declarer.stop();
    },
    ingestMs: () => ingestMs,
    storedBytes: () => packs.storedBytes(),
  };
};
