/** Which implementation of Zstandard is at work: compiled for this platform, or WebAssembly. */
export type ZstdKind = 'native' | 'wasm';

/** `auto` takes the fastest one that is there and right. */
export type ZstdChoice = 'auto' | ZstdKind;

/** Writes one frame of the bytes into `out`, which has `frameBound` bytes for them, and answers its length. */
export type Compress = (bytes: Uint8Array, out: Uint8Array) => number;

/** Whether the frames hold exactly as many bytes as `out` has, at least one, and nothing follows them; then these are in `out`. */
export type Decompress = (frames: Uint8Array, out: Uint8Array) => boolean;

/** The frames of one implementation decode with any other; they need not be equal. */
export interface Zstd {
  readonly kind: ZstdKind;
  /** Level 3: the default for whatever has structure. */
  readonly createDefaultCompress: () => Compress;
  /** For planes of numbers, where values repeat by chance only: short matches would cost more than the Huffman table alone. */
  readonly createPlaneCompress: () => Compress;
  /** Takes no memory for a window, whatever the frame asks for: the bytes go straight to memory of the length that is asked for, and no further. */
  readonly createDecompress: () => Decompress;
}

const smallBytes = 128 * 1024;

/** No frame of so many bytes is longer: `ZSTD_COMPRESSBOUND` of zstd.h. */
export const frameBound = (sizeBytes: number): number =>
  sizeBytes + (sizeBytes >> 8) + (sizeBytes < smallBytes ? (smallBytes - sizeBytes) >> 11 : 0);
