import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BlobStore } from '@svc/core/ports';
import { blobPath, SymbolicLinkRefused } from '../src/safe-path.js';
import { bodyOf, key, oidOf, thrownBy, valueOf } from './rigs/blobs.js';
import { makeScratch, makeScratchStore } from './rigs/scratch-store.js';

const bytes = Buffer.from('hello');
const expected = { sizeBytes: 5, oid: oidOf(bytes) };

/** A store in whose root `ns/linked` leads to a directory elsewhere, and `ns/alias` to the file `secret` there. */
const withPlantedLinks = async (act: (store: BlobStore, outside: string) => Promise<void>): Promise<void> => {
  const [scene, elsewhere] = await Promise.all([makeScratchStore(), makeScratch()]);
  try {
    await writeFile(join(elsewhere.path, 'secret'), bytes);
    await mkdir(join(elsewhere.path, 'inner'));
    await mkdir(join(scene.root, 'ns'));
    await symlink(elsewhere.path, join(scene.root, 'ns/linked'));
    await symlink(join(elsewhere.path, 'secret'), join(scene.root, 'ns/alias'));
    await symlink(join(elsewhere.path, 'nothing'), join(scene.root, 'ns/dangling'));
    valueOf(await scene.store.write(key('ns/blob'), bodyOf(bytes), 5));
    await act(scene.store, elsewhere.path);
    expect(await readdir(elsewhere.path), 'what lies elsewhere').to.have.members(['inner', 'secret']);
  } finally {
    await Promise.all([scene.close(), elsewhere.remove()]);
  }
};

const calls: Readonly<Record<string, (store: BlobStore) => Promise<unknown>>> = {
  'head of a linked file': async (store) => store.head(key('ns/alias')),
  'head below a linked directory': async (store) => store.head(key('ns/linked/secret')),
  'read of a linked file': async (store) => store.read(key('ns/alias')),
  'read below a linked directory': async (store) => store.read(key('ns/linked/secret')),
  'write below a linked directory': async (store) => store.write(key('ns/linked/new'), bodyOf(bytes), 5),
  'write below a new directory below a linked one': async (store) => store.write(key('ns/linked/a/b/new'), bodyOf(bytes), 5),
  'write below a link that leads nowhere': async (store) => store.write(key('ns/dangling/new'), bodyOf(bytes), 5),
  'promotion of a linked file': async (store) => store.promote(key('ns/alias'), key('ns/to'), expected),
  'promotion from a linked directory': async (store) => store.promote(key('ns/linked/secret'), key('ns/to'), expected),
  'promotion to a linked file': async (store) => store.promote(key('ns/blob'), key('ns/alias'), expected),
  'promotion to a linked directory': async (store) => store.promote(key('ns/blob'), key('ns/linked/to'), expected),
  'removal of a linked directory': async (store) => store.deletePrefix(key('ns/linked')),
  'removal below a linked directory': async (store) => store.deletePrefix(key('ns/linked/inner')),
};

describe('a symbolic link in the root', () => {
  for (const [title, call] of Object.entries(calls)) {
    it(`is refused: ${title}`, () =>
      withPlantedLinks(async (store) => {
        expect(await thrownBy(() => call(store))).to.be.instanceOf(SymbolicLinkRefused);
      }));
  }

  it('is refused: a list that meets one', () =>
    withPlantedLinks(async (store) => {
      const thrown = await thrownBy(async () => {
        for await (const entry of store.list(key('ns'))) expect(entry.key).to.equal('ns/blob');
      });
      expect(thrown).to.be.instanceOf(SymbolicLinkRefused);
    }));

  it('is replaced by a blob that is written in its place, and not followed', () =>
    withPlantedLinks(async (store) => {
      valueOf(await store.write(key('ns/alias'), bodyOf(Buffer.from('other')), 5));
      expect(valueOf(await store.head(key('ns/alias')))).to.include({ sizeBytes: 5 });
    }));

  it('goes with the directory that holds it, and what it leads to stays', () =>
    withPlantedLinks(async (store) => {
      valueOf(await store.deletePrefix(key('ns')));
    }));
});

describe('blobPath', () => {
  it('spells the key below the root', () => {
    expect(blobPath('/srv/blobs', key('ns/objects/aa/bb/x.y-z_1'))).to.equal('/srv/blobs/ns/objects/aa/bb/x.y-z_1');
  });

  it('throws for a key that no parse function has let through', () => {
    for (const bad of ['..', '../x', 'a/../../x', '../blobs2/x', '.', '']) {
      expect(() => blobPath('/srv/blobs', key(bad)), bad).to.throw('invariant');
    }
  });
});
