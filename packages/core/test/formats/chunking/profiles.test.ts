import { expect } from 'chai';
import { createCut, maxChunkBytes, profileForSize, profiles } from '../../../src/formats/chunking/index.js';
import { seededTest } from '../packs/samples.js';
import { lengthsOf } from './samples.js';

const mebibyte = 1024 * 1024;
const fastCdcProfiles = [
  [profiles['fastcdc-16k'], 16 * 1024],
  [profiles['fastcdc-64k'], 64 * 1024],
  [profiles['fastcdc-128k'], 128 * 1024],
] as const;

describe('profiles', () => {
  it('are under their own names and make no chunk that a format does not take', () => {
    for (const [name, profile] of Object.entries(profiles)) {
      expect(profile.name).to.equal(name);
      expect(profile.maxBytes).to.be.at.most(maxChunkBytes);
    }
  });

  it('cut at every multiple of a fixed size', () => {
    const bytes = new Uint8Array(2 * mebibyte + 1);
    expect(lengthsOf(bytes, createCut(profiles['fixed-1m']))).to.deep.equal([mebibyte, mebibyte, 1]);
    expect(lengthsOf(bytes, createCut(profiles['fixed-512k'])).slice(-2)).to.deep.equal([512 * 1024, 1]);
    expect(lengthsOf(bytes, createCut(profiles['fixed-256k']))).to.have.length(9);
  });

  seededTest('have a mean chunk within a fifth of their nominal size on random bytes', (random) => {
    const piece = random.bytes(2 * mebibyte);
    // The pieces differ in every byte, by a constant: as good as random to a rolling hash, and made in a moment.
    const bytes = new Uint8Array(32 * mebibyte);
    for (let index = 0; index < 16; index += 1)
      bytes.set(
        piece.map((byte) => byte ^ (index * 15)),
        index * piece.length,
      );
    for (const [profile, nominalBytes] of fastCdcProfiles) {
      const mean = bytes.length / lengthsOf(bytes, createCut(profile)).length;
      expect(mean / nominalBytes, profile.name).to.be.within(0.8, 1.2);
    }
  });
});

describe('profileForSize', () => {
  // Spec 1: < 128 MiB, < 512 MiB, and from there on.
  it('chooses by the size of the file', () => {
    const chosen = [0, 128 * mebibyte - 1, 128 * mebibyte, 512 * mebibyte - 1, 512 * mebibyte, 2 ** 40].map(
      (sizeBytes) => profileForSize(sizeBytes).name,
    );
    expect(chosen).to.deep.equal(['fastcdc-16k', 'fastcdc-16k', 'fastcdc-64k', 'fastcdc-64k', 'fastcdc-128k', 'fastcdc-128k']);
  });
});
