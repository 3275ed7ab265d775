import type binding from 'zstd-napi/binding.js';
import type { Compress, Decompress, Zstd } from './zstd.js';

const defaultCompress =
  ({ CCtx, CParameter }: typeof binding) =>
  (): Compress => {
    const context = new CCtx();
    context.setParameter(CParameter.compressionLevel, 3);
    return (bytes, out) => context.compress2(out, bytes);
  };

/** Only matches of 7 bytes are looked for, with little effort. */
const planeCompress =
  ({ CCtx, CParameter, Strategy }: typeof binding) =>
  (): Compress => {
    const context = new CCtx();
    context.setParameter(CParameter.strategy, Strategy.fast);
    context.setParameter(CParameter.minMatch, 7);
    context.setParameter(CParameter.hashLog, 6);
    return (bytes, out) => context.compress2(out, bytes);
  };

const decompressWith =
  ({ DCtx }: typeof binding) =>
  (): Decompress => {
    const context = new DCtx();
    return (frames, out) => {
      try {
        return context.decompress(out, frames) === out.byteLength;
      } catch {
        return false;
      }
    };
  };

/**
 * Zstandard by the library of its authors, compiled for this platform. Imported here and not above: what a module that is imported late imports itself, and
 * is CommonJS and throws, Node 20 reports as an unhandled rejection beside the one that is caught.
 */
export const nativeZstd = async (): Promise<Zstd> => {
  const { default: library } = await import('zstd-napi/binding.js');
  return {
    kind: 'native',
    createDefaultCompress: defaultCompress(library),
    createPlaneCompress: planeCompress(library),
    createDecompress: decompressWith(library),
  };
};
