import type { SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { createCut, cutMasks, type FastCdcProfile, profiles } from '../../../src/formats/chunking/index.js';
import { joined, seededTest } from '../packs/samples.js';
import { bytesOfAnyKind, derivedGear, lengthsOf, publishedCut } from './samples.js';

const profileOf = (
  minBytes: number,
  averageBytes: number,
  maxBytes: number,
  normalization: 0 | 1 | 2 | 3 = 1,
): FastCdcProfile => ({
  kind: 'fastcdc',
  name: 'fastcdc-16k',
  minBytes,
  averageBytes,
  maxBytes,
  normalization,
});

const publishedLengths = (bytes: Uint8Array, profile: FastCdcProfile): number[] =>
  lengthsOf(bytes, (all, begin, end) => publishedCut(all.subarray(begin, end), profile).length);

/** Small chunks, so that a few thousand bytes have many of them; odd limits too, and such that most chunks are the longest. */
const randomProfile = (random: SeededRandom): FastCdcProfile => {
  const averageBytes = 256 + random.integer(random.pick([1, 2000]));
  const minBytes = 64 + random.integer(averageBytes - 63);
  return profileOf(minBytes, averageBytes, averageBytes + random.integer(random.pick([4, 6000])), random.pick([0, 1, 2, 3]));
};

/** Bytes of a short period that leave the lower 32 bits of the hash zero under the small mask once a period, and nearly never the whole hash. */
const temptingBytes = (random: SeededRandom, profile: FastCdcProfile, length: number): Uint8Array => {
  const mask = BigInt(cutMasks(profile).small) & 0xffffffffn;
  for (;;) {
    const period = random.bytes(1 + random.integer(3));
    const byteAt = (at: number): number => period[at % period.length] ?? 0;
    let hash = 0n;
    for (let at = 0; at < 64; at += 1) hash = (hash << 1n) + (derivedGear[byteAt(at)] ?? 0n);
    if ((hash & mask) === 0n) return Uint8Array.from({ length }, (_, at) => byteAt(at));
  }
};

describe('FastCDC', () => {
  // A test of the `fastcdc` crate's `v2020` module: the length and the hash of every chunk.
  it('cuts zeros at the longest chunk, with the published hash', () => {
    const profile = profileOf(64, 256, 1024);
    const zeros = new Uint8Array(10_240);
    expect(lengthsOf(zeros, createCut(profile))).to.deep.equal(Array(10).fill(1024));
    expect(publishedCut(zeros, profile)).to.deep.equal({ hash: 14169102344523991076n, length: 1024 });
  });

  seededTest('cuts any bytes with any parameters as the published algorithm does', (random) => {
    for (let round = 0; round < 300; round += 1) {
      const profile = randomProfile(random);
      const bytes = bytesOfAnyKind(random, random.integer(20_000));
      expect(lengthsOf(bytes, createCut(profile)), JSON.stringify(profile)).to.deep.equal(publishedLengths(bytes, profile));
    }
  });

  seededTest('cuts as the published algorithm does with every average and level that there are masks for', (random) => {
    const bytes = random.bytes(60_000);
    for (let averageBytes = 256; averageBytes <= 4 * 1024 * 1024; averageBytes *= 2) {
      for (const normalization of [0, 1, 2, 3] as const) {
        const profile = profileOf(64, averageBytes, 4 * averageBytes, normalization);
        expect(createCut(profile)(bytes, 0, bytes.length)).to.equal(publishedCut(bytes, profile).length);
      }
    }
  });

  seededTest(
    'cuts as the published algorithm does with the profiles, also where half of the hash is often zero under the mask',
    (random) => {
      for (const profile of [profiles['fastcdc-16k'], profiles['fastcdc-64k'], profiles['fastcdc-128k']]) {
        const tempting = temptingBytes(random, profile, 70_000);
        const bytes = joined([random.bytes(200_000), tempting, bytesOfAnyKind(random, 100_000), tempting, random.bytes(70_000)]);
        expect(lengthsOf(bytes, createCut(profile)), profile.name).to.deep.equal(publishedLengths(bytes, profile));
      }
    },
  );

  seededTest('does not look at where in memory the bytes are, nor at what lies around them', (random) => {
    const profile = profileOf(64, 256, 1024);
    const cut = createCut(profile);
    const bytes = random.bytes(5000);
    const expected = publishedLengths(bytes, profile);
    for (const before of [0, 1, 2, 3, 4, 5, 777]) {
      for (const shared of [false, true]) {
        const memory = new Uint8Array(shared ? new SharedArrayBuffer(6000) : new ArrayBuffer(6000)).fill(random.integer(256));
        memory.set(bytes, before);
        expect(lengthsOf(memory.subarray(before, before + bytes.length), cut), `${before} bytes before`).to.deep.equal(expected);
        const lengths: number[] = [];
        const end = before + bytes.length;
        for (let begin = before; begin < end; begin += lengths.at(-1) ?? 0) lengths.push(cut(memory, begin, end));
        expect(lengths, `from position ${before}`).to.deep.equal(expected);
      }
    }
  });

  seededTest('makes chunks no shorter than the shortest but the last, and none longer than the longest', (random) => {
    for (let round = 0; round < 100; round += 1) {
      const profile = randomProfile(random);
      const bytes = bytesOfAnyKind(random, random.integer(20_000));
      const lengths = lengthsOf(bytes, createCut(profile));
      // Positions are counted in pairs of bytes, so an odd shortest length is rounded down.
      for (const length of lengths.slice(0, -1))
        expect(length).to.be.within(profile.minBytes - (profile.minBytes % 2), profile.maxBytes);
      expect(lengths.at(-1) ?? 0).to.be.at.most(profile.maxBytes);
      expect(lengths.reduce((total, length) => total + length, 0)).to.equal(bytes.length);
    }
  });

  it('makes one chunk of what is no longer than the shortest', () => {
    const cut = createCut(profileOf(64, 256, 1024));
    for (const length of [1, 2, 63, 64]) expect(cut(new Uint8Array(length).fill(7), 0, length)).to.equal(length);
  });

  it('wants the average between the shortest and the longest', () => {
    expect(() => createCut(profileOf(257, 256, 1024))).to.throw('the average lies between');
    expect(() => createCut(profileOf(64, 256, 255))).to.throw('the average lies between');
  });

  it('wants chunks of at least two bytes, since who cuts off nothing never comes to the end', () => {
    for (const minBytes of [-1, 0, 1, 64.5, Number.NaN]) {
      expect(() => createCut(profileOf(minBytes, 256, 1024)), String(minBytes)).to.throw('two at least');
    }
    for (const maxBytes of [0, 0.5, Number.NaN]) {
      expect(() => createCut({ ...profiles['fixed-1m'], maxBytes }), String(maxBytes)).to.throw('the longest chunk');
    }
    expect(createCut(profileOf(2, 256, 1024))(new Uint8Array(9), 0, 9)).to.be.greaterThan(1);
  });
});
