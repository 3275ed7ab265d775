import { createHash } from 'node:crypto';
import { type CodecPool, type CutChunks, type Piece, slabPlace, type UnreadSlab } from '@svc/codec-node';
import type { Oid } from '@svc/core';
import { type ChunkName, invariant, isContentName } from '@svc/core/model';
import { type ChunkProfile, maxChunkBytes } from '@svc/core/chunking';
import type { FailFast } from '../pipeline/fail-fast.js';
import { createBufferPool } from '../pipeline/buffer-pool.js';
import { oidOf } from '../verify/hash-file.js';
import { changedWhileRead, type SourceFile, unreadBy } from './source-file.js';

/** Some chunks of a file that lie behind each other in memory that threads share. */
export interface CutSlab {
  /** The memory of all slabs. */
  readonly bytes: Uint8Array;
  /** Where each chunk lies in it. */
  readonly pieces: readonly Piece[];
  readonly names: readonly ChunkName[];
  /** Lets the memory be used again. */
  readonly release: () => void;
}

export interface FileCutter {
  /** The file's chunks in order. Waits while all memory is in use. */
  slabs(): AsyncGenerator<CutSlab>;
  /** The SHA-256 of a file that is hashed, after the last slab. */
  oid(): Oid;
}

const slabBytes = 2 * 1024 * 1024;
/** What a slab holds at most: its own bytes, and what the one before it has left over. */
export const maxSlabBytes = maxChunkBytes + slabBytes;

export interface CutOptions {
  readonly profile: ChunkProfile;
  /** How many slabs of 2 MiB may be in use at a time; at least 2. */
  readonly maxSlabs: number;
  /** Whether the SHA-256 of the file is wanted. */
  readonly hashes: boolean;
  readonly failFast: FailFast;
}

const nameHexDigits = 64;

const namesOf = ({ names }: CutChunks): readonly ChunkName[] => {
  const hex = Buffer.from(names.buffer, names.byteOffset, names.byteLength).toString('hex');
  return Array.from({ length: hex.length / nameHexDigits }, (_, index) => {
    const name = hex.slice(index * nameHexDigits, (index + 1) * nameHexDigits);
    invariant(isContentName<ChunkName>(name), 'a BLAKE3-256 names content');
    return name;
  });
};

const piecesOf = ({ begin, ends }: CutChunks): readonly Piece[] =>
  Array.from(ends, (end, index) => ({ begin: ends[index - 1] ?? begin, end }));

/**
 * Reads a file once: a thread of the pool reads, hashes, cuts and names one slab after the other, so that each byte is looked at again while it is near the
 * processor. The next slab is asked for while one is worked on, which is also why no slab follows itself.
 */
export const createFileCutter = (
  pool: Pick<CodecPool, 'openCutter'>,
  file: SourceFile,
  { profile, maxSlabs, hashes, failFast }: CutOptions,
): FileCutter => {
  let sha256 = file.sizeBytes === 0 ? createHash('sha256').digest('hex') : undefined;

  async function* cutSlabs(): AsyncGenerator<CutSlab> {
    if (file.sizeBytes === 0) return;
    const count = Math.max(2, Math.min(maxSlabs, Math.ceil(file.sizeBytes / slabBytes)));
    const cutter = await pool.openCutter({ profile, slabs: count, slabBytes, hashesStream: hashes });
    const { bytes } = cutter;
    const free = createBufferPool(
      Array.from({ length: count }, (_, slab) => slab),
      failFast,
    );

    const ask = async (position: number): Promise<{ slab: number; cut: Promise<CutChunks | UnreadSlab> }> => {
      const slab = await free.take();
      const sizeBytes = Math.min(slabBytes, file.sizeBytes - position);
      const { descriptor } = file;
      if (descriptor === undefined) {
        const place = slabPlace(slab, slabBytes);
        const length = await file.read(bytes.subarray(place, place + sizeBytes), position);
        if (length < sizeBytes) throw changedWhileRead(file.path);
      }
      const from = descriptor === undefined ? undefined : { descriptor, position };
      const cut = cutter.cut({ slab, sizeBytes, isLast: position + sizeBytes === file.sizeBytes, from });
      cut.catch(() => undefined);
      return { slab, cut };
    };

    let position = 0;
    let asking: ReturnType<typeof ask> | undefined = ask(position);
    try {
      while (asking !== undefined) {
        const { slab, cut } = await asking;
        position = Math.min(position + slabBytes, file.sizeBytes);
        asking = position === file.sizeBytes ? undefined : ask(position);
        asking?.catch(() => undefined);
        const chunks = await cut;
        if ('code' in chunks) throw unreadBy(file.path, chunks.code);
        ({ sha256 } = chunks);
        yield { bytes, pieces: piecesOf(chunks), names: namesOf(chunks), release: () => free.give(slab) };
      }
    } finally {
      // A file must not be closed while it is read.
      await asking?.catch(() => undefined);
      await cutter.close().catch(() => undefined);
    }
  }

  return {
    slabs: cutSlabs,
    oid: () => {
      invariant(sha256 !== undefined, 'a file that is to be hashed is when its last slab is there');
      return oidOf(sha256);
    },
  };
};
