import { expect } from 'chai';
import { createZstd } from '../../src/zstd/create-zstd.js';
import { frameBound } from '../../src/zstd/zstd.js';
import { otherZstd } from '../rigs/other-zstd.js';
import { samples } from '../rigs/samples.js';
import { seededTest } from '../rigs/seeded-test.js';

describe('createZstd', () => {
  for (const kind of ['native', 'wasm'] as const) {
    seededTest(`has a ${kind} one whose frames everybody reads, several of them too`, async (random) => {
      const zstd = await createZstd(kind);
      expect(zstd.kind).to.equal(kind);
      const decompress = zstd.createDecompress();
      for (const compress of [zstd.createDefaultCompress(), zstd.createPlaneCompress()]) {
        for (const length of [1, 100, 4096, 131_072, 1_048_576]) {
          const bytes = samples.text(random, length);
          const frames = new Uint8Array(2 * frameBound(length));
          const once = compress(bytes, frames);
          const twice = once + compress(bytes, frames.subarray(once));
          expect(Buffer.compare(otherZstd.decompress(frames.subarray(0, once), length) ?? Buffer.alloc(0), bytes)).to.equal(0);
          const out = new Uint8Array(2 * length);
          expect(decompress(frames.subarray(0, twice), out), `${length} bytes`).to.equal(true);
          expect(Buffer.compare(out, Buffer.concat([bytes, bytes]))).to.equal(0);
          for (const other of [length, 2 * length - 1, 2 * length + 1]) {
            expect(decompress(frames.subarray(0, twice), new Uint8Array(other)), `into ${other}`).to.equal(false);
          }
        }
      }
    });

    seededTest(`has a ${kind} one that says how long an incompressible frame may be`, async (random) => {
      const zstd = await createZstd(kind);
      for (const length of [1, 1000, 131_071, 131_072, 200_000]) {
        const frame = new Uint8Array(frameBound(length));
        expect(zstd.createDefaultCompress()(random.bytes(length), frame)).to.be.greaterThan(length);
      }
    });
  }

  it('prefers the native one', async () => {
    expect((await createZstd('auto')).kind).to.equal('native');
  });
});
