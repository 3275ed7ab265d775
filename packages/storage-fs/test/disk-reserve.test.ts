import { outage } from '@svc/core/model';
import { expect } from 'chai';
import { demandRoom } from '../src/disk-reserve.js';
import { type DiskFacts, nodeFileSystem } from '../src/file-system.js';
import { StorageFull } from '../src/storage-outages.js';
import { bodyOf, bytesAt, errorOf, key, thrownBy, valueOf } from './rigs/blobs.js';
import { makeScratchStore } from './rigs/scratch-store.js';

const MiB = 1024 * 1024;
const at = key('ns/blob');

describe('the room that is kept free', () => {
  const asked = (disk: DiskFacts, bytes: number): Promise<void> =>
    demandRoom({ ...nodeFileSystem, statfs: () => Promise.resolve(disk) }, '/', bytes);

  it('is a twentieth of a small disk', async () => {
    const disk = { bsize: MiB, blocks: 1000, bavail: 100 };
    await asked(disk, 50 * MiB);
    expect(await thrownBy(() => asked(disk, 50 * MiB + 1))).to.be.instanceOf(StorageFull);
  });

  it('is 256 MiB of a large one', async () => {
    const disk = { bsize: MiB, blocks: 1_000_000, bavail: 1000 };
    await asked(disk, 744 * MiB);
    expect(await thrownBy(() => asked(disk, 744 * MiB + 1))).to.be.instanceOf(StorageFull);
  });

  it('is at least 8 MiB, or half of a tiny disk', async () => {
    const disk = { bsize: MiB, blocks: 20, bavail: 20 };
    await asked(disk, 12 * MiB);
    expect(await thrownBy(() => asked(disk, 12 * MiB + 1))).to.be.instanceOf(StorageFull);
    await asked({ ...disk, blocks: 10, bavail: 10 }, 5 * MiB);
    expect(await thrownBy(() => asked({ ...disk, blocks: 10, bavail: 10 }, 5 * MiB + 1))).to.be.instanceOf(StorageFull);
  });

  it('is not known of a disk that tells no size', () => asked({ bsize: 4096, blocks: 0, bavail: 0 }, MiB));

  it('is left alone by uploads, while reading and deleting go on', async () => {
    let bavail = 1000;
    const fileSystem = { ...nodeFileSystem, statfs: () => Promise.resolve({ bsize: 1, blocks: 1000, bavail }) };
    const scene = await makeScratchStore(fileSystem);
    try {
      const { store } = scene;
      valueOf(await store.write(at, bodyOf(Buffer.from('hello')), 5));
      bavail = 502;
      const full = outage('storage', 'storage_full');
      expect(errorOf(await store.write(key('ns/other'), bodyOf(Buffer.from('hello')), 5))).to.deep.equal(full);
      valueOf(await store.write(key('ns/small'), bodyOf(Buffer.from('a')), 1));
      bavail = 500;
      expect(errorOf(await store.check())).to.deep.equal(full);
      expect((await bytesAt(store, at))?.toString()).to.equal('hello');
      valueOf(await store.deletePrefix(key('ns')));
      expect(await bytesAt(store, at)).to.equal(undefined);
      bavail = 1000;
      valueOf(await store.check());
    } finally {
      await scene.close();
    }
  });
});
