import type { SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { type ByteGroup, chooseGroup } from '../../../src/formats/chunking/index.js';
import { seededTest } from '../packs/samples.js';
import { textOf } from './samples.js';

const chunkBytes = 40_000;

/** Normally distributed numbers, as the weights of a model are. */
const weights = (random: SeededRandom, count: number): number[] =>
  Array.from({ length: count }, () => {
    let sum = -6;
    for (let term = 0; term < 12; term += 1) sum += random.integer(2 ** 24) / 2 ** 24;
    return sum * 0.02;
  });

const bytesOf = (numbers: Float32Array | Float64Array | Int32Array | BigInt64Array | Uint16Array): Uint8Array =>
  new Uint8Array(numbers.buffer);

/** Each kind of chunk with the group that suits it. */
const kinds: Readonly<Record<string, readonly [ByteGroup, (random: SeededRandom) => Uint8Array]>> = {
  'float32 weights': [4, (random) => bytesOf(Float32Array.from(weights(random, chunkBytes / 4)))],
  'float64 weights': [8, (random) => bytesOf(Float64Array.from(weights(random, chunkBytes / 8)))],
  'bfloat16 weights': [
    2,
    (random) =>
      bytesOf(
        Uint16Array.from(
          new Uint16Array(Float32Array.from(weights(random, chunkBytes / 2)).buffer).filter((_, at) => at % 2 === 1),
        ),
      ),
  ],
  'int32 counters': [
    4,
    (random) => bytesOf(Int32Array.from({ length: chunkBytes / 4 }, (_, at) => 1_000_000 + at * 3 + random.integer(3))),
  ],
  'int64 milliseconds': [
    8,
    (random) =>
      bytesOf(
        BigInt64Array.from({ length: chunkBytes / 8 }, (_, at) => 1_700_000_000_000n + BigInt(at * 977 + random.integer(900))),
      ),
  ],
  'random bytes': [1, (random) => random.bytes(chunkBytes)],
  text: [1, (random) => textOf(random, chunkBytes)],
  zeros: [1, () => new Uint8Array(chunkBytes)],
};

describe('chooseGroup', () => {
  for (const [kind, [group, chunkOf]] of Object.entries(kinds)) {
    seededTest(`takes ${group} for ${kind}`, (random) => {
      for (let round = 0; round < 10; round += 1) expect(chooseGroup(chunkOf(random))).to.equal(group);
    });
  }

  seededTest('takes the same wherever a number begins', (random) => {
    const chunk = bytesOf(Float32Array.from(weights(random, 10_000)));
    for (let skipped = 0; skipped < 9; skipped += 1) expect(chooseGroup(chunk.subarray(skipped)), `${skipped}`).to.equal(4);
  });

  seededTest('takes 1 for what is shorter than the sample, from which on it looks', (random) => {
    const chunk = bytesOf(Float32Array.from(weights(random, 2000)));
    expect(chooseGroup(chunk.subarray(0, 0))).to.equal(1);
    expect(chooseGroup(chunk.subarray(0, 4095))).to.equal(1);
    expect(chooseGroup(chunk.subarray(0, 4096))).to.equal(4);
  });

  it('looks at the windows that it says: 16 of 256 bytes, evenly spread', () => {
    // Everything but the windows is filled with what would call for 4 planes.
    const chunk = Uint8Array.from({ length: 1024 * 1024 }, (_, at) =>
      at % 4 === 0 ? 0 : (Math.imul(at, 0x9e3779b1) >>> 13) & 255,
    );
    const last = chunk.length - 256;
    expect(chooseGroup(chunk)).to.equal(4);
    for (let window = 0; window < 16; window += 1) {
      const begin = Math.floor((last * window) / 15 / 8) * 8;
      chunk.fill(0, begin, begin + 256);
    }
    expect(chooseGroup(chunk)).to.equal(1);
  });
});
