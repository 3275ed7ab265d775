import { expect } from 'chai';
import { findCandidate } from '../../../src/formats/chunking/find-candidate.js';
import { gearTable } from '../../../src/formats/chunking/index.js';
import { seededTest } from '../packs/samples.js';
import { bytesOfAnyKind, derivedGear } from './samples.js';

const gear = Int32Array.from(gearTable.low);

/** The same, from the first byte on and with numbers of any size. */
const expected = (bytes: Uint8Array, begin: number, from: number, until: number, mask: number): number => {
  let hash = 0n;
  for (let at = begin; at < until; at += 1) {
    hash = BigInt.asUintN(32, (hash << 1n) + (derivedGear[bytes[at] ?? 0] ?? 0n));
    if (at >= from && (hash & BigInt(mask)) === 0n) return at;
  }
  return until;
};

describe('findCandidate', () => {
  seededTest('finds the next zero under the mask, wherever the hash began and the search begins and ends', (random) => {
    const memory = bytesOfAnyKind(random, 4000);
    for (let round = 0; round < 5000; round += 1) {
      const shift = random.integer(4);
      const bytes = memory.subarray(shift);
      const words = new Int32Array(memory.buffer, 0, memory.length / 4);
      const begin = random.integer(3000);
      const from = begin + random.integer(100);
      const until = from + random.integer(random.pick([10, 800]));
      const mask = random.pick([0x10000, 0x350000, 0x3530000, 0x3537000, 0xc0000000]);
      const found = findCandidate(bytes, words, shift, begin, from, until, gear, mask | 0);
      expect(found, `${begin}, ${from}, ${until}, shift ${shift}`).to.equal(expected(bytes, begin, from, until, mask));
    }
  });
});
