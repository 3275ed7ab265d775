import { expect } from 'chai';
import { copyBytes } from '../src/memory.js';
import { seededTest } from './rigs/seeded-test.js';

const memories = {
  shared: (bytes: number) => new Uint8Array(new SharedArrayBuffer(bytes)),
  'not shared': (bytes: number) => new Uint8Array(bytes),
};

describe('copyBytes', () => {
  for (const [fromKind, newFrom] of Object.entries(memories)) {
    for (const [toKind, newTo] of Object.entries(memories)) {
      seededTest(
        `copies all bytes from memory that is ${fromKind} to memory that is ${toKind}, and touches no others`,
        async (random) => {
          for (let round = 0; round < 200; round += 1) {
            const [fromAt, toAt, length] = [random.integer(20), random.integer(20), random.integer(3000)];
            const from = newFrom(fromAt + length).subarray(fromAt);
            from.set(random.bytes(length));
            const whole = newTo(toAt + length + 20).fill(7);
            copyBytes(from, whole.subarray(toAt));
            const expected = Buffer.concat([Buffer.alloc(toAt, 7), from, Buffer.alloc(20, 7)]);
            expect(Buffer.compare(whole, expected), `${length} bytes from ${fromAt} to ${toAt}`).to.equal(0);
          }
        },
      );
    }
  }
});
