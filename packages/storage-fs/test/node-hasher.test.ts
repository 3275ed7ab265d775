import { portableHasher } from '@svc/core';
import { expect } from 'chai';
import { nodeHasher } from '../src/node-hasher.js';

describe('nodeHasher', () => {
  it('agrees with the portable hasher on every length around its blocks', () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, index) => index & 255));
    for (let length = 0; length <= bytes.byteLength; length += 1) {
      const digests = [nodeHasher, portableHasher].map((hasher) => {
        const hash = hasher.sha256();
        hash.update(bytes.subarray(0, length >> 1));
        hash.update(bytes.subarray(length >> 1, length));
        return hash.digestHex();
      });
      expect(digests[0], `${length} bytes`).to.equal(digests[1]);
    }
  });

  it('agrees with the portable HMAC, beyond ASCII too', () => {
    const secret = new Uint8Array(32).map((_, index) => index);
    for (const text of ['', 'a', 'é漢😀', 'x'.repeat(1000)]) {
      expect(nodeHasher.hmacSha256(secret)(text)).to.equal(portableHasher.hmacSha256(secret)(text));
    }
  });
});
