import type { ChunkEncoding, ChunkName, EncodedChunk } from '@svc/core';
import type { Blake3Choice } from '../blake3/blake3.js';

/** Bytes from `begin` to before `end`. */
export interface Piece {
  readonly begin: number;
  readonly end: number;
}

/** A stored chunk whose bytes are a piece of others. */
export interface StoredPiece extends Piece {
  readonly encoding: ChunkEncoding;
  readonly rawBytes: number;
  readonly name: ChunkName | undefined;
}

/** What a thread is asked for. The bytes are in memory that threads share, so that none are copied on the way. */
export type Job =
  | { readonly kind: 'name' | 'encode'; readonly bytes: Uint8Array; readonly pieces: readonly Piece[] }
  | { readonly kind: 'decode'; readonly bytes: Uint8Array; readonly pieces: readonly StoredPiece[] };

/** What it answers. All bytes of an answer lie in one memory, which changes hands. */
export interface Answers {
  readonly name: readonly ChunkName[];
  readonly encode: readonly EncodedChunk[];
  readonly decode: readonly (Uint8Array | undefined)[];
}

export interface Request {
  readonly id: number;
  readonly job: Job;
}

export interface Reply {
  readonly id: number;
  /** What the thread threw instead of an answer. */
  readonly error?: unknown;
  readonly answer?: Answers[keyof Answers];
}

export interface ThreadSettings {
  readonly blake3: Blake3Choice;
}
