import type { IncrementalHash } from '@svc/core/ports';

/** Which implementation of BLAKE3 is at work: compiled for this platform, WebAssembly, or plain JavaScript. */
export type Blake3Kind = 'native' | 'wasm' | 'portable';

/** `auto` takes the fastest one that is there and right. */
export type Blake3Choice = 'auto' | Blake3Kind;

export interface Blake3 {
  readonly kind: Blake3Kind;
  readonly hex: (bytes: Uint8Array) => string;
  /** Puts the 32 bytes of the hash to a place. */
  readonly into: (bytes: Uint8Array, target: Uint8Array, at: number) => void;
  readonly start: () => IncrementalHash;
}

/** For an implementation that writes nothing but hex. */
export const intoByHex =
  (hex: Blake3['hex']): Blake3['into'] =>
  (bytes, target, at) => {
    target.set(Buffer.from(hex(bytes), 'hex'), at);
  };
