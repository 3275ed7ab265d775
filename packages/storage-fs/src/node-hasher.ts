import { createHash, createHmac, createSecretKey } from 'node:crypto';
import type { Hasher } from '@svc/core';

/** SHA-256 and HMAC by Node's OpenSSL: as fast as the machine can. */
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
  hmacSha256: (secret) => {
    // A key object is checked once, not for each text.
    const key = createSecretKey(secret);
    return (text) => createHmac('sha256', key).update(text).digest('hex');
  },
};
