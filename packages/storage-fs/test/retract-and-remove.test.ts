import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type FileSystem, nodeFileSystem, type OpenFile } from '../src/file-system.js';
import { bodyOf, bytesAt, errorOf, key, valueOf } from './rigs/blobs.js';
import { systemFault } from './rigs/recording-file-system.js';
import { makeScratchStore, withRecordedStore } from './rigs/scratch-store.js';

const at = key('ns/a/blob');
const mine = Buffer.from('mine');
const theirs = Buffer.from('theirs');
const unavailable = { kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 };

/** A file system on which the folder cannot be synchronized, and something happens just before that shows. */
const withFailingFolder = (folder: () => string, before: () => Promise<void>): FileSystem => ({
  ...nodeFileSystem,
  open: async (path, flags, mode): Promise<OpenFile> => {
    const file = await nodeFileSystem.open(path, flags, mode);
    if (path !== folder()) return file;
    const sync = async (): Promise<void> => {
      await before();
      throw systemFault('EIO');
    };
    return {
      sync,
      datasync: sync,
      close: () => file.close(),
      stat: (options) => file.stat(options),
      read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
      writev: (buffers, position) => file.writev(buffers, position),
    };
  },
});

describe('a blob whose name may not be on the disk', () => {
  it('is taken back, unless somebody has put another one there meanwhile', async () => {
    for (const isReplaced of [false, true]) {
      let root = '';
      const fileSystem = withFailingFolder(
        () => join(root, 'ns/a'),
        async () => {
          if (!isReplaced) return;
          await writeFile(join(root, 'other'), theirs);
          await rename(join(root, 'other'), join(root, at));
        },
      );
      const scene = await makeScratchStore(fileSystem);
      ({ root } = scene);
      try {
        expect(errorOf(await scene.store.write(at, bodyOf(mine), mine.byteLength))).to.deep.equal(unavailable);
        expect(await bytesAt(scene.store, at)).to.deep.equal(isReplaced ? theirs : undefined);
        expect(await scene.countOpenHandles()).to.equal(0);
      } finally {
        await scene.close();
      }
    }
  });
});

describe('removing a folder of blobs', () => {
  it('has it out of the way at once and on the disk, before any of it is removed', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(mine), mine.byteLength));
      fileSystem.restart(root);
      valueOf(await store.deletePrefix(key('ns/a')));
      expect(fileSystem.steps).to.deep.equal(['rename ns/a .temporary/*', 'sync ns', 'remove .temporary/*']);
    }));

  it('is not told of as done when that it is out of the way is not on the disk', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(mine), mine.byteLength));
      fileSystem.restart(root);
      fileSystem.fail('sync ns', 'EIO');
      expect(errorOf(await store.deletePrefix(key('ns/a')))).to.deep.equal(unavailable);
    }));

  it('has on the disk that it is gone also when somebody else has removed it, who may have been killed before that', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(mine), mine.byteLength));
      valueOf(await store.deletePrefix(key('ns/a')));
      fileSystem.restart(root);
      valueOf(await store.deletePrefix(key('ns/a')));
      expect(fileSystem.steps).to.deep.equal(['sync ns']);
    }));
});

describe('removing a blob', () => {
  it('has on the disk that it is gone also when nothing is there: nor is the folder of a folder that was removed', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(mine), mine.byteLength));
      valueOf(await store.remove(at));
      fileSystem.restart(root);
      valueOf(await store.remove(at));
      valueOf(await store.deletePrefix(key('ns')));
      valueOf(await store.remove(at));
      expect(fileSystem.steps).to.deep.equal(['sync ns/a', 'rename ns .temporary/*', 'sync .', 'remove .temporary/*', 'sync .']);
    }));
});
