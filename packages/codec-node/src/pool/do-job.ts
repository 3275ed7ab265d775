import { invariant, isContentName, type ChunkName, type StoredChunk } from '@svc/core';
import type { Blake3 } from '../blake3/blake3.js';
import type { ChunkCoder } from '../chunk-coder.js';
import { decodedBytes } from '@svc/core/chunking';
import { decodeInto } from '../decode-verified.js';
import { newBytes, offsetInWord, wordBytes } from '../memory.js';
import type { Answer, Job, Piece } from './jobs.js';

/** Does a job on this thread. `memory` is the one that the bytes of the answer lie in. */
export const doJob = (
  coder: ChunkCoder,
  blake3: Blake3,
  job: Job,
): { readonly answer: Answer; readonly memory: ArrayBuffer | undefined } => {
  switch (job.kind) {
    case 'name':
      return {
        answer: { kind: 'name', names: job.pieces.map(({ begin, end }) => nameOf(blake3, job.bytes.subarray(begin, end))) },
        memory: undefined,
      };
    case 'encode':
      return encodePieces(coder, job.bytes, job.pieces);
    case 'decode':
      return decodeChunks(coder, blake3, job.chunks, job.memory);
  }
};

const nameOf = (blake3: Blake3, chunk: Uint8Array): ChunkName => {
  const hex = blake3.hex(chunk);
  invariant(isContentName<ChunkName>(hex), 'a BLAKE3-256 names content');
  return hex;
};

const encodePieces = (coder: ChunkCoder, bytes: Uint8Array, pieces: readonly Piece[]) => {
  // No chunk is stored longer than raw. What stays unused of the memory is never touched.
  const out = newBytes(pieces.reduce((total, { begin, end }) => total + wordBytes + end - begin, 0));
  let at = 0;
  const chunks = pieces.map(({ begin, end }) => {
    const encoded = coder.encode(bytes.subarray(begin, end));
    at += (wordBytes + offsetInWord(encoded.bytes) - (at % wordBytes)) % wordBytes;
    const kept = out.subarray(at, at + encoded.bytes.byteLength);
    kept.set(encoded.bytes);
    at += kept.byteLength;
    return { encoding: encoded.encoding, bytes: kept };
  });
  return { answer: { kind: 'encode', chunks }, memory: out.buffer } as const;
};

const decodeChunks = (coder: ChunkCoder, blake3: Blake3, stored: readonly StoredChunk[], given: Uint8Array | undefined) => {
  const answerIn = (out: Uint8Array) => ({ kind: 'decode', chunks: decodeInto(coder, blake3, stored, out) }) as const;
  if (given !== undefined) return { answer: answerIn(given), memory: undefined };
  const made = newBytes(decodedBytes(stored));
  return { answer: answerIn(made), memory: made.buffer };
};
