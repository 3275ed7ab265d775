import type { BlobStore } from '@svc/core/ports';
import { EventEmitter, once } from 'node:events';
import type { BigIntStats } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { outage } from '@svc/core/model';
import { expect } from 'chai';
import { type FileSystem, nodeFileSystem, type OpenFile } from '../src/file-system.js';
import { bodyOf, bytesAt, errorOf, key, oidOf, valueOf } from './rigs/blobs.js';
import { createRecordingFileSystem, systemFault } from './rigs/recording-file-system.js';
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

describe('a blob that is to be replaced', () => {
  for (const code of ['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'EROFS']) {
    it(`is there as it was when any call fails with ${code} before its folder is on the disk, and is never lost`, async () => {
      let ended = false;
      for (let number = 0; !ended; number += 1) {
        await withRecordedStore(async ({ store, root, fileSystem }) => {
          valueOf(await store.write(at, bodyOf(theirs), theirs.byteLength));
          fileSystem.restart(root);
          fileSystem.fail(number, code);
          const written = await store.write(at, bodyOf(mine), mine.byteLength);
          ended = fileSystem.calls <= number;
          const allowed = fileSystem.steps.includes('sync ns/a') ? [mine, theirs] : [theirs];
          fileSystem.restart(root);
          expect(allowed, `call ${number}`).to.deep.include(await bytesAt(store, at));
          if (ended) valueOf(written);
          else expect(errorOf(written), `call ${number}`).to.have.property('kind', 'unavailable');
        });
      }
    });
  }

  it('is there as it was after each of the writes that a folder takes no more, of the same bytes, too', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      const other = key('ns/a/other');
      valueOf(await store.write(at, bodyOf(theirs), theirs.byteLength));
      valueOf(await store.write(other, bodyOf(theirs), theirs.byteLength));
      fileSystem.restart(root);
      fileSystem.fail('sync ns/a', 'EIO');
      errorOf(await store.write(key('ns/a/new'), bodyOf(mine), mine.byteLength));
      fileSystem.restart(root);
      for (const bytes of [mine, theirs]) {
        for (const replaced of [at, other]) {
          expect(errorOf(await store.write(replaced, bodyOf(bytes), bytes.byteLength))).to.deep.equal(
            outage('storage', 'storage_damaged'),
          );
          expect(await bytesAt(store, replaced)).to.deep.equal(theirs);
        }
      }
      expect(fileSystem.steps.filter((step) => step.includes('ns/a'))).to.deep.equal(
        Array.from({ length: 4 }, (_, number) => `read ns/a/${number % 2 === 0 ? 'blob' : 'other'}`),
      );
      expect(await readdir(join(root, '.temporary'))).to.deep.equal([]);
    }));

  it('is not put back by one of two writers as what the other one had written and was told is not stored', async () => {
    let root = '';
    let second: Promise<unknown> | undefined;
    const write = async (bytes: Uint8Array): Promise<unknown> =>
      errorOf(await scene.store.write(at, bodyOf(bytes), bytes.byteLength));
    // The second one comes far, if it may, while the first one waits, and fails after it.
    const fileSystem = withFailingFolder(
      () => join(root, 'ns/a'),
      async () => {
        const isFirst = second === undefined;
        second ??= write(Buffer.from('a third one’s'));
        await sleep(isFirst ? 100 : 300);
      },
    );
    const scene = await makeScratchStore(fileSystem);
    try {
      valueOf(await scene.store.write(key('ns/b'), bodyOf(mine), mine.byteLength));
      await mkdir(join(scene.root, 'ns/a'));
      await writeFile(join(scene.root, at), theirs);
      ({ root } = scene);
      await write(mine);
      await second;
      expect(await bytesAt(scene.store, at)).to.deep.equal(theirs);
    } finally {
      await scene.close();
    }
  });

  it('gives way to the new one where no file gets a second name any more, which is whole in any case', async () => {
    let root = '';
    let hasLinks = true;
    const failing = withFailingFolder(
      () => join(root, 'ns/a'),
      async () => undefined,
    );
    const link: FileSystem['link'] = (from, to) => (hasLinks ? failing.link(from, to) : Promise.reject(systemFault('EPERM')));
    const scene = await makeScratchStore({ ...failing, link });
    hasLinks = false;
    try {
      valueOf(await scene.store.write(at, bodyOf(theirs), theirs.byteLength));
      ({ root } = scene);
      expect(errorOf(await scene.store.write(at, bodyOf(mine), mine.byteLength))).to.deep.equal(unavailable);
      expect(await bytesAt(scene.store, at)).to.deep.equal(mine);
    } finally {
      await scene.close();
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
      for (const one of [at, key('ns/a/other')]) valueOf(await store.write(one, bodyOf(mine), mine.byteLength));
      valueOf(await store.remove(at));
      fileSystem.restart(root);
      valueOf(await store.remove(at));
      valueOf(await store.deletePrefix(key('ns')));
      valueOf(await store.remove(at));
      expect(fileSystem.steps).to.deep.equal(['sync ns/a', 'rename ns .temporary/*', 'sync .', 'remove .temporary/*', 'sync .']);
    }));

  it('takes the folder along that it leaves empty, once it is on the disk that the blob is gone, and none of those in the root', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      const other = key('ns/blob');
      for (const one of [at, other]) valueOf(await store.write(one, bodyOf(mine), mine.byteLength));
      fileSystem.restart(root);
      for (const one of [at, other]) valueOf(await store.remove(one));
      expect(fileSystem.steps).to.deep.equal(['unlink ns/a/blob', 'sync ns/a', 'rmdir ns/a', 'unlink ns/blob', 'sync ns']);
      expect(await readdir(join(root, 'ns'))).to.deep.equal([]);
    }));

  it('takes the empty folder along that a crash has left of an earlier removal', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(mine), mine.byteLength));
      await rm(join(root, at));
      fileSystem.restart(root);
      valueOf(await store.remove(at));
      expect(fileSystem.steps).to.deep.equal(['sync ns/a', 'rmdir ns/a']);
      expect(await readdir(join(root, 'ns'))).to.deep.equal([]);
    }));

  it('has removed it also where the system keeps the folder', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(mine), mine.byteLength));
      fileSystem.restart(root);
      fileSystem.fail('rmdir ns/a', 'EBUSY');
      valueOf(await store.remove(at));
      fileSystem.restart(root);
      expect(await readdir(join(root, 'ns'))).to.deep.equal(['a']);
      valueOf(await store.write(at, bodyOf(theirs), theirs.byteLength));
      expect(await bytesAt(store, at)).to.deep.equal(theirs);
    }));
});

describe('a folder that is removed and made again while a blob is on its way into it', () => {
  const other = key('ns/a/other');

  /** Nothing tells a new folder from the old one, as where a number is given again and no time of birth is kept. */
  const likeTwins = async (path: string): Promise<BigIntStats> =>
    Object.assign(await nodeFileSystem.lstat(path), { ino: 1n, birthtimeNs: 0n });

  /** When that happens: when the folder was found to be on the disk, or as the blob gets its name; and whether the blob is there before the removal has ended. */
  interface Around {
    readonly when: 'found' | 'named' | 'named, and overtaken';
    readonly put: (store: BlobStore) => Promise<void>;
  }

  /** What is done to the disk from then on. */
  const stepsAround = async ({ when, put }: Around): Promise<readonly string[]> => {
    const recording = createRecordingFileSystem();
    const events = new EventEmitter();
    const [gone, stored] = [once(events, 'gone'), once(events, 'stored')];
    let root = '';
    let removing: Promise<void> | undefined;
    const swap = async (): Promise<void> => {
      if (root === '' || removing !== undefined) return;
      removing = (async () => valueOf(await scene.store.remove(other)))();
      await (when === 'named, and overtaken' ? gone : removing);
      // By another process.
      await mkdir(join(root, 'ns/a'));
      recording.restart(root);
    };
    const name = async (to: string): Promise<void> => (when !== 'found' && to === join(root, at) ? swap() : undefined);
    const scene = await makeScratchStore({
      ...recording,
      lstat: likeTwins,
      open: async (path, flags, mode) => {
        const file = await recording.open(path, flags, mode);
        if (when !== 'found' || path !== join(root, 'ns')) return file;
        return { ...file, close: () => file.close().then(swap) };
      },
      rmdir: async (path) => {
        await recording.rmdir(path);
        events.emit('gone');
        if (when === 'named, and overtaken') await stored;
      },
      rename: (from, to) => name(to).then(() => recording.rename(from, to)),
      link: (from, to) => name(to).then(() => recording.link(from, to)),
    });
    try {
      valueOf(await scene.store.write(other, bodyOf(theirs), theirs.byteLength));
      if (when === 'found') {
        // Forgotten, so that it is found out once more.
        valueOf(await scene.store.remove(other));
        await mkdir(join(scene.root, 'ns/a'));
        await writeFile(join(scene.root, other), theirs);
      }
      ({ root } = scene);
      await put(scene.store);
      events.emit('stored');
      await removing;
      expect(await bytesAt(scene.store, at)).to.deep.equal(mine);
      return recording.steps;
    } finally {
      await scene.close();
    }
  };

  for (const when of ['found', 'named', 'named, and overtaken'] as const) {
    it(`is on the disk before the blob is acknowledged (${when})`, async () => {
      const written = await stepsAround({
        when,
        put: async (store) => valueOf(await store.write(at, bodyOf(mine), mine.byteLength)),
      });
      expect(written.slice(0, 3)).to.deep.equal(['rename .temporary/* ns/a/blob', 'sync ns', 'sync ns/a']);
      const promoted = await stepsAround({
        when,
        put: async (store) => {
          const staged = key('staging/blob');
          valueOf(await store.write(staged, bodyOf(mine), mine.byteLength));
          valueOf(await store.promote(staged, at, { sizeBytes: mine.byteLength, oid: oidOf(mine) }));
        },
      });
      expect(promoted.slice(0, 3)).to.deep.equal(['link .temporary/* ns/a/blob', 'sync ns', 'sync ns/a']);
    });
  }
});
