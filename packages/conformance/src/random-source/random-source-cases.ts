import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { RandomSourceHarness } from './random-source-harness.js';

const ids: readonly Case<RandomSourceHarness>[] = [
  {
    title: 'an id is a UUID in lower case, and 10,000 of them are as many',
    run: async ({ random }) => {
      const seen = new Set<string>();
      for (let count = 0; count < 10_000; count += 1) seen.add(random.uuid());
      expect(seen.size).to.equal(10_000);
      const others = [...seen].filter((id) => !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id));
      expect(others).to.deep.equal([]);
    },
  },
];

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const bytes: readonly Case<RandomSourceHarness>[] = [
  {
    title: 'there are as many bytes as were asked for, of any length',
    run: async ({ random }) => {
      // What a browser's source gives at once ends at 65,536.
      for (const count of [0, 1, 12, 16, 31, 32, 33, 1000, 65_536, 65_537, 100_000]) {
        const answer = random.bytes(count);
        expect(answer).to.be.instanceOf(Uint8Array);
        expect(answer.byteLength).to.equal(count);
      }
    },
  },
  {
    title: 'they never repeat',
    run: async ({ random }) => {
      const seen = new Set<string>();
      for (let count = 0; count < 3000; count += 1) seen.add(hexOf(random.bytes(16)));
      expect(seen.size).to.equal(3000);
      const long = random.bytes(64_000);
      const blocks = Array.from({ length: 4000 }, (_, block) => hexOf(long.subarray(block * 16, (block + 1) * 16)));
      expect(new Set(blocks).size).to.equal(blocks.length);
    },
  },
  {
    title: 'each has all eight bits, set about as often as not, to its end',
    run: async ({ random }) => {
      const rounds = 2000;
      const set = Array.from({ length: 33 * 8 }, () => 0);
      for (let round = 0; round < rounds; round += 1) {
        for (const [at, byte] of random.bytes(33).entries()) {
          for (let bit = 0; bit < 8; bit += 1) set[at * 8 + bit] = (set[at * 8 + bit] ?? 0) + ((byte >> bit) & 1);
        }
      }
      // Ten standard deviations: a fair source is never that far off.
      expect(set.filter((count) => Math.abs(count - rounds / 2) > 224)).to.deep.equal([]);
    },
  },
  {
    title: 'an answer is the caller’s own: later ones leave it as it is, and are not what the caller makes of it',
    run: async ({ random }) => {
      for (const count of [16, 32, 1000]) {
        const first = random.bytes(count);
        const before = hexOf(first);
        const second = random.bytes(count);
        const other = hexOf(second);
        expect(hexOf(first)).to.equal(before);
        first.fill(0);
        expect(hexOf(second)).to.equal(other);
        expect(hexOf(random.bytes(count))).not.to.equal('00'.repeat(count));
      }
    },
  },
];

/** The law of the `RandomSource` port. Whether its answers can be foreseen is not to be seen in them. */
export const randomSourceCases: Readonly<Record<string, readonly Case<RandomSourceHarness>[]>> = {
  'a random source: ids': ids,
  'a random source: bytes': bytes,
};
