import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outage, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import type { FileSystem } from '../src/file-system.js';
import { createFsBlobStore } from '../src/fs-blob-store.js';
import { bodyOf, bytesAt, errorOf, key, thrownBy, valueOf } from './rigs/blobs.js';
import { createRecordingFileSystem, type RecordingFileSystem, systemFault } from './rigs/recording-file-system.js';
import { makeScratch, settings } from './rigs/scratch-store.js';

const withScratch = async (act: (path: string) => Promise<void>): Promise<void> => {
  const scratch = await makeScratch();
  try {
    await act(scratch.path);
  } finally {
    await scratch.remove();
  }
};

const bytes = Buffer.from('hello');

/** The directories from the scratch on down that have been synchronized. */
const synced = ({ steps }: RecordingFileSystem): readonly string[] =>
  steps.filter((step) => step.startsWith('sync') && !step.includes('..'));

describe('opening a root', () => {
  it('makes it, with what is above it, its owner’s alone and on the disk', () =>
    withScratch(async (path) => {
      const fileSystem = createRecordingFileSystem();
      fileSystem.restart(path);
      await createFsBlobStore({ root: join(path, 'a/b/blobs'), ...settings, fileSystem });
      expect((await stat(join(path, 'a/b/blobs'))).mode & 0o777).to.equal(0o700);
      expect(synced(fileSystem)).to.deep.equal(['sync a/b', 'sync a', 'sync .']);
    }));

  it('has what is above it on the disk also when it is there, since who made it may have been killed before that', () =>
    withScratch(async (path) => {
      await mkdir(join(path, 'a/b/blobs'), { recursive: true });
      const fileSystem = createRecordingFileSystem();
      fileSystem.restart(path);
      await createFsBlobStore({ root: join(path, 'a/b/blobs'), ...settings, fileSystem });
      expect(synced(fileSystem)).to.deep.equal(['sync a/b', 'sync a', 'sync .']);
    }));

  it('leaves a directory above it alone that it may not read', () =>
    withScratch(async (path) => {
      const fileSystem = createRecordingFileSystem();
      const open: FileSystem['open'] = async (opened, flags, mode) => {
        if (opened === path) throw systemFault('EACCES');
        return fileSystem.open(opened, flags, mode);
      };
      const store = await createFsBlobStore({ root: join(path, 'a'), ...settings, fileSystem: { ...fileSystem, open } });
      valueOf(await store.check());
    }));

  it("ends below a directory that Node's permission model does not show", () =>
    withScratch(async (path) => {
      const fileSystem = createRecordingFileSystem();
      const lstat: FileSystem['lstat'] = async (asked) => {
        if (asked === path) throw Object.assign(new Error('planned by a test'), { code: 'ERR_ACCESS_DENIED' });
        return fileSystem.lstat(asked);
      };
      fileSystem.restart(path);
      const root = join(path, 'a/b');
      await mkdir(root, { recursive: true });
      const store = await createFsBlobStore({ root, ...settings, fileSystem: { ...fileSystem, lstat } });
      expect(synced(fileSystem)).to.deep.equal(['sync a']);
      valueOf(await store.check());
    }));

  it('keeps the blobs that are there', () =>
    withScratch(async (path) => {
      const first = await createFsBlobStore({ root: path, ...settings });
      valueOf(await first.write(key('ns/blob'), bodyOf(bytes), 5));
      const second = await createFsBlobStore({ root: path, ...settings });
      expect(await bytesAt(second, key('ns/blob'))).to.deep.equal(bytes);
    }));

  it('removes what a crash has left half-written or half-removed', () =>
    withScratch(async (path) => {
      await mkdir(join(path, '.temporary/doomed/a/b'), { recursive: true });
      await writeFile(join(path, '.temporary/half'), bytes);
      await writeFile(join(path, '.temporary/doomed/a/b/blob'), bytes);
      const store = await createFsBlobStore({ root: path, ...settings });
      expect(await readdir(join(path, '.temporary'))).to.deep.equal([]);
      valueOf(await store.check());
    }));

  it('leaves the temporary files alone when another process may be at work', () =>
    withScratch(async (path) => {
      const server = await createFsBlobStore({ root: path, ...settings });
      const slowly = async function* () {
        yield bytes;
        const command = await createFsBlobStore({ root: path, exclusive: false, ...settings });
        valueOf(await command.write(key('ns/other'), bodyOf(bytes), 5));
      };
      valueOf(await server.write(key('ns/blob'), slowly(), 5));
      expect(await bytesAt(server, key('ns/other'))).to.deep.equal(bytes);
      expect(await bytesAt(server, key('ns/blob'))).to.deep.equal(bytes);
    }));

  it('makes a root that is missing for a process beside another one too, but not before that writes', () =>
    withScratch(async (path) => {
      const fileSystem = createRecordingFileSystem();
      fileSystem.restart(path);
      const store = await createFsBlobStore({ root: join(path, 'a/root'), exclusive: false, ...settings, fileSystem });
      expect(errorOf(await store.head(key('ns/blob')))).to.deep.equal(unavailable('storage'));
      expect(errorOf(await store.check())).to.deep.equal(unavailable('storage'));
      expect(fileSystem.steps).to.deep.equal([]);
      valueOf(await store.write(key('ns/blob'), bodyOf(bytes), 5));
      expect(synced(fileSystem).slice(0, 2)).to.deep.equal(['sync a', 'sync .']);
      expect(errorOf(await store.head(key('ns/other')))).to.deep.equal({ kind: 'blob_missing' });
      valueOf(await store.check());
      expect(await bytesAt(store, key('ns/blob'))).to.deep.equal(bytes);
    }));

  it('is refused on a file system without hard links, where no upload could be stored, and leaves nothing there', () =>
    withScratch(async (path) => {
      const fileSystem = createRecordingFileSystem();
      fileSystem.restart(path);
      fileSystem.fail('link .temporary/* .temporary/*', 'EPERM');
      const fault = await thrownBy(() => createFsBlobStore({ root: path, ...settings, fileSystem }));
      expect(fault).to.have.property('message', `${path} lies on a file system without hard links`);
      expect(await readdir(join(path, '.temporary'))).to.deep.equal([]);
    }));

  it('is possible on a disk that has no room to find out whether there are hard links', () =>
    withScratch(async (path) => {
      const fileSystem = createRecordingFileSystem();
      fileSystem.restart(path);
      fileSystem.fail('link .temporary/* .temporary/*', 'ENOSPC');
      const store = await createFsBlobStore({ root: path, ...settings, fileSystem });
      expect(await readdir(join(path, '.temporary'))).to.deep.equal([]);
      valueOf(await store.check());
    }));

  it('follows a link that is the root itself, since its operator has chosen it', () =>
    withScratch(async (path) => {
      await mkdir(join(path, 'real'));
      await symlink(join(path, 'real'), join(path, 'root'));
      const store = await createFsBlobStore({ root: join(path, 'root'), ...settings });
      valueOf(await store.write(key('ns/blob'), bodyOf(bytes), 5));
      expect(await readdir(join(path, 'real/ns'))).to.deep.equal(['blob']);
    }));

  it('throws when the root is a file', () =>
    withScratch(async (path) => {
      await writeFile(join(path, 'root'), bytes);
      expect(await thrownBy(() => createFsBlobStore({ root: join(path, 'root'), ...settings }))).to.have.property(
        'code',
        'ENOTDIR',
      );
    }));
});

describe('checking a store', () => {
  it('finds a root that has gone, and one that cannot be written', () =>
    withScratch(async (path) => {
      const fileSystem = createRecordingFileSystem();
      const store = await createFsBlobStore({ root: path, ...settings, fileSystem });
      fileSystem.restart(path);
      fileSystem.fail('write .temporary/*', 'ENOSPC');
      expect(errorOf(await store.check())).to.deep.equal(outage('storage', 'storage_full'));
      fileSystem.restart(path);
      valueOf(await store.check());
      expect(await readdir(join(path, '.temporary'))).to.deep.equal([]);
      await fileSystem.removeTree(path);
      expect(errorOf(await store.check())).to.deep.equal({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
    }));
});
