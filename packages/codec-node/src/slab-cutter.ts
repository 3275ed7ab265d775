import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { invariant } from '@svc/core/model';
import { type ChunkProfile, maxChunkBytes } from '@svc/core/chunking';
import { nameBytes } from '@svc/core/packs';
import type { Blake3 } from './blake3/blake3.js';
import { createFastCut, createSlabMemory } from './fast-cut.js';
import { codeOf } from './code-of.js';
import { copyBytes } from './memory.js';

export interface SlabCutterOptions {
  readonly profile: ChunkProfile;
  /** How many slabs there are, at least 2: the bytes of one move on to the next. */
  readonly slabs: number;
  /** How many bytes of the stream a slab takes. */
  readonly slabBytes: number;
  /** Whether the SHA-256 of the stream is wanted. */
  readonly hashesStream: boolean;
}

/** The next bytes of the stream. */
export interface NextSlab {
  /** The number of a slab that nobody reads any more, and not the one before. */
  readonly slab: number;
  readonly sizeBytes: number;
  readonly isLast: boolean;
  /** Where to read them; the caller has put them into the place of the slab, unless it is given. */
  readonly from: { readonly descriptor: number; readonly position: number } | undefined;
}

/** Chunks that lie behind each other in the memory of the slabs. */
export interface CutChunks {
  /** Where they begin in the memory. */
  readonly begin: number;
  /** Where each chunk ends in the memory. */
  readonly ends: Uint32Array;
  /** The BLAKE3-256 of each, one behind the other. */
  readonly names: Uint8Array;
  /** Of the whole stream, behind its last slab, when it is wanted. */
  readonly sha256: string | undefined;
}

/** The bytes cannot be read; `code` is the system's, and undefined where the file ends too early. */
export interface UnreadSlab {
  readonly code: string | undefined;
}

/** Reads, hashes, cuts and names a stream in one pass: each byte is looked at again while it is near. */
export interface SlabCutter {
  /** The memory of all slabs, which threads share. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  cut(next: NextSlab): CutChunks | UnreadSlab;
}

/** Every slab begins with room for what the one before it has left over, which is always less than one longest chunk. */
const slabRoom = (slabBytes: number): number => maxChunkBytes + slabBytes;

/** Where in the memory the bytes of a slab belong. */
export const slabPlace = (slab: number, slabBytes: number): number => slab * slabRoom(slabBytes) + maxChunkBytes;

/** Fills the memory from a place of a file. A file that ends before leaves some of it. */
const readFully = (descriptor: number, into: Uint8Array, position: number): UnreadSlab | undefined => {
  let length = 0;
  while (length < into.byteLength) {
    try {
      const bytesRead = readSync(descriptor, into, length, into.byteLength - length, position + length);
      if (bytesRead === 0) return { code: undefined };
      length += bytesRead;
    } catch (fault) {
      return { code: codeOf(fault) };
    }
  }
  return undefined;
};

export const createSlabCutter = (blake3: Blake3, options: SlabCutterOptions): SlabCutter => {
  const { profile, slabs, slabBytes, hashesStream } = options;
  invariant(slabs >= 2, 'the bytes of one slab move on to another');
  const memory = createSlabMemory(slabs * slabRoom(slabBytes));
  const { bytes } = memory;
  const cut = createFastCut(profile, memory);
  const hash = hashesStream ? createHash('sha256') : undefined;
  let rest = bytes.subarray(0, 0);
  return {
    bytes,
    cut: ({ slab, sizeBytes, isLast, from }) => {
      const place = slabPlace(slab, slabBytes);
      const end = place + sizeBytes;
      const next = bytes.subarray(place, end);
      const unread = from && readFully(from.descriptor, next, from.position);
      if (unread !== undefined) return unread;
      hash?.update(next);
      const begin = place - rest.byteLength;
      copyBytes(rest, bytes.subarray(begin, place));
      const ends: number[] = [];
      let at = begin;
      while (at < end && (isLast || end - at >= profile.maxBytes)) {
        at += cut(bytes, at, end);
        ends.push(at);
      }
      rest = bytes.subarray(at, end);
      const names = new Uint8Array(ends.length * nameBytes);
      ends.forEach((chunkEnd, index) => {
        blake3.into(bytes.subarray(ends[index - 1] ?? begin, chunkEnd), names, index * nameBytes);
      });
      return { begin, ends: Uint32Array.from(ends), names, sha256: isLast ? hash?.digest('hex') : undefined };
    },
  };
};
