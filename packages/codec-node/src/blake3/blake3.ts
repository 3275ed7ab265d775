import type { IncrementalHash } from '@svc/core/ports';

/** Which implementation of BLAKE3 is at work: compiled for this platform, WebAssembly, or plain JavaScript. */
export type Blake3Kind = 'native' | 'wasm' | 'portable';

/** `auto` takes the fastest one that is there and right. */
export type Blake3Choice = 'auto' | Blake3Kind;

export interface Blake3 {
  readonly kind: Blake3Kind;
  readonly hex: (bytes: Uint8Array) => string;
  readonly start: () => IncrementalHash;
}
