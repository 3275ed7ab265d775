import type { ChunkName } from '@svc/core/model';
import type { EncodedChunk, StoredChunk } from '@svc/core/ports';
import type { Blake3Choice } from '../blake3/blake3.js';
import type { Assembled, ChunkBatch, Unwritten } from '../assembler.js';
import type { CutChunks, NextSlab, SlabCutterOptions, UnreadSlab } from '../slab-cutter.js';
import type { ZstdChoice } from '../zstd/zstd.js';

/** Bytes from `begin` to before `end`. */
export interface Piece {
  readonly begin: number;
  readonly end: number;
}

/** What a thread is asked for. All bytes are in memory that threads share, so that none are copied on the way. */
export type Job =
  | { readonly kind: 'name'; readonly bytes: Uint8Array; readonly pieces: readonly Piece[] }
  | {
      readonly kind: 'encode';
      readonly bytes: Uint8Array;
      readonly pieces: readonly Piece[];
      readonly memory: Uint8Array | undefined;
    }
  | { readonly kind: 'decode'; readonly chunks: readonly StoredChunk[]; readonly memory: Uint8Array | undefined }
  /** Those that follow go to one thread, which keeps the cutter or the assembler. */
  | { readonly kind: 'open_cutter'; readonly cutter: number; readonly options: SlabCutterOptions }
  | { readonly kind: 'cut'; readonly cutter: number; readonly next: NextSlab }
  | { readonly kind: 'close_cutter'; readonly cutter: number }
  | { readonly kind: 'open_assembler'; readonly assembler: number }
  | { readonly kind: 'assemble'; readonly assembler: number; readonly batch: ChunkBatch }
  | { readonly kind: 'close_assembler'; readonly assembler: number };

/** What it answers, in the order of the pieces or chunks. Bytes of an answer lie in one memory, which changes hands unless it was given. */
export type Answer =
  | { readonly kind: 'name'; readonly names: readonly ChunkName[] }
  | { readonly kind: 'encode'; readonly chunks: readonly EncodedChunk[] }
  | { readonly kind: 'decode'; readonly chunks: readonly (Uint8Array | undefined)[] }
  | { readonly kind: 'open_cutter'; readonly bytes: Uint8Array<SharedArrayBuffer> }
  | { readonly kind: 'cut'; readonly cut: CutChunks | UnreadSlab }
  | { readonly kind: 'close_cutter' }
  | { readonly kind: 'open_assembler' }
  | { readonly kind: 'assemble'; readonly assembled: Assembled | Unwritten }
  | { readonly kind: 'close_assembler'; readonly sha256: string };

/** A job on its way to a thread. */
export interface Request {
  readonly id: number;
  readonly job: Job;
}

/** An answer on its way back, or what the thread threw instead. */
export type Reply = { readonly id: number; readonly answer: Answer } | { readonly id: number; readonly fault: unknown };

/** What decides which tools do the jobs. */
export interface ToolSettings {
  readonly blake3: Blake3Choice;
  readonly zstd: ZstdChoice;
}

/** What a thread is told when it starts. */
export interface ThreadSettings extends ToolSettings {
  readonly priority: 'normal' | 'low';
}
