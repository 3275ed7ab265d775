import type { Compressors } from 'hyparquet';
import { decompressBrotli, decompressGzip, decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';
import { bounded } from './bounded-decompress.js';

/** What Parquet is compressed by besides Snappy, all in JavaScript: the Content-Security-Policy lets no WebAssembly in. */
export const compressors: Compressors = {
  GZIP: bounded(decompressGzip),
  BROTLI: bounded(decompressBrotli),
  ZSTD: bounded((input) => decompressZstd(input)),
  LZ4: bounded(decompressLz4),
  LZ4_RAW: bounded(decompressLz4Raw),
};
