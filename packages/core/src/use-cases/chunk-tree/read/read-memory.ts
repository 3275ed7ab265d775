import { KIB } from '../../../model/values/index.js';
import { groupBytes } from './decode-chunks.js';

/**
 * Memory that is read into again and again: making and dropping some for each group of chunks costs more than hashing it. It is shared between threads
 * where the platform has such memory, so that a codec that works on several need not copy it.
 */
export interface ReadMemory {
  /** So many bytes, holding whatever they held before. */
  take(sizeBytes: number): Uint8Array;
  /** Nobody reads or writes the bytes any more. */
  release(bytes: Uint8Array): void;
}

/** A group, with the header of a pack before it, or decoded, each chunk from a word on. */
const slabBytes = groupBytes + 64 * KIB;
/** Small objects need not pay for a slab, and a group whose chunks are mostly the same one needs little, however many such groups there are. */
const smallSlabBytes = slabBytes / 4;
/** Three groups are under way at once, each as it is stored and decoded. */
const maxKept = 6;

const allocate = (sizeBytes: number): ArrayBufferLike =>
  typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(sizeBytes) : new SharedArrayBuffer(sizeBytes);

/** What taking so many bytes really takes. */
export const heldBytes = (sizeBytes: number): number => {
  if (sizeBytes > slabBytes) return sizeBytes;
  return sizeBytes <= smallSlabBytes ? smallSlabBytes : slabBytes;
};

export const createReadMemory = (): ReadMemory => {
  const kept = new Map<number, ArrayBufferLike[]>([
    [smallSlabBytes, []],
    [slabBytes, []],
  ]);
  return {
    take: (sizeBytes) => {
      const length = heldBytes(sizeBytes);
      return new Uint8Array(kept.get(length)?.pop() ?? allocate(length), 0, sizeBytes);
    },
    release: ({ buffer }) => {
      const slabs = kept.get(buffer.byteLength);
      if (slabs !== undefined && slabs.length < maxKept) slabs.push(buffer);
    },
  };
};

/** What as many verifications as usually run at once have left behind, for the next ones: a collection would leave that of several verifications lying about. */
const idle: ReadMemory[] = [];
const maxIdle = 2;

/** Lends memory for as long as the work takes. What the work has not given back by then, since it failed, is not used again before it is given back. */
export const withReadMemory = async <T>(work: (memory: ReadMemory) => Promise<T>): Promise<T> => {
  const memory = idle.pop() ?? createReadMemory();
  try {
    return await work(memory);
  } finally {
    if (idle.length < maxIdle) idle.push(memory);
  }
};
