import binding from 'zstd-napi/binding.js';

/** Writes one frame of the bytes into `out`, which has `frameBound` bytes for them, and answers its length. */
export type Compress = (bytes: Uint8Array, out: Uint8Array) => number;

/** No frame of so many bytes is longer. */
export const frameBound = (sizeBytes: number): number => binding.compressBound(sizeBytes);

const { CCtx, CParameter, DCtx, Strategy } = binding;

/** Level 3: the default for whatever has structure. */
export const createDefaultCompress = (): Compress => {
  const context = new CCtx();
  context.setParameter(CParameter.compressionLevel, 3);
  return (bytes, out) => context.compress2(out, bytes);
};

/**
 * For planes of numbers, where values repeat by chance only: short matches would cost more than the Huffman table alone, so only matches of 7 bytes are
 * looked for, with little effort.
 */
export const createPlaneCompress = (): Compress => {
  const context = new CCtx();
  context.setParameter(CParameter.strategy, Strategy.fast);
  context.setParameter(CParameter.minMatch, 7);
  context.setParameter(CParameter.hashLog, 6);
  return (bytes, out) => context.compress2(out, bytes);
};

/** Whether the frames hold exactly as many bytes as `out` has, and nothing follows them; then these are in `out`. */
export type Decompress = (frames: Uint8Array, out: Uint8Array) => boolean;

/** Takes no memory for a window, whatever the frame asks for: the bytes go straight to `out`, and no further. */
export const createDecompress = (): Decompress => {
  const context = new DCtx();
  return (frames, out) => {
    try {
      return context.decompress(out, frames) === out.byteLength;
    } catch {
      return false;
    }
  };
};
