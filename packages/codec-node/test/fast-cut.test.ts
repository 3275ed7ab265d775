import type { SeededRandom } from '@svc/conformance';
import { createChunker, createCut, profiles, type ChunkProfile, type Cut } from '@svc/core/chunking';
import { expect } from 'chai';
import { createFastCut, createSlabMemory } from '../src/fast-cut.js';
import { samples } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const lengthsOf = (cut: Cut, bytes: Uint8Array, begin = 0, end = bytes.byteLength): number[] => {
  const lengths: number[] = [];
  for (let at = begin; at < end; at += lengths.at(-1) ?? 0) lengths.push(cut(bytes, at, end));
  return lengths;
};

const sizeBytes = 1024 * 1024 + 12_345;
const slab = createSlabMemory(sizeBytes);

const expectSameCuts = (profile: ChunkProfile, bytes: Uint8Array): void => {
  const expected = lengthsOf(createCut(profile), bytes);
  expect(lengthsOf(createFastCut(profile), bytes), 'copied').to.deep.equal(expected);
  slab.bytes.set(bytes);
  const inPlace = slab.bytes.subarray(0, bytes.byteLength);
  expect(lengthsOf(createFastCut(profile, slab), inPlace), 'in the slab').to.deep.equal(expected);
};

/** Sizes in which input may arrive: single bytes, odd pieces, large ones. */
const pieceSizes = (random: SeededRandom): (() => number) =>
  random.pick([() => 1 + random.integer(3), () => 1 + random.integer(5000), () => 1 + random.integer(700_000)]);

describe('createFastCut', () => {
  for (const profile of Object.values(profiles)) {
    describe(profile.name, () => {
      for (const kind of ['random', 'zeros', 'text'] as const) {
        seededTest(`cuts ${kind} where the portable cut does`, async (random) => {
          expectSameCuts(profile, samples[kind](random, sizeBytes));
        });
      }

      seededTest('cuts the same whatever pieces the bytes arrive in, and wherever they lie', async (random) => {
        const bytes = random.bytes(sizeBytes);
        const chunker = createChunker(profile, createFastCut(profile));
        const nextSize = pieceSizes(random);
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < bytes.byteLength;) {
          const piece = bytes.subarray(at, at + nextSize());
          chunks.push(...chunker.push(piece));
          at += piece.byteLength;
        }
        chunks.push(...chunker.finish());
        expect(chunks.map((chunk) => chunk.byteLength)).to.deep.equal(lengthsOf(createCut(profile), bytes));
      });

      it('cuts every length around the limits of the profile as the portable cut does', () => {
        const limits = profile.kind === 'fixed' ? [profile.maxBytes] : [profile.minBytes, profile.averageBytes, profile.maxBytes];
        for (const length of limits.flatMap((limit) => [-3, -2, -1, 0, 1, 2, 3].map((around) => limit + around))) {
          expectSameCuts(profile, new Uint8Array(Math.min(length, sizeBytes)));
        }
      });
    });
  }

  seededTest('finds every cut point in the short chunks of a small profile, at odd addresses too', async (random) => {
    const profile = { ...profiles['fastcdc-16k'], minBytes: 65, averageBytes: 256, maxBytes: 1023 };
    const bytes = random.bytes(200_001);
    slab.bytes.set(bytes);
    for (const begin of [0, 1, 2, 3]) {
      const expected = lengthsOf(createCut(profile), bytes, begin);
      expect(lengthsOf(createFastCut(profile), bytes, begin)).to.deep.equal(expected);
      expect(lengthsOf(createFastCut(profile, slab), slab.bytes, begin, bytes.byteLength)).to.deep.equal(expected);
    }
  });

  it('refuses the profiles that the portable cut refuses', () => {
    const profile = profiles['fastcdc-16k'];
    for (const wrong of [{ minBytes: 0 }, { minBytes: 65_537 }, { averageBytes: 65_537 }, { maxBytes: Number.NaN }]) {
      expect(() => createCut({ ...profile, ...wrong }), JSON.stringify(wrong)).to.throw('invariant');
      expect(() => createFastCut({ ...profile, ...wrong }), JSON.stringify(wrong)).to.throw('invariant');
    }
  });
});
