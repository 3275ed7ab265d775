import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { portableHmac } from '../../../src/formats/hashing/portable-hmac.js';

describe('portableHmac', () => {
  // RFC 4231, the two test cases whose keys are long enough.
  const rfcSecret = new Uint8Array(131).fill(0xaa);
  const vectors = [
    [
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ] as const;

  it('makes the HMACs of RFC 4231, in any order and again', () => {
    const authenticate = portableHmac(rfcSecret);
    for (const [message, mac] of [...vectors, ...vectors].reverse()) expect(authenticate(message)).to.equal(mac);
  });

  it('agrees with OpenSSL on messages of every length, also beyond its first buffer and beyond ASCII', () => {
    const secret = new Uint8Array(32).map((_, index) => index);
    const authenticate = portableHmac(secret);
    const openssl = (message: string) => createHmac('sha256', secret).update(message).digest('hex');
    for (const length of [...Array(200).keys(), 341, 342, 1023, 1024, 1025, 10_000, 3]) {
      for (const character of ['x', 'é', '漢', '😀']) {
        const message = character.repeat(length);
        expect(authenticate(message), `${length} times ${character}`).to.equal(openssl(message));
      }
    }
  });

  it('takes no secret of less than 32 bytes', () => {
    expect(() => portableHmac(new Uint8Array(31))).to.throw('at least 32 bytes');
  });
});
