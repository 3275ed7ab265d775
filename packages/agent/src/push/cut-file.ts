import { createHash } from 'node:crypto';
import { copyBytes, createFastCut, createSlabMemory } from '@svc/codec-node';
import type { Oid } from '@svc/core';
import { type ChunkProfile, maxChunkBytes } from '@svc/core/chunking';
import type { FailFast } from '../pipeline/fail-fast.js';
import { createBufferPool } from '../pipeline/buffer-pool.js';
import { oidOf } from '../verify/hash-file.js';
import { changedWhileRead, type SourceFile } from './source-file.js';

/** Some chunks of a file that lie behind each other in memory that threads share. */
export interface CutSlab {
  readonly bytes: Uint8Array;
  /** Where each chunk ends in the bytes. */
  readonly ends: readonly number[];
  /** Lets the memory be used again. */
  readonly release: () => void;
}

export interface FileCutter {
  /** The file's chunks in order. Waits while all memory is in use. */
  slabs(): AsyncGenerator<CutSlab>;
  /** The SHA-256 of the file, after the last slab. */
  oid(): Oid;
}

const slabBytes = 2 * 1024 * 1024;
/** Every slab begins with room for what the one before it has left over, which is always less than one longest chunk. */
export const maxSlabBytes = maxChunkBytes + slabBytes;

export interface CutOptions {
  readonly profile: ChunkProfile;
  /** How many slabs of 2 MiB may be in use at a time; at least 2. */
  readonly maxSlabs: number;
  readonly failFast: FailFast;
}

/**
 * Reads a file once: hashes it and cuts it, while the next slab is being read. The bytes are read straight into memory that the cutter scans and the
 * threads see, so nothing is copied but what is left of a slab behind its last cut point.
 */
export const createFileCutter = (file: SourceFile, { profile, maxSlabs, failFast }: CutOptions): FileCutter => {
  const count = Math.max(2, Math.min(maxSlabs, Math.ceil(file.sizeBytes / slabBytes)));
  const memory = createSlabMemory(count * maxSlabBytes);
  const cut = createFastCut(profile, memory);
  const slabs = createBufferPool(
    Array.from({ length: count }, (_, index) => memory.bytes.subarray(index * maxSlabBytes, (index + 1) * maxSlabBytes)),
    failFast,
  );
  const hash = createHash('sha256');

  const readAt = async (position: number): Promise<{ slab: Uint8Array<SharedArrayBuffer>; end: number }> => {
    const slab = await slabs.take();
    const wanted = slab.subarray(maxChunkBytes, maxChunkBytes + Math.min(slabBytes, file.sizeBytes - position));
    const length = await file.read(wanted, position);
    if (length < wanted.byteLength) throw changedWhileRead(file.path);
    return { slab, end: maxChunkBytes + length };
  };

  async function* cutSlabs(): AsyncGenerator<CutSlab> {
    const spare = new Uint8Array(maxChunkBytes);
    let rest = spare.subarray(0, 0);
    let position = 0;
    let reading = file.sizeBytes === 0 ? undefined : readAt(position);
    try {
      while (reading !== undefined) {
        const { slab, end } = await reading;
        position += end - maxChunkBytes;
        const isLast = position === file.sizeBytes;
        reading = isLast ? undefined : readAt(position);
        reading?.catch(() => undefined);
        hash.update(slab.subarray(maxChunkBytes, end));
        const begin = maxChunkBytes - rest.byteLength;
        copyBytes(rest, slab.subarray(begin));
        const ends: number[] = [];
        let at = begin;
        while (at < end && (isLast || end - at >= profile.maxBytes)) {
          at += cut(slab, at, end);
          ends.push(at - begin);
        }
        rest = spare.subarray(0, end - at);
        copyBytes(slab.subarray(at, end), rest);
        yield { bytes: slab.subarray(begin, at), ends, release: () => slabs.give(slab) };
      }
    } finally {
      // A file must not be closed while it is read.
      await reading?.catch(() => undefined);
    }
  }

  return { slabs: cutSlabs, oid: () => oidOf(hash.digest('hex')) };
};
