import type { ObjectKey } from '@svc/core/model';
import type { BlobStore, OpenBlob } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import { seeded, type SeededRandom } from '../seeded.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import { expectErr, expectOk, expectSameBytes, key, sampleBytes, write } from './blobs.js';

const at = key('ns/staging/s/blob');
const sizeBytes = 1_000_000;

/** Undefined from a store that keeps nothing open: there each read is a `read`. */
const keptOpen = async (store: BlobStore, from: ObjectKey): Promise<OpenBlob | undefined> =>
  store.open === undefined ? undefined : expectOk(await store.open(from));

const expectSpan = async (blob: OpenBlob, bytes: Uint8Array, random: SeededRandom): Promise<void> => {
  const [a, b] = [random.integer(sizeBytes), random.integer(sizeBytes)];
  const [begin, end] = [Math.min(a, b), Math.max(a, b) + 1];
  const target = new Uint8Array(new SharedArrayBuffer(end - begin));
  await blob.fill(begin, target);
  expectSameBytes(target, bytes.subarray(begin, end));
};

/** Blobs that stay open for many reads, where the store has them. */
export const keepOpenCases: readonly Case<BlobStoreHarness>[] = [
  seeded(
    'a blob that is kept open gives any of its spans, many at once, whatever is done to its key',
    async (harness, random) => {
      const { store, countOpenHandles } = harness;
      const bytes = sampleBytes(sizeBytes);
      await write(store, at, bytes);
      const before = await countOpenHandles?.();
      const blob = await keptOpen(store, at);
      if (blob === undefined) return;
      expect(blob.sizeBytes).to.equal(sizeBytes);
      await Promise.all(Array.from({ length: 16 }, () => expectSpan(blob, bytes, random)));
      await write(store, at, sampleBytes(10));
      await expectSpan(blob, bytes, random);
      expectOk(await store.deletePrefix(key('ns/staging/s')));
      await expectSpan(blob, bytes, random);
      await blob.close();
      expect(await countOpenHandles?.()).to.equal(before);
    },
  ),
  {
    title: 'what is not there cannot be kept open',
    run: async ({ store, countOpenHandles }) => {
      await write(store, at, sampleBytes(10));
      const before = await countOpenHandles?.();
      for (const missing of ['ns/staging/s/other', 'ns/staging/s', 'elsewhere/blob']) {
        const opened = await store.open?.(key(missing));
        // A store that keeps nothing open need not look.
        if (opened?.isErr() === true) expect(expectErr(opened)).to.deep.equal({ kind: 'blob_missing' });
        else expect(opened?.unwrapOr(undefined)).to.equal(undefined);
      }
      expect(await countOpenHandles?.()).to.equal(before);
    },
  },
];
