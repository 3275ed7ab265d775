import type { Compressors } from 'hyparquet';
import { decompressBrotli, decompressGzip, decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';
import { bounded, mostPageBytes, tooLargePage } from './bounded-decompress.js';
import { zstdBound } from './zstd-bound.js';

/** What a decompressor moves within a few seconds. */
const mostMovedBytes = 32_000_000_000;

/** Unlike the others it writes as much as comes, whatever the page says of its size. */
const decompressBoundedZstd = (input: Uint8Array): Uint8Array => {
  const { bytes, movedBytes } = zstdBound(input);
  if (bytes > mostPageBytes || movedBytes > mostMovedBytes) throw tooLargePage();
  return decompressZstd(input);
};

/** What Parquet is compressed by besides Snappy, all in JavaScript: the Content-Security-Policy lets no WebAssembly in. */
export const compressors: Compressors = {
  GZIP: bounded(decompressGzip),
  BROTLI: bounded(decompressBrotli),
  ZSTD: bounded(decompressBoundedZstd),
  LZ4: bounded(decompressLz4),
  LZ4_RAW: bounded(decompressLz4Raw),
};
