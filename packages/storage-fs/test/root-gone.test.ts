import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { thrownOutage, unavailable } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import type { ResultAsync } from 'neverthrow';
import { createFsBlobStore } from '../src/fs-blob-store.js';
import { bodyOf, bytesAt, errorOf, key, oidOf, thrownBy, valueOf } from './rigs/blobs.js';
import { makeScratchStore, settings } from './rigs/scratch-store.js';

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
  remove: (store) => store.remove(blob),
  deletePrefix: (store) => store.deletePrefix(key('ns')),
};

const listed = async (store: BlobStore): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const entry of store.list(key('ns'))) keys.push(entry.key);
  return keys;
};

const openBeside = (root: string): Promise<BlobStore> => createFsBlobStore({ root, exclusive: false, ...settings });

const expectUnavailable = async (store: BlobStore): Promise<void> => {
  for (const [name, ask] of Object.entries(asks)) {
    expect(errorOf(await ask(store)), name).to.deep.equal(unavailable('storage'));
  }
  expect(thrownOutage(await thrownBy(() => listed(store)))).to.deep.equal(unavailable('storage'));
};

/** What lies in the place of a root: its disk is not mounted, or nothing is there at all. */
const places: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
  'is gone': () => Promise.resolve(),
  'is an empty folder': (root) => mkdir(root),
  'is the folder of a new file system': (root) => mkdir(`${root}/lost+found`, { recursive: true }),
  'is a folder that another process has looked into': async (root) => {
    await mkdir(root);
    const beside = await openBeside(root);
    errorOf(await beside.head(blob));
    errorOf(await beside.check());
    errorOf(await beside.remove(blob));
    expect(await readdir(root)).to.deep.equal([]);
  },
  'is a folder that another process has written to': async (root) => {
    await mkdir(root);
    valueOf(await (await openBeside(root)).write(key('elsewhere'), bodyOf(bytes), 5));
  },
  'is the root of another store': (root) => createFsBlobStore({ root, ...settings }),
};

describe('a store whose root', () => {
  for (const [what, make] of Object.entries(places)) {
    it(`${what} answers unavailable to everything, and loses nothing`, async () => {
      const { store, root, close } = await makeScratchStore();
      try {
        valueOf(await store.write(blob, bodyOf(bytes), 5));
        await rename(root, `${root}-away`);
        await make(root);
        await expectUnavailable(store);
        await rename(root, `${root}-empty`).catch(() => undefined);
        await rename(`${root}-away`, root);
        valueOf(await store.check());
        expect(await bytesAt(store, blob)).to.deep.equal(bytes);
        expect(errorOf(await store.head(other))).to.deep.equal({ kind: 'blob_missing' });
        expect(await listed(store)).to.deep.equal([blob]);
        valueOf(await store.promote(blob, other, expected));
      } finally {
        await close();
      }
    });
  }

  it('goes away while bytes come has nothing made in its place, which would look like a root', async () => {
    const { store, root, close } = await makeScratchStore();
    valueOf(await store.write(blob, bodyOf(bytes), 5));
    async function* unmounting(): AsyncGenerator<Uint8Array, void, undefined> {
      yield bytes.subarray(0, 2);
      await rename(root, `${root}-away`);
      await mkdir(root);
      yield bytes.subarray(2);
    }
    expect(errorOf(await store.write(key('ns/of/another/folder'), unmounting(), 5))).to.deep.equal(unavailable('storage'));
    expect(await readdir(root)).to.deep.equal([]);
    expect(errorOf(await store.head(blob))).to.deep.equal(unavailable('storage'));
    await close();
  });
});

describe('a store beside others', () => {
  it('believes nothing of an empty folder, and goes on when a disk is mounted there', async () => {
    const { store, root, close } = await makeScratchStore();
    try {
      valueOf(await store.write(blob, bodyOf(bytes), 5));
      await rename(root, `${root}-away`);
      const beside = await openBeside(root);
      await mkdir(root);
      for (const [name, ask] of Object.entries(asks)) {
        if (name === 'write') continue;
        expect(errorOf(await ask(beside)), name).to.deep.equal(unavailable('storage'));
      }
      expect(await listed(beside)).to.deep.equal([]);
      await rename(root, `${root}-empty`);
      await rename(`${root}-away`, root);
      expect(await listed(beside)).to.deep.equal([blob]);
      valueOf(await beside.write(other, bodyOf(bytes), 5));
      valueOf(await beside.remove(other));
    } finally {
      await close();
    }
  });

  it('reads a copy of a root that was made without the folder of temporary files, and writes to it', async () => {
    const { store, root, close } = await makeScratchStore();
    try {
      valueOf(await store.write(blob, bodyOf(bytes), 5));
      await mkdir(`${root}-copy`);
      await cp(`${root}/ns`, `${root}-copy/ns`, { recursive: true });
      const beside = await openBeside(`${root}-copy`);
      expect(await bytesAt(beside, blob)).to.deep.equal(bytes);
      expect(errorOf(await beside.head(other))).to.deep.equal({ kind: 'blob_missing' });
      expect(await readdir(`${root}-copy`)).to.deep.equal(['ns']);
      valueOf(await beside.promote(blob, other, expected));
    } finally {
      await close();
    }
  });
});
