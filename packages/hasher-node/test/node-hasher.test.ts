import { portableHasher } from '@svc/core';
import { expect } from 'chai';
import { nodeHasher } from '../src/node-hasher.js';

describe('nodeHasher', () => {
  it('agrees with the portable hasher on every length around its blocks', () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, index) => index & 255));
    for (let length = 0; length <= bytes.byteLength; length += 1) {
      for (const algorithm of ['sha256', 'sha1'] as const) {
        const digests = [nodeHasher, portableHasher].map((hasher) => {
          const hash = hasher[algorithm]();
          hash.update(bytes.subarray(0, length >> 1));
          hash.update(bytes.subarray(length >> 1, length));
          return hash.digestHex();
        });
        expect(digests[0], `${algorithm} of ${length} bytes`).to.equal(digests[1]);
      }
    }
  });

  it('agrees with the portable hasher on texts, beyond ASCII too', () => {
    for (const text of ['', 'svc_pat_0123456789', 'é漢😀', 'half \ud800', 'x'.repeat(5000)]) {
      expect(nodeHasher.textSha256(text), text.slice(0, 20)).to.equal(portableHasher.textSha256(text));
    }
  });

  it('agrees with the portable HMAC: beyond ASCII, on texts of any length one after the other, under keys of any length', () => {
    for (const keyBytes of [32, 63, 64, 65, 200]) {
      const secret = new Uint8Array(keyBytes).map((_, index) => index * 7);
      const native = nodeHasher.hmacSha256(secret);
      for (const text of [
        '',
        'a',
        'é漢😀',
        'half \ud800',
        'x'.repeat(55),
        '漢'.repeat(682),
        '漢'.repeat(683),
        'x'.repeat(10_000),
        'short again',
      ]) {
        expect(native(text), `${keyBytes} bytes of key, ${text.length} of text`).to.equal(
          portableHasher.hmacSha256(secret)(text),
        );
      }
    }
  });

  it('makes the HMACs of RFC 4231 whose keys are long enough', () => {
    const long = nodeHasher.hmacSha256(Buffer.alloc(131, 0xaa));
    expect(long('Test Using Larger Than Block-Size Key - Hash Key First')).to.equal(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
    expect(
      long(
        'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
      ),
    ).to.equal('9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2');
  });

  it('makes no HMAC of a secret of less than 32 bytes', () => {
    for (const bytes of [0, 31]) expect(() => nodeHasher.hmacSha256(new Uint8Array(bytes))).to.throw('at least 32 bytes');
  });
});
