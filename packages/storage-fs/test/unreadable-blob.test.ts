import { BlobUnreadable, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import type { UnavailableReason } from '../src/classify-error.js';
import { createFsBlobStore } from '../src/fs-blob-store.js';
import { bodyOf, consume, key, thrownBy, valueOf } from './rigs/blobs.js';
import { createRecordingFileSystem } from './rigs/recording-file-system.js';
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
});
