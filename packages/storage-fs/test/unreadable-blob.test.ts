import { BlobUnreadable, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import type { UnavailableReason } from '../src/classify-error.js';
import { type FileSystem, nodeFileSystem } from '../src/file-system.js';
import { createFsBlobStore } from '../src/fs-blob-store.js';
import { bodyOf, consume, errorOf, key, thrownBy, valueOf } from './rigs/blobs.js';
import { createRecordingFileSystem, systemFault } from './rigs/recording-file-system.js';
import { makeScratch, settings } from './rigs/scratch-store.js';

const at = key('ns/blob');
const bytes = Buffer.from('hello');

describe('a blob that the disk does not give', () => {
  it('is unavailable by each way of reading it, and says why', async () => {
    const scratch = await makeScratch();
    const fileSystem = createRecordingFileSystem();
    const reasons: UnavailableReason[] = [];
    const onUnavailable = (reason: UnavailableReason): void => void reasons.push(reason);
    const store = await createFsBlobStore({ root: scratch.path, ...settings, fileSystem, onUnavailable });
    valueOf(await store.write(at, bodyOf(bytes), bytes.byteLength));
    const target = new Uint8Array(bytes.byteLength);
    const readings: readonly (() => Promise<unknown>)[] = [
      async () => consume(valueOf(await store.read(at))),
      async () => {
        await valueOf(await store.read(at)).fill?.(target);
      },
      async () => {
        const open = store.open === undefined ? undefined : valueOf(await store.open(at));
        try {
          await open?.fill(0, target);
        } finally {
          await open?.close();
        }
      },
    ];
    for (const read of readings) {
      fileSystem.restart(scratch.path);
      fileSystem.fail('read ns/blob', 'EIO');
      const thrown = await thrownBy(read);
      expect(thrown).to.be.instanceOf(BlobUnreadable);
      expect(thrown).to.have.property('fault').that.deep.equals(unavailable('storage'));
    }
    expect(reasons).to.deep.equal(readings.map(() => ({ code: 'EIO', message: 'EIO: planned by a test' })));
    await scratch.remove();
  });

  it('since the file is not for its user is unavailable when it is opened, and says why', async () => {
    const scratch = await makeScratch();
    const reasons: UnavailableReason[] = [];
    const forbidding: FileSystem = {
      ...nodeFileSystem,
      open: (path, flags, mode) =>
        path.endsWith('/ns/blob') ? Promise.reject(systemFault('EACCES')) : nodeFileSystem.open(path, flags, mode),
    };
    const onUnavailable = (reason: UnavailableReason): void => void reasons.push(reason);
    const store = await createFsBlobStore({ root: scratch.path, ...settings, fileSystem: forbidding, onUnavailable });
    valueOf(await store.write(at, bodyOf(bytes), bytes.byteLength));
    expect(errorOf(await store.read(at))).to.deep.equal(unavailable('storage'));
    expect(store.open && errorOf(await store.open(at))).to.deep.equal(unavailable('storage'));
    expect(valueOf(await store.head(at))).to.include({ sizeBytes: bytes.byteLength });
    valueOf(await store.check());
    const reason = { code: 'EACCES', message: 'EACCES: planned by a test' };
    expect(reasons).to.deep.equal([reason, reason]);
    await scratch.remove();
  });
});
