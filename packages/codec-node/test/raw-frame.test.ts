import { expect } from 'chai';
import { writeRawFrame } from '../src/raw-frame.js';
import { createZstd } from '../src/zstd/create-zstd.js';
import { frameBound } from '../src/zstd/zstd.js';
import { otherZstd } from './rigs/other-zstd.js';
import { seededTest } from './rigs/seeded-test.js';

const frameOf = (bytes: Uint8Array): Uint8Array => {
  const frame = new Uint8Array(frameBound(bytes.byteLength) + 3);
  const length = writeRawFrame(bytes.byteLength, frame.subarray(3), (from, count, to) => {
    frame.set(bytes.subarray(from, from + count), 3 + to);
  });
  return frame.subarray(3, 3 + length);
};

describe('writeRawFrame', () => {
  seededTest('writes what every zstd reads', async (random) => {
    const decompress = (await createZstd('auto')).createDecompress();
    for (const length of [2048, 65_791, 65_792, 131_071, 131_072, 131_073, 262_144, 400_001]) {
      const bytes = random.bytes(length);
      const frame = frameOf(bytes);
      const out = new Uint8Array(length);
      expect(decompress(frame, out), `${length} bytes`).to.equal(true);
      expect(Buffer.compare(out, bytes)).to.equal(0);
      expect(Buffer.compare(otherZstd.decompress(frame, length) ?? out.subarray(1), bytes)).to.equal(0);
    }
  });

  it('adds a dozen bytes to what fits into a block', () => {
    expect(frameOf(new Uint8Array(131_072)).byteLength).to.equal(131_084);
  });
});
