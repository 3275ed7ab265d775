import { expect } from 'chai';
import { noCapabilities } from '../src/probe-capabilities.js';
import type { S3BlobStoreOptions } from '../src/s3-blob-store.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { bytesAt, errorOf, upload, valueOf, writeAll } from './rigs/values.js';

const createsOnce: Partial<S3BlobStoreOptions> = { capabilities: { ...noCapabilities, createOnce: true } };

describe('a promotion to a key that is taken', () => {
  for (const [how, options] of [
    ['where the server creates once', createsOnce],
    ['where the server replaces whatever is there', {}],
    ['by copies', { limits: { smallBytes: 0 } }],
  ] as const) {
    it(`leaves what is there as it is, although its own bytes are good: ${how}`, () =>
      withStandIn({ mode: 'strict' }, options, async ({ store }) => {
        const { bytes, wrong, from, to, expected } = upload(100_000);
        // Bytes of the same size by which the one that was there first is known from the one that comes later.
        await writeAll(store, to, wrong);
        await writeAll(store, from, bytes);
        valueOf(await store.promote(from, to, expected));
        expect((await bytesAt(store, to))?.equals(wrong), 'what was there first').to.equal(true);
        expect(await bytesAt(store, from), 'what was to be promoted').to.equal(undefined);
      }));

    it(`is refused when what is there has another size: ${how}`, () =>
      withStandIn({ mode: 'strict' }, options, async ({ store }) => {
        const { bytes, from, to, expected } = upload(100_000);
        await writeAll(store, to, bytes.subarray(1));
        await writeAll(store, from, bytes);
        expect(errorOf(await store.promote(from, to, expected))).to.deep.equal({
          kind: 'blob_size_mismatch',
          actualBytes: bytes.byteLength - 1,
        });
        expect((await bytesAt(store, to))?.byteLength).to.equal(bytes.byteLength - 1);
      }));
  }
});
