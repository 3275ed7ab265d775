import type { ObjectKey } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { BlobStoreHarness } from './blob-store-harness.js';
import {
  bodyOf,
  consume,
  expectBytes,
  expectErr,
  expectMissing,
  expectOk,
  expectSameBytes,
  key,
  listed,
  sampleBytes,
  write,
} from './blobs.js';

const blob = sampleBytes(1000);

const usuallyListedAtOnce = 1000;
const writtenAtOnce = 40;

const writeAll = async (store: BlobStore, keys: readonly ObjectKey[]): Promise<void> => {
  for (let first = 0; first < keys.length; first += writtenAtOnce) {
    await Promise.all(keys.slice(first, first + writtenAtOnce).map((at) => write(store, at, sampleBytes(1))));
  }
};

/** Listing and removing below a prefix, and nothing beside it. */
export const prefixCases: readonly Case<BlobStoreHarness>[] = [
  {
    title: 'a list names every blob below its prefix with its size, at any depth',
    run: async ({ store }) => {
      await write(store, key('a/b/1'), sampleBytes(1));
      await write(store, key('a/b/c/d/2'), sampleBytes(0));
      await write(store, key('a/b.c/3'), sampleBytes(3));
      await write(store, key('a/bc/4'), sampleBytes(4));
      await write(store, key('b/5'), sampleBytes(5));
      expect(await listed(store, key('a/b'))).to.deep.equal([
        ['a/b/1', 1],
        ['a/b/c/d/2', 0],
      ]);
      expect(await listed(store, key('a'))).to.deep.equal([
        ['a/b.c/3', 3],
        ['a/b/1', 1],
        ['a/b/c/d/2', 0],
        ['a/bc/4', 4],
      ]);
    },
  },
  {
    title: 'a list of a prefix below which nothing lies is empty, also when the prefix is a blob itself',
    run: async ({ store }) => {
      await write(store, key('a/b'), blob);
      expect(await listed(store, key('a/b'))).to.deep.equal([]);
      expect(await listed(store, key('a/b/c'))).to.deep.equal([]);
      expect(await listed(store, key('c'))).to.deep.equal([]);
    },
  },
  {
    title: 'a list names each blob once, and a removal removes all, also where there are more than are told of at once',
    run: async ({ store, listedAtOnce = usuallyListedAtOnce }) => {
      const keys = Array.from({ length: listedAtOnce + 1 }, (_, index) => key(`a/b/${index % 3}/${index}`)).sort();
      await writeAll(store, [...keys, key('a/c')]);
      expect((await listed(store, key('a/b'))).map(([name]) => name)).to.deep.equal(keys);
      expectOk(await store.deletePrefix(key('a/b')));
      expect(await listed(store, key('a'))).to.deep.equal([['a/c', 1]]);
    },
  },
  {
    title: 'keys are told apart by each of their characters, and mean nothing but themselves',
    run: async ({ store }) => {
      const folders = ['a/b_c', 'a/b.c', 'a/b-c', 'a/bxc', 'a/B_C', 'a/b_c.', 'a/b_c_'];
      const blobs = folders.map((folder, index) => ({ folder, at: key(`${folder}/Blob`), bytes: sampleBytes(100, index + 1) }));
      for (const { at, bytes } of blobs) await write(store, at, bytes);
      for (const { folder, at, bytes } of blobs) {
        await expectBytes(store, at, bytes);
        await expectMissing(store, key(at.toLowerCase()));
        expect(await listed(store, key(folder))).to.deep.equal([[at, 100]]);
      }
      expectOk(await store.deletePrefix(key('a/b_c')));
      expectOk(await store.remove(key('a/bxc/blob')));
      for (const { at, bytes } of blobs.slice(1)) await expectBytes(store, at, bytes);
    },
  },
  {
    title: 'a list that is left early is left in peace',
    run: async ({ store, countOpenHandles }) => {
      for (let index = 0; index < 10; index += 1) await write(store, key(`a/${index % 3}/${index}`), blob);
      const before = await countOpenHandles?.();
      for await (const entry of store.list(key('a'))) {
        expect(entry.sizeBytes).to.equal(1000);
        break;
      }
      expect(await countOpenHandles?.()).to.equal(before);
    },
  },
  {
    title: 'removing a prefix removes all below it and nothing whose name begins alike',
    run: async ({ store }) => {
      const inside = ['a/b/1', 'a/b/c/2', 'a/b/c/d/3'].map(key);
      const outside = ['a/bc/1', 'a/b.c', 'a/b-1/x', 'b/a/b/1', 'ab/1'].map(key);
      for (const at of [...inside, ...outside]) await write(store, at, blob);
      expectOk(await store.deletePrefix(key('a/b')));
      for (const at of inside) await expectMissing(store, at);
      for (const at of outside) await expectBytes(store, at, blob);
      expect(await listed(store, key('a/b'))).to.deep.equal([]);
    },
  },
  {
    title: 'removing a prefix leaves the blob whose key the prefix is',
    run: async ({ store }) => {
      await write(store, key('a/b'), blob);
      expectOk(await store.deletePrefix(key('a/b')));
      expectOk(await store.deletePrefix(key('a/b/c')));
      await expectBytes(store, key('a/b'), blob);
    },
  },
  {
    title: 'removing nothing, and removing again, is Ok',
    run: async ({ store }) => {
      expectOk(await store.deletePrefix(key('a/b')));
      await write(store, key('a/b/1'), blob);
      expectOk(await store.deletePrefix(key('a/b')));
      expectOk(await store.deletePrefix(key('a/b')));
    },
  },
  {
    title: 'what was removed can be written and promoted anew',
    run: async ({ store }) => {
      for (let round = 0; round < 3; round += 1) {
        await write(store, key('a/b/c/1'), sampleBytes(1000 + round));
        await expectBytes(store, key('a/b/c/1'), sampleBytes(1000 + round));
        expectOk(await store.deletePrefix(key('a')));
        await expectMissing(store, key('a/b/c/1'));
      }
    },
  },
  {
    title: 'a blob that is being read when it is removed is read to its end',
    run: async ({ store }) => {
      const bytes = sampleBytes(3_000_000);
      await write(store, key('a/b/1'), bytes);
      const reading = expectOk(await store.read(key('a/b/1')));
      expectOk(await store.deletePrefix(key('a/b')));
      expectSameBytes(await consume(reading), bytes);
    },
  },
  {
    title: 'writes and removals at the same time both succeed, and leave whole blobs or none',
    run: async ({ store }) => {
      for (let round = 0; round < 25; round += 1) {
        const keys = Array.from({ length: 4 }, (_, index) => key(`a/b/${index % 2}/${index}`));
        const writes = keys.map((at) => store.write(at, bodyOf(blob), blob.byteLength));
        const [removed, ...written] = await Promise.all([store.deletePrefix(key('a/b')), ...writes]);
        expectOk(removed);
        for (const answer of written) expectOk(answer);
        for (const at of keys) {
          const head = await store.head(at);
          if (head.isOk()) await expectBytes(store, at, blob);
          else expect(expectErr(head)).to.deep.equal({ kind: 'blob_missing' });
        }
      }
    },
  },
];
