import { createHash, hash as hashOnce } from 'node:crypto';
import type { Hasher } from '@svc/core/ports';
import { nodeHmac } from './node-hmac.js';

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
  textSha256: (text) => hashOnce('sha256', text),
  hmacSha256: nodeHmac,
};
