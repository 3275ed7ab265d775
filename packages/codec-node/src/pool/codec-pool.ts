import { availableParallelism } from 'node:os';
import { invariant, type ChunkName } from '@svc/core/model';
import type { EncodedChunk, StoredChunk } from '@svc/core/ports';
import { decodedBytes, decodedRoom } from '@svc/core/chunking';
import { allAnswered } from './all-answered.js';
import type { Blake3Choice } from '../blake3/blake3.js';
import type { ZstdChoice } from '../zstd/zstd.js';
import { encodedRoom } from './encoded-room.js';
import { expectInside } from './expect-inside.js';
import type { SlabCutterOptions } from '../slab-cutter.js';
import { expectAnswer } from './expect-answer.js';
import type { Job, Piece } from './jobs.js';
import { createLocalThreads } from './local-threads.js';
import { openPooledAssembler, type PooledAssembler } from './pooled-assembler.js';
import { openPooledCutter, type PooledCutter } from './pooled-cutter.js';
import { isShared, shareChunks, shared } from './share.js';
import { portions } from './portions.js';
import { createThreads, type Threads } from './threads.js';
import { workerCode } from './worker-code.js';

export interface CodecPoolOptions {
  /** How many threads work at a time; as many as there are cores, unless it is given. */
  readonly threads?: number | undefined;
  /** Which BLAKE3 to use. The default, `auto`, takes the fastest one that works here. */
  readonly blake3?: Blake3Choice | undefined;
  /** Which Zstandard to use. The default, `auto`, takes the compiled one where it is there and works. */
  readonly zstd?: ZstdChoice | undefined;
  /** `low`: the threads come after all others that want the processor, where the system knows of threads' priorities (Linux). The default is `normal`. */
  readonly priority?: 'normal' | 'low' | undefined;
}

/**
 * Names, encodes and decodes chunks on worker threads: the same results as those of `createNodeCodec`, whatever the number of threads. Bytes on a
 * `SharedArrayBuffer` are not copied, others are once; they must not change until the answer is there. Threads start with
 * the first work and keep a process alive only while they have some. A thread that breaks down rejects what it was to answer, once the others are done with their
 * parts of it; another one takes its place.
 */
export interface CodecPool {
  /** The names of the chunks that follow each other from the begin of `bytes` and end before the given positions. Rejects positions that are not in `bytes`. */
  nameAll(bytes: Uint8Array, ends: readonly number[]): Promise<ChunkName[]>;
  /**
   * Each piece of `bytes` as a chunk: at least 1 byte, at most `maxChunkBytes`; any other is rejected. The chunks lie in `memory` where it has the room that `encodedRoom` tells
   * and threads share it, else in new memory.
   */
  encodeAll(bytes: Uint8Array, pieces: readonly Piece[], memory?: Uint8Array): Promise<EncodedChunk[]>;
  /** As a `ChunkCodec` does it. Only memory that threads share suits. */
  decodeAll(chunks: readonly StoredChunk[], memory?: Uint8Array): Promise<(Uint8Array | undefined)[]>;
  /** Reads, hashes, cuts and names one stream on one thread, which keeps what each slab leaves to the next. Other cutters may be open at the same time. */
  openCutter(options: SlabCutterOptions): Promise<PooledCutter>;
  /** Decodes, verifies, hashes and writes one object on one thread. Others may be open at the same time. */
  openAssembler(): Promise<PooledAssembler>;
  /** Ends the threads. What is not answered yet is rejected, and so is whatever is asked for later. */
  close(): Promise<void>;
}

export const createCodecPool = ({
  threads: count = availableParallelism(),
  blake3 = 'auto',
  zstd = 'auto',
  priority = 'normal',
}: CodecPoolOptions = {}): CodecPool => {
  invariant(Number.isInteger(count) && count > 0, 'a pool has at least one thread');
  return poolOf(createThreads(workerCode, count, { blake3, zstd, priority }), count);
};

/** The same on the thread that asks, which waits meanwhile: for so little work that threads would take longer to start. */
export const createLocalPool = ({
  blake3 = 'auto',
  zstd = 'auto',
}: Omit<CodecPoolOptions, 'threads' | 'priority'> = {}): CodecPool => poolOf(createLocalThreads({ blake3, zstd }), 1);

const poolOf = (threads: Threads, count: number): CodecPool => {
  let lastNumber = 0;

  const name = async (job: Job): Promise<readonly ChunkName[]> => expectAnswer(await threads.run(job), 'name').names;
  const encode = async (job: Job): Promise<readonly EncodedChunk[]> => expectAnswer(await threads.run(job), 'encode').chunks;
  const decode = async (job: Job): Promise<readonly (Uint8Array | undefined)[]> =>
    expectAnswer(await threads.run(job), 'decode').chunks;

  return {
    nameAll: async (given, ends) => {
      const pieces = ends.map((end, index) => ({ begin: ends[index - 1] ?? 0, end }));
      expectInside(given, pieces);
      const bytes = shared(given);
      const jobs = portions(pieces, pieceBytes, count).map((portion): Job => ({ kind: 'name', bytes, pieces: portion }));
      return (await allAnswered(jobs.map(name))).flat();
    },
    encodeAll: async (given, pieces, memory) => {
      expectInside(given, pieces);
      const bytes = shared(given);
      const room = roomIn(memory, encodedRoom(pieces));
      const jobs = portions(pieces, pieceBytes, count).map((portion): Job => ({
        kind: 'encode',
        bytes,
        pieces: portion,
        memory: room?.take(encodedRoom(portion)),
      }));
      return (await allAnswered(jobs.map(encode))).flat();
    },
    decodeAll: async (chunks, memory) => {
      const room = roomIn(memory, decodedBytes(chunks));
      const jobs = portions(shareChunks(chunks), ({ rawBytes }) => decodedRoom(rawBytes), count).map((portion): Job => ({
        kind: 'decode',
        chunks: portion,
        memory: room?.take(decodedBytes(portion)),
      }));
      return (await allAnswered(jobs.map(decode))).flat();
    },
    openCutter: (options) => openPooledCutter(threads.pin(), (lastNumber += 1), options),
    openAssembler: () => openPooledAssembler(threads.pin(), (lastNumber += 1)),
    close: () => threads.close(),
  };
};

/** The memory part by part, when it has the room that is needed and threads share it. */
const roomIn = (memory: Uint8Array | undefined, neededBytes: number) => {
  if (memory === undefined || !isShared(memory) || memory.byteLength < neededBytes) return undefined;
  let at = 0;
  return { take: (bytes: number): Uint8Array => memory.subarray(at, (at += bytes)) };
};

const pieceBytes = ({ begin, end }: Piece): number => end - begin;
