import { invariant, type EncodedChunk, type StoredChunk } from '@svc/core';
import { chooseGroup, maxChunkBytes, type ByteGroup } from '@svc/core/chunking';
import { createKernel, createKernelMemory, kernelBase, type Kernel } from './kernel/kernel.js';
import { newBytes, offsetInWord, wordBytes } from './memory.js';
import { joinInKernel, planeOffset, splitInKernel, type Places } from './planes.js';
import {
  createDecompress,
  createDefaultCompress,
  createPlaneCompress,
  frameBound,
  type Compress,
  type Decompress,
} from './zstd.js';

/** Encodes and decodes one chunk after the other in the same memory. */
export interface ChunkCoder {
  /** The bytes are the chunk itself, or in the coder's memory until it is used again. */
  encode(chunk: Uint8Array): EncodedChunk;
  /** Whether the stored chunk decodes to exactly the bytes that `out` has room for; then these are in `out`. Looks at no name. */
  decode(stored: Pick<StoredChunk, 'encoding' | 'bytes'>, out: Uint8Array): boolean;
}

/** Eight planes, each with a frame that is no shorter than the plane. */
const framesBytes = 8 * frameBound(maxChunkBytes / 8);

/** A chunk, and room to put it at any address of a word. */
const placeBytes = maxChunkBytes + wordBytes;

interface Workplace {
  readonly kernel: Kernel;
  readonly places: Places;
  readonly memory: SharedArrayBuffer;
  readonly planes: Uint8Array;
  readonly frames: Uint8Array;
  readonly otherFrames: Uint8Array;
  readonly compress: Compress;
  readonly compressPlane: Compress;
  readonly decompress: Decompress;
}

const createWorkplace = (): Workplace => {
  const memory = createKernelMemory(3 * placeBytes);
  const places: Places = { chunk: kernelBase, planes: kernelBase + placeBytes, spare: kernelBase + 2 * placeBytes };
  return {
    kernel: createKernel(memory),
    places,
    memory: memory.buffer,
    planes: new Uint8Array(memory.buffer, places.planes, maxChunkBytes),
    frames: newBytes(framesBytes),
    otherFrames: newBytes(framesBytes),
    compress: createDefaultCompress(),
    compressPlane: createPlaneCompress(),
    decompress: createDecompress(),
  };
};

export const createChunkCoder = (): ChunkCoder => {
  const work = createWorkplace();
  return {
    encode: (chunk) => {
      invariant(chunk.byteLength > 0 && chunk.byteLength <= maxChunkBytes, 'a chunk has at least 1 byte and at most 1 MiB');
      const group = chooseGroup(chunk);
      const encoded = group === 1 ? encodePlain(work, chunk, work.frames) : encodePlanes(work, chunk, group);
      return encoded.bytes.byteLength < chunk.byteLength ? encoded : { encoding: 0, bytes: chunk };
    },
    decode: (stored, out) => decode(work, stored, out),
  };
};

const encodePlain = ({ compress }: Workplace, chunk: Uint8Array, frames: Uint8Array): EncodedChunk => ({
  encoding: 1,
  bytes: frames.subarray(0, compress(chunk, frames)),
});

/** A window of this size in the middle of a plane tells whether the plane has structure. */
const windowBytes = 1024;

/** Whether more than an eighth of the window repeats what came before. Numbers that repeat by chance do not for 8 bytes on end. */
const hasStructure = ({ kernel, places }: Workplace, begin: number, end: number): boolean => {
  const positions = Math.min(windowBytes, end - begin) - 8;
  if (positions <= 0) return false;
  const middle = begin + ((end - begin - positions - 8) >> 1);
  return kernel.repeats(places.planes + middle, positions) * 8 > positions;
};

/** One frame a plane. A plane with structure is compressed both ways; so is a chunk that has one, as a whole, and the shorter wins. */
const encodePlanes = (work: Workplace, chunk: Uint8Array, group: Exclude<ByteGroup, 1>): EncodedChunk => {
  const { kernel, places, memory, planes, frames, otherFrames } = work;
  const length = chunk.byteLength;
  const begin = places.chunk + offsetInWord(chunk);
  new Uint8Array(memory, begin, length).set(chunk);
  splitInKernel(kernel, { ...places, chunk: begin }, length, group);
  let at = 0;
  let structured = false;
  for (let plane = 0; plane < group; plane += 1) {
    const begin = planeOffset(length, group, plane);
    const end = planeOffset(length, group, plane + 1);
    const bytes = planes.subarray(begin, end);
    let frameBytes = work.compressPlane(bytes, frames.subarray(at));
    if (hasStructure(work, begin, end)) {
      structured = true;
      const otherBytes = work.compress(bytes, otherFrames);
      if (otherBytes < frameBytes) {
        frames.set(otherFrames.subarray(0, otherBytes), at);
        frameBytes = otherBytes;
      }
    }
    at += frameBytes;
  }
  const sorted: EncodedChunk = { encoding: group, bytes: frames.subarray(0, at) };
  if (!structured) return sorted;
  const plain = encodePlain(work, chunk, otherFrames);
  return plain.bytes.byteLength < at ? plain : sorted;
};

const decode = (work: Workplace, { encoding, bytes }: Pick<StoredChunk, 'encoding' | 'bytes'>, out: Uint8Array): boolean => {
  const length = out.byteLength;
  if (length > maxChunkBytes || bytes.byteLength > length) return false;
  if (encoding === 0) {
    if (bytes.byteLength !== length) return false;
    out.set(bytes);
    return true;
  }
  if (encoding === 1) return work.decompress(bytes, out);
  if (!work.decompress(bytes, work.planes.subarray(0, length))) return false;
  const begin = work.places.chunk + offsetInWord(out);
  joinInKernel(work.kernel, { ...work.places, chunk: begin }, length, encoding);
  out.set(new Uint8Array(work.memory, begin, length));
  return true;
};
