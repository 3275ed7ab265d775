import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import {
  consume,
  expectBytes,
  expectMissing,
  expectOk,
  expectSameBytes,
  key,
  listed,
  oidOf,
  sampleBytes,
  write,
} from './blobs.js';

const blob = sampleBytes(1000);

/** Removing one blob, and nothing beside it. */
export const removeCases: readonly Case<BlobStoreHarness>[] = [
  {
    title: 'removing a blob removes it and nothing whose key begins alike or lies beside it',
    run: async ({ store }) => {
      const others = ['a/b/2', 'a/b/11', 'a/c/1'].map(key);
      for (const at of [key('a/b/1'), ...others]) await write(store, at, blob);
      expectOk(await store.remove(key('a/b/1')));
      await expectMissing(store, key('a/b/1'));
      for (const at of others) await expectBytes(store, at, blob);
      expect(await listed(store, key('a/b'))).to.deep.equal([
        ['a/b/11', 1000],
        ['a/b/2', 1000],
      ]);
    },
  },
  {
    title: 'removing a blob that is not there, and removing again, is Ok, and leaves what lies below the key',
    run: async ({ store }) => {
      expectOk(await store.remove(key('a/b')));
      await write(store, key('a/b/1'), blob);
      expectOk(await store.remove(key('a/b')));
      await expectBytes(store, key('a/b/1'), blob);
      expectOk(await store.remove(key('a/b/1')));
      expectOk(await store.remove(key('a/b/1')));
    },
  },
  {
    title: 'a blob that was removed can be promoted anew',
    run: async ({ store }) => {
      const oid = oidOf(blob);
      for (let round = 0; round < 3; round += 1) {
        await write(store, key('a/from'), blob);
        expectOk(await store.promote(key('a/from'), key('a/to'), { sizeBytes: blob.byteLength, oid }));
        await expectBytes(store, key('a/to'), blob);
        expectOk(await store.remove(key('a/to')));
        await expectMissing(store, key('a/to'));
      }
    },
  },
  {
    title: 'a blob that is being read when it is removed by its key is read to its end',
    run: async ({ store }) => {
      const bytes = sampleBytes(3_000_000);
      await write(store, key('a/b/1'), bytes);
      const reading = expectOk(await store.read(key('a/b/1')));
      expectOk(await store.remove(key('a/b/1')));
      expectSameBytes(await consume(reading), bytes);
    },
  },
];
