import type { IncrementalHash } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { HasherHarness } from './hasher-harness.js';

const encoder = new TextEncoder();

const digestOf = (hash: IncrementalHash, ...pieces: readonly Uint8Array[]): string => {
  for (const piece of pieces) hash.update(piece);
  return hash.digestHex();
};

/** Examples of NIST for SHA-256 and SHA-1 (FIPS 180-4). */
const examples = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    '84983e441c3bd26ebaae4aa1f95129e5e54670f1',
  ],
] as const;

const hashes: readonly Case<HasherHarness>[] = [
  {
    title: 'SHA-256 and SHA-1 are those of the standard, in lower-case hex',
    run: async ({ hasher }) => {
      for (const [text, sha256, sha1] of examples) {
        expect(digestOf(hasher.sha256(), encoder.encode(text))).to.equal(sha256);
        expect(digestOf(hasher.sha1(), encoder.encode(text))).to.equal(sha1);
        expect(hasher.textSha256(text)).to.equal(sha256);
      }
    },
  },
  {
    title: 'bytes come in any pieces, and are the caller’s own again when they were taken',
    run: async ({ hasher }) => {
      for (const algorithm of ['sha256', 'sha1'] as const) {
        // More than two blocks of the hash, cut anywhere.
        const bytes = Uint8Array.from({ length: 150 }, (_, at) => at * 7);
        const whole = digestOf(hasher[algorithm](), bytes);
        for (let cut = 0; cut <= bytes.byteLength; cut += 1) {
          const hash = hasher[algorithm]();
          const first = bytes.slice(0, cut);
          hash.update(first);
          first.fill(0);
          expect(digestOf(hash, bytes.subarray(cut)), `${algorithm} cut at ${cut}`).to.equal(whole);
        }
      }
    },
  },
  {
    title: 'hashes that are made at the same time know nothing of each other',
    run: async ({ hasher }) => {
      const [left, right] = [hasher.sha256(), hasher.sha256()];
      for (const letter of 'abc') {
        left.update(encoder.encode(letter));
        right.update(encoder.encode('x'));
      }
      expect(left.digestHex()).to.equal(hasher.textSha256('abc'));
      expect(right.digestHex()).to.equal(hasher.textSha256('xxx'));
    },
  },
  {
    title: 'a text is hashed by its UTF-8 bytes, and half of a pair is the replacement character',
    run: async ({ hasher }) => {
      for (const text of ['é', '漢字', '😀', 'half \ud800 of a pair', 'é'.repeat(5000)]) {
        expect(hasher.textSha256(text)).to.equal(digestOf(hasher.sha256(), encoder.encode(text)));
      }
    },
  },
];

const hmacs: readonly Case<HasherHarness>[] = [
  {
    title: 'an HMAC is that of the standard, whatever was signed before',
    run: async ({ hasher }) => {
      // RFC 4231, test cases 6 and 7: the others have keys that are too short.
      const hmac = hasher.hmacSha256(new Uint8Array(131).fill(0xaa));
      const signed = [
        [
          'Test Using Larger Than Block-Size Key - Hash Key First',
          '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
        ],
        [
          'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
          '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
        ],
      ] as const;
      for (const [text, digest] of [...signed, ...signed.toReversed()]) expect(hmac(text)).to.equal(digest);
    },
  },
  {
    title: 'a text is signed by its UTF-8 bytes, short or long, and another secret signs otherwise',
    run: async ({ hasher }) => {
      const pad = (secret: Uint8Array, byte: number): Uint8Array =>
        Uint8Array.from({ length: 64 }, (_, at) => (secret[at] ?? 0) ^ byte);
      for (const length of [32, 64]) {
        const secret = new Uint8Array(length).fill(7);
        const hmac = hasher.hmacSha256(secret);
        for (const text of ['', 'é漢😀', 'half \ud800', '漢'.repeat(2000), 'short again']) {
          const inner = digestOf(hasher.sha256(), pad(secret, 0x36), encoder.encode(text));
          const innerBytes = Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(inner.slice(at * 2, at * 2 + 2), 16));
          expect(hmac(text), `${length} bytes of secret`).to.equal(digestOf(hasher.sha256(), pad(secret, 0x5c), innerBytes));
          expect(hasher.hmacSha256(new Uint8Array(length).fill(8))(text)).not.to.equal(hmac(text));
        }
      }
    },
  },
];

/** The law of the `Hasher` port. */
export const hasherCases: Readonly<Record<string, readonly Case<HasherHarness>[]>> = {
  'a hasher: hashes': hashes,
  'a hasher: HMACs': hmacs,
};
