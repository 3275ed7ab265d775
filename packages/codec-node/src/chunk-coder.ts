import { invariant } from '@svc/core/model';
import type { EncodedChunk, StoredChunk } from '@svc/core/ports';
import { maxChunkBytes, type ByteGroup } from '@svc/core/chunking';
import { chooseGroupInKernel } from './choose-group.js';
import { isNoise } from './is-noise.js';
import { createKernel, createKernelMemory, kernelBase, type Kernel } from './kernel/kernel.js';
import { copyBytes, newBytes, offsetInWord, wordBytes } from './memory.js';
import { joinInKernel, planeOffset, splitInKernel, type Places } from './planes.js';
import { writeRawFrame } from './raw-frame.js';
import { frameBound, type Compress, type Decompress, type Zstd } from './zstd/zstd.js';

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
  /** In the kernel's memory, so that it can copy planes there. */
  readonly frames: Uint8Array;
  readonly otherFrames: Uint8Array;
  readonly compress: Compress;
  readonly compressPlane: Compress;
  readonly decompress: Decompress;
}

const createWorkplace = ({ createDefaultCompress, createPlaneCompress, createDecompress }: Zstd): Workplace => {
  const memory = createKernelMemory(3 * placeBytes + framesBytes);
  const framesAt = kernelBase + 3 * placeBytes;
  const places: Places = { chunk: kernelBase, planes: kernelBase + placeBytes, spare: kernelBase + 2 * placeBytes };
  return {
    kernel: createKernel(memory),
    places,
    memory: memory.buffer,
    planes: new Uint8Array(memory.buffer, places.planes, maxChunkBytes),
    frames: new Uint8Array(memory.buffer, framesAt, framesBytes),
    otherFrames: newBytes(framesBytes),
    compress: createDefaultCompress(),
    compressPlane: createPlaneCompress(),
    decompress: createDecompress(),
  };
};

export const createChunkCoder = (zstd: Zstd): ChunkCoder => {
  const work = createWorkplace(zstd);
  return {
    encode: (chunk) => {
      invariant(chunk.byteLength > 0 && chunk.byteLength <= maxChunkBytes, 'a chunk has at least 1 byte and at most 1 MiB');
      const at = work.places.chunk + offsetInWord(chunk);
      new Uint8Array(work.memory, at, chunk.byteLength).set(chunk);
      const group = chooseGroupInKernel(work.kernel, at, chunk.byteLength);
      const encoded = group === 1 ? encodePlain(work, chunk, work.frames) : encodePlanes(work, chunk, at, group);
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
  const middle = places.planes + begin + ((end - begin - positions - 8) >> 1);
  // One recurrence stands for two repeats at most, and is looked for in a quarter of the time.
  if (kernel.recurrences(middle, positions) * 16 <= positions) return false;
  return kernel.repeats(middle, positions) * 8 > positions;
};

/** One frame a plane, of the chunk that lies at `at` too. When a plane has structure, the chunk as a whole is tried as well, and the shorter wins. */
const encodePlanes = (work: Workplace, chunk: Uint8Array, at: number, group: Exclude<ByteGroup, 1>): EncodedChunk => {
  const { kernel, places, frames, otherFrames } = work;
  const length = chunk.byteLength;
  splitInKernel(kernel, { ...places, chunk: at }, length, group);
  let framesLength = 0;
  let structured = false;
  for (let plane = 0; plane < group; plane += 1) {
    const begin = planeOffset(length, group, plane);
    const end = planeOffset(length, group, plane + 1);
    const planeStructured = hasStructure(work, begin, end);
    structured ||= planeStructured;
    framesLength += encodePlane(work, begin, end, planeStructured, frames.subarray(framesLength));
  }
  const sorted: EncodedChunk = { encoding: group, bytes: frames.subarray(0, framesLength) };
  if (!structured) return sorted;
  const plain = encodePlain(work, chunk, otherFrames);
  return plain.bytes.byteLength < framesLength ? plain : sorted;
};

/** The length of a plane's frame, which is put into `out`. One with structure is compressed both ways, noise not at all. */
const encodePlane = (work: Workplace, begin: number, end: number, structured: boolean, out: Uint8Array): number => {
  const { kernel, places } = work;
  const from = places.planes + begin;
  if (!structured && isNoise(kernel, from, end - begin)) {
    return writeRawFrame(end - begin, out, (at, length, to) => {
      kernel.copy(from + at, length, out.byteOffset + to);
    });
  }
  const plane = work.planes.subarray(begin, end);
  const frameBytes = work.compressPlane(plane, out);
  if (!structured) return frameBytes;
  const otherBytes = work.compress(plane, work.otherFrames);
  if (otherBytes >= frameBytes) return frameBytes;
  out.set(work.otherFrames.subarray(0, otherBytes));
  return otherBytes;
};

const decode = (work: Workplace, { encoding, bytes }: Pick<StoredChunk, 'encoding' | 'bytes'>, out: Uint8Array): boolean => {
  const length = out.byteLength;
  if (length > maxChunkBytes || bytes.byteLength > length) return false;
  if (encoding === 0) {
    if (bytes.byteLength !== length) return false;
    copyBytes(bytes, out);
    return true;
  }
  if (encoding === 1) return work.decompress(bytes, out);
  if (!work.decompress(bytes, work.planes.subarray(0, length))) return false;
  const begin = work.places.chunk + offsetInWord(out);
  joinInKernel(work.kernel, { ...work.places, chunk: begin }, length, encoding);
  out.set(new Uint8Array(work.memory, begin, length));
  return true;
};
