import { compress, init } from '@bokuweb/zstd-wasm';
import { ZSTDDecoder } from 'zstddec';
import { lowerWindows } from './lower-windows.js';
import type { Compress, Decompress, Zstd } from './zstd.js';

const compressAt = (level: number) => (): Compress => (bytes, out) => {
  const frame = compress(bytes, level);
  out.set(frame);
  return frame.byteLength;
};

/** A damaged frame gives no bytes, or throws where it leads the decoder astray. */
const decodeWith =
  (decoder: ZSTDDecoder): Decompress =>
  (frames, out) => {
    try {
      const bytes = decoder.decode(frames, out.byteLength);
      if (bytes.byteLength !== out.byteLength) return false;
      out.set(bytes);
      return true;
    } catch {
      return false;
    }
  };

const decompressWith = (decoder: ZSTDDecoder) => (): Decompress => {
  const decode = decodeWith(decoder);
  return (frames, out) => {
    if (decode(frames, out)) return true;
    // Hardly anybody asks for these, so nobody else pays for the search.
    const lowered = lowerWindows(frames);
    return lowered !== undefined && decode(lowered, out);
  };
};

/** The instance that compresses is the module's own, and each `init` would put another one under what is in use. */
let ready: Promise<unknown> | undefined;

/**
 * The same library in WebAssembly, which needs nothing compiled for this platform: more slowly. One package compresses and the other
 * decompresses, because the former has no room for several frames that follow each other. Level 1 is the one whose strategy planes are compressed by.
 */
export const wasmZstd = async (): Promise<Zstd> => {
  const decoder = new ZSTDDecoder();
  ready ??= Promise.all([init(), decoder.init()]);
  await ready;
  return {
    kind: 'wasm',
    createDefaultCompress: compressAt(3),
    createPlaneCompress: compressAt(1),
    createDecompress: decompressWith(decoder),
  };
};
