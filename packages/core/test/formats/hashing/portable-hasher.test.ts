import { hasherCases, runCases } from '@svc/conformance';
import { expect } from 'chai';
import { portableHasher } from '../../../src/formats/hashing/portable-hasher.js';
import { bytesOf } from '../../builders/world.js';

const sha256 = (...pieces: readonly Uint8Array[]): string => {
  const hash = portableHasher.sha256();
  for (const piece of pieces) hash.update(piece);
  return hash.digestHex();
};

describe('portableHasher', () => {
  runCases(describe, it, hasherCases, async () => ({ hasher: portableHasher, close: async () => {} }));

  // FIPS 180-4, the examples of NIST for SHA-256.
  const vectors = [
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ] as const;

  for (const [text, digest] of vectors) {
    it(`hashes ${text.length} bytes as NIST does`, () => {
      expect(sha256(bytesOf(text))).to.equal(digest);
    });
  }

  // FIPS 180-4, the examples of NIST for SHA-1.
  for (const [text, digest] of [
    ['abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
  ] as const) {
    it(`makes the SHA-1 of ${text.length} bytes as NIST does`, () => {
      const hash = portableHasher.sha1();
      hash.update(bytesOf(text));
      expect(hash.digestHex()).to.equal(digest);
    });
  }

  it('does not see where the pieces part', () => {
    const bytes = bytesOf('a'.repeat(200));
    const whole = sha256(bytes);
    for (let cut = 0; cut <= 200; cut += 1) expect(sha256(bytes.subarray(0, cut), bytes.subarray(cut))).to.equal(whole);
  });
});
