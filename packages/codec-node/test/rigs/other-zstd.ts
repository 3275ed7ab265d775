import type { Zstd } from '@svc/core/chunking';
import { compress, decompress } from 'zstd-napi';

/** zstd by the library's simple interface, for the portable codec. */
export const otherZstd: Zstd = {
  compress: (bytes) => compress(bytes, { compressionLevel: 3 }),
  decompress: (frames, rawBytes) => {
    try {
      const bytes = decompress(frames);
      return bytes.byteLength === rawBytes ? bytes : undefined;
    } catch {
      return undefined;
    }
  },
};
