import { portableCodec } from '@svc/core/chunking';
import { expect } from 'chai';
import { createBlake3 } from '../../src/blake3/create-blake3.js';
import { seededTest } from '../rigs/seeded-test.js';

const portable = portableCodec();
const kinds = ['native', 'wasm', 'portable'] as const;

/** The input of the official test vectors. */
const officialInput = (length: number): Uint8Array => new Uint8Array(length).map((_, index) => index % 251);

describe('createBlake3', () => {
  for (const kind of kinds) {
    it(`has a ${kind} one that makes the official hashes`, async () => {
      const blake3 = await createBlake3(kind);
      expect(blake3.kind).to.equal(kind);
      expect(blake3.hex(officialInput(0))).to.equal('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262');
      expect(blake3.hex(officialInput(1))).to.equal('2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213');
    });

    seededTest(`has a ${kind} one that agrees with the portable one on any length, whole and in pieces`, async (random) => {
      const blake3 = await createBlake3(kind);
      for (const length of [0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 65_536, 100_003]) {
        const bytes = random.bytes(length);
        const middle = random.integer(length + 1);
        const pieces = blake3.start();
        // A second hash at the same time must not disturb the first.
        const other = blake3.start();
        pieces.update(bytes.subarray(0, middle));
        other.update(bytes);
        pieces.update(bytes.subarray(middle));
        const expected = portable.blake3Hex(bytes);
        expect([blake3.hex(bytes), pieces.digestHex(), other.digestHex()], `${length} bytes`).to.deep.equal(
          Array(3).fill(expected),
        );
      }
    });
  }

  it('prefers the native one', async () => {
    expect((await createBlake3('auto')).kind).to.equal('native');
  });
});
