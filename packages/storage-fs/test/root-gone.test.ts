import { mkdir, rename } from 'node:fs/promises';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import type { ResultAsync } from 'neverthrow';
import { bodyOf, bytesAt, errorOf, key, oidOf, valueOf } from './rigs/blobs.js';
import { makeScratchStore } from './rigs/scratch-store.js';

const bytes = Buffer.from('hello');
const expected = { sizeBytes: 5, oid: oidOf(bytes) };
const [blob, other] = [key('ns/blob'), key('ns/other')];

const asks: Readonly<Record<string, (store: BlobStore) => ResultAsync<unknown, unknown>>> = {
  check: (store) => store.check(),
  head: (store) => store.head(blob),
  read: (store) => store.read(blob),
  open: (store) => store.open?.(blob) ?? store.check(),
  write: (store) => store.write(other, bodyOf(bytes), 5),
  promote: (store) => store.promote(blob, other, expected),
  deletePrefix: (store) => store.deletePrefix(key('ns')),
};

/** What lies in the place of a root: its disk is not mounted, or nothing is there at all. */
const places: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
  'is gone': () => Promise.resolve(),
  'is an empty folder': (root) => mkdir(root),
};

describe('a store whose root', () => {
  for (const [what, make] of Object.entries(places)) {
    it(`${what} answers unavailable to everything, and loses nothing`, async () => {
      const { store, root, close } = await makeScratchStore();
      try {
        valueOf(await store.write(blob, bodyOf(bytes), 5));
        await rename(root, `${root}-away`);
        await make(root);
        for (const [name, ask] of Object.entries(asks)) {
          expect(errorOf(await ask(store)), name).to.deep.equal({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
        }
        await rename(root, `${root}-empty`).catch(() => undefined);
        await rename(`${root}-away`, root);
        valueOf(await store.check());
        expect(await bytesAt(store, blob)).to.deep.equal(bytes);
        expect(errorOf(await store.head(other))).to.deep.equal({ kind: 'blob_missing' });
        valueOf(await store.promote(blob, other, expected));
      } finally {
        await close();
      }
    });
  }
});
