import { invariant, isContentName, type ChunkName } from '@svc/core/model';
import type { EncodedChunk } from '@svc/core/ports';
import type { Blake3 } from '../blake3/blake3.js';
import type { ChunkCoder } from '../chunk-coder.js';
import { decodedBytes } from '@svc/core/chunking';
import { decodeInto } from '../decode-verified.js';
import { newBytes, offsetInWord, wordBytes } from '../memory.js';
import { encodedRoom } from './encoded-room.js';
import { type Assembler, createAssembler } from '../assembler.js';
import { createSlabCutter, type SlabCutter } from '../slab-cutter.js';
import type { Answer, Job, Piece } from './jobs.js';

/** What a thread works with. */
export interface JobTools {
  readonly coder: ChunkCoder;
  readonly blake3: Blake3;
  /** Those that are open on this thread, by their numbers. */
  readonly cutters: Map<number, SlabCutter>;
  readonly assemblers: Map<number, Assembler>;
}

/** Does a job on this thread. `memory` is the one that the bytes of the answer lie in. */
export const doJob = (
  { coder, blake3, cutters, assemblers }: JobTools,
  job: Job,
): { readonly answer: Answer; readonly memory: ArrayBuffer | undefined } => {
  switch (job.kind) {
    case 'name':
      return {
        answer: { kind: 'name', names: job.pieces.map(({ begin, end }) => nameOf(blake3, job.bytes.subarray(begin, end))) },
        memory: undefined,
      };
    case 'encode':
      return inMemory(job.memory, encodedRoom(job.pieces), (out) => ({
        kind: 'encode',
        chunks: encodeInto(coder, job.bytes, job.pieces, out),
      }));
    case 'decode':
      return inMemory(job.memory, decodedBytes(job.chunks), (out) => ({
        kind: 'decode',
        chunks: decodeInto(coder, blake3, job.chunks, out),
      }));
    case 'open_cutter': {
      const cutter = createSlabCutter(blake3, job.options);
      cutters.set(job.cutter, cutter);
      return { answer: { kind: 'open_cutter', bytes: cutter.bytes }, memory: undefined };
    }
    case 'cut': {
      return { answer: { kind: 'cut', cut: openIn(cutters, job.cutter).cut(job.next) }, memory: undefined };
    }
    case 'open_assembler':
      assemblers.set(job.assembler, createAssembler(coder, blake3));
      return { answer: { kind: 'open_assembler' }, memory: undefined };
    case 'assemble': {
      const assembled = openIn(assemblers, job.assembler).add(job.batch);
      return { answer: { kind: 'assemble', assembled }, memory: undefined };
    }
    case 'close_assembler': {
      const sha256 = openIn(assemblers, job.assembler).sha256();
      assemblers.delete(job.assembler);
      return { answer: { kind: 'close_assembler', sha256 }, memory: undefined };
    }
    case 'close_cutter':
      cutters.delete(job.cutter);
      return { answer: { kind: 'close_cutter' }, memory: undefined };
  }
};

/** What is asked for by its number. */
const openIn = <T>(open: ReadonlyMap<number, T>, number: number): T => {
  const found = open.get(number);
  invariant(found !== undefined, 'what has work is open');
  return found;
};

const nameOf = (blake3: Blake3, chunk: Uint8Array): ChunkName => {
  const hex = blake3.hex(chunk);
  invariant(isContentName<ChunkName>(hex), 'a BLAKE3-256 names content');
  return hex;
};

/** The answer in the memory that was given for it, or in new memory, which changes hands with it. */
const inMemory = (given: Uint8Array | undefined, neededBytes: number, answerIn: (out: Uint8Array) => Answer) => {
  if (given !== undefined) return { answer: answerIn(given), memory: undefined };
  const made = newBytes(neededBytes);
  return { answer: answerIn(made), memory: made.buffer };
};

const encodeInto = (coder: ChunkCoder, bytes: Uint8Array, pieces: readonly Piece[], out: Uint8Array): EncodedChunk[] => {
  let at = 0;
  return pieces.map(({ begin, end }) => {
    const encoded = coder.encode(bytes.subarray(begin, end));
    at += (wordBytes + offsetInWord(encoded.bytes) - (at % wordBytes)) % wordBytes;
    const kept = out.subarray(at, at + encoded.bytes.byteLength);
    kept.set(encoded.bytes);
    at += kept.byteLength;
    return { encoding: encoded.encoding, bytes: kept };
  });
};
