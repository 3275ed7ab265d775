import { createHash } from 'node:crypto';
import type { Hasher } from '@svc/core';

/** SHA-256 by Node's OpenSSL: as fast as the machine can. */
export const nodeHasher: Hasher = {
  sha256: () => {
    const hash = createHash('sha256');
    return {
      update: (bytes) => {
        hash.update(bytes);
      },
      digestHex: () => hash.digest('hex'),
    };
  },
};
