import { createHash, hash as hashOnce } from 'node:crypto';
import type { Hasher, IncrementalHash } from '@svc/core/ports';
import { nodeHmac } from './node-hmac.js';

const incremental = (algorithm: 'sha1' | 'sha256'): IncrementalHash => {
  const hash = createHash(algorithm);
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digestHex: () => hash.digest('hex'),
  };
};

/** SHA-256, SHA-1 and HMAC by Node's OpenSSL: as fast as the machine can. */
export const nodeHasher: Hasher = {
  sha256: () => incremental('sha256'),
  sha1: () => incremental('sha1'),
  textSha256: (text) => hashOnce('sha256', text),
  hmacSha256: nodeHmac,
};
