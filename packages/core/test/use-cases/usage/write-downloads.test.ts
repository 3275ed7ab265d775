import { expect } from 'chai';
import { createFaultyUnitOfWork } from '../../../src/memory/faulty-unit-of-work.js';
import { fewSmallObjects } from '../../../src/model/objects/small-objects.js';
import { dayOf, KIB, manifestPath, trusted, type TreePath } from '../../../src/model/values/index.js';
import type { UnitOfWork } from '../../../src/ports/index.js';
import type { OpenDownload } from '../../../src/signed-urls/open-download.js';
import { createDownloadMeter } from '../../../src/steps/accounting/download-meter.js';
import { writeDownloads } from '../../../src/use-cases/usage/write-downloads.js';
import { pushTexts } from '../../builders/push-texts.js';
import { bodyOf, buildObject, sendObject } from '../../builders/tree.js';
import { bytesOf, createWorld, objectOf, oidOf, valueOf, withRepository, type World } from '../../builders/world.js';

describe('downloads', () => {
  let world: World;
  let setting: Awaited<ReturnType<typeof withRepository>>;
  beforeEach(async () => {
    world = createWorld();
    setting = await withRepository(world);
  });

  const written = () => world.application.usage.writeDownloads();
  const trafficDays = async () =>
    valueOf(await world.unitOfWork.read(({ traffic }) => traffic.listDays(setting.organization.id, 0)));
  const downloadsOf = async (text: string) => {
    const { repositoryId } = setting.push.repository;
    const found = valueOf(await world.unitOfWork.read(({ traffic }) => traffic.downloadsOf(repositoryId, [oidOf(text)])));
    return found.get(oidOf(text));
  };
  const today = () => dayOf(world.clock.now());

  it('count what URLs were handed out for, once for each URL, and nothing for what is missing', async () => {
    await pushTexts(world, setting.push, 'model');
    const oids = [oidOf('model'), oidOf('missing')];
    valueOf(await world.application.downloads.authorize(setting.push, { oids }));
    world.clock.advance(5);
    valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('model'), objectOf('missing')]));
    expect(await downloadsOf('model'), 'before anything is written').to.equal(undefined);
    expect(valueOf(await written())).to.equal(2);
    expect(valueOf(await written())).to.equal(0);
    expect(await trafficDays()).to.deep.equal([
      { day: today(), storageMode: 'managed', uploadedBytes: 5, egressBytes: 10, downloads: 2 },
    ]);
    expect(await downloadsOf('model')).to.deep.equal({ downloads: 2, lastDownloadedAt: world.clock.now() });
    expect(await downloadsOf('missing')).to.equal(undefined);
  });

  it('through the tree are not counted by the batch that leads there', async () => {
    await pushTexts(world, setting.push, 'model');
    valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('model')], 'svc'));
    expect(valueOf(await written())).to.equal(0);
  });

  it('by URLs of such a batch, which small ones of many get, are counted', async () => {
    const texts = Array.from({ length: fewSmallObjects + 1 }, (_, at) => `text ${at}`);
    await pushTexts(world, setting.push, ...texts);
    valueOf(await world.application.lfs.batchDownload(setting.push, texts.map(objectOf), 'svc'));
    valueOf(await written());
    expect((await trafficDays()).map(({ downloads }) => downloads)).to.deep.equal([texts.length]);
    expect((await downloadsOf('text 0'))?.downloads).to.equal(1);
  });

  it('through the tree count the bytes of each file that is opened, and the object where its manifest begins', async () => {
    const object = buildObject([bytesOf('chunk'), bytesOf('another chunk')]);
    const { tree } = world.application;
    await sendObject(world, setting.push, object);
    const manifest = async () => valueOf(await tree.read(setting.push, manifestPath(object.oid)));
    const { sizeBytes } = await manifest();
    const taken = async (opening: ReturnType<OpenDownload['open']>): Promise<void> => {
      for await (const piece of valueOf(await opening).body) expect(piece.byteLength).to.be.above(0);
    };
    await taken((await manifest()).open());
    valueOf(await written());
    const egress = async () => (await trafficDays()).map(({ egressBytes, downloads }) => ({ egressBytes, downloads }));
    expect(await egress(), 'not verified').to.deep.equal([{ egressBytes: sizeBytes, downloads: 0 }]);
    valueOf(await tree.finalize(setting.push, { objects: [object] }));
    const verified = await manifest();
    await taken(verified.open());
    await taken(verified.open({ first: 0, last: 1 }));
    await taken(verified.open({ first: 2, last: 4 }));
    for (const { path } of object.packs) await taken(valueOf(await tree.read(setting.push, path)).open({ first: 1, last: 2 }));
    valueOf(await written());
    const bytes = 2 * sizeBytes + 2 + 3 + 2 * object.packs.length;
    expect(await egress()).to.deep.equal([{ egressBytes: bytes, downloads: 2 }]);
    const { repositoryId } = setting.push.repository;
    const found = valueOf(await world.unitOfWork.read(({ traffic }) => traffic.downloadsOf(repositoryId, [object.oid])));
    expect(found.get(object.oid)?.downloads).to.equal(2);
  });

  it('through the tree in several ranges of a pack count what was taken of it, and not what was read between', async () => {
    const object = buildObject([bytesOf('chunk'), bytesOf('another chunk')]);
    const { tree } = world.application;
    await sendObject(world, setting.push, object);
    const [pack] = object.packs;
    if (pack === undefined) throw new Error('the object has a pack');
    const { keepOpen } = valueOf(await tree.read(setting.push, pack.path));
    if (keepOpen === undefined) throw new Error('a pack can be kept open');
    const kept = valueOf(await keepOpen());
    const bytes = new Uint8Array(kept.sizeBytes);
    await kept.fill(0, bytes);
    expect(Buffer.from(bytes).equals(Buffer.from(pack.bytes))).to.equal(true);
    await kept.close(7);
    valueOf(await written());
    expect((await trafficDays()).map(({ egressBytes, downloads }) => ({ egressBytes, downloads }))).to.deep.equal([
      { egressBytes: 7, downloads: 0 },
    ]);
    expect(valueOf(await tree.read(setting.push, manifestPath(object.oid))).keepOpen).to.equal(undefined);
  });

  it('through the tree that are broken off count the bytes that were taken until then', async () => {
    const { tree } = world.application;
    const path = trusted<TreePath>('large.bin');
    valueOf(await tree.receive(setting.push, path, bodyOf(new Uint8Array(256 * KIB))));
    const open = async () => valueOf(await valueOf(await tree.read(setting.push, path)).open()).body[Symbol.asyncIterator]();
    const left = await open();
    await left.next();
    await left.return?.();
    await left.return?.();
    await (await open()).return?.();
    valueOf(await written());
    expect((await trafficDays()).map(({ egressBytes }) => egressBytes)).to.deep.equal([64 * KIB]);
  });

  it('of an object that is named twice are one', async () => {
    await pushTexts(world, setting.push, 'model');
    const oids = [oidOf('model'), oidOf('model')];
    expect(valueOf(await world.application.downloads.authorize(setting.push, { oids }))).to.have.length(2);
    valueOf(await written());
    expect((await downloadsOf('model'))?.downloads).to.equal(1);
    expect((await trafficDays()).map(({ egressBytes, downloads }) => ({ egressBytes, downloads }))).to.deep.equal([
      { egressBytes: 5, downloads: 1 },
    ]);
  });

  it('of a repository that is being removed are left for the next run, once', async () => {
    const meter = createDownloadMeter();
    const { repository } = setting.push;
    meter.record({ repository, oids: [oidOf('model')], bytes: 5, at: world.clock.now() });
    const counted = meter.take(10) ?? { egress: [], objects: [] };
    meter.putBack(counted);
    const leaving: UnitOfWork = {
      ...world.unitOfWork,
      transact: (work) =>
        world.unitOfWork.transact((records) =>
          work({ ...records, traffic: { ...records.traffic, addDownloads: async (all) => all } }),
        ),
    };
    expect(valueOf(await writeDownloads({ ...world.ports, unitOfWork: leaving, meter })())).to.equal(0);
    expect(meter.take(10)).to.deep.equal(counted);
  });

  it('that the database does not take are written by the next run', async () => {
    const meter = createDownloadMeter();
    const { repository } = setting.push;
    meter.record({ repository, oids: [oidOf('model')], bytes: 5, at: world.clock.now() });
    const unitOfWork = createFaultyUnitOfWork(world.unitOfWork);
    const write = writeDownloads({ ...world.ports, unitOfWork, meter });
    unitOfWork.failNext({ call: 'transact', when: 'before' });
    expect((await write()).isErr()).to.equal(true);
    meter.record({ repository, oids: [oidOf('model')], bytes: 5, at: world.clock.now() });
    expect(valueOf(await write())).to.equal(4);
    expect((await downloadsOf('model'))?.downloads).to.equal(2);
    expect((await trafficDays()).map(({ egressBytes }) => egressBytes)).to.deep.equal([10]);
  });

  for (const when of ['after', 'undone', 'again'] as const) {
    it(`are counted once where the database does not say what became of them (${when})`, async () => {
      const meter = createDownloadMeter();
      const { repository } = setting.push;
      const unitOfWork = createFaultyUnitOfWork(world.unitOfWork);
      const write = writeDownloads({ ...world.ports, unitOfWork, meter });
      for (let count = 1; count <= 2; count += 1) {
        meter.record({ repository, oids: [oidOf('model')], bytes: 5, at: world.clock.now() });
        unitOfWork.failNext({ call: 'transact', when });
        expect((await write()).isErr()).to.equal(when !== 'again');
        meter.record({ repository, oids: [oidOf('model')], bytes: 5, at: world.clock.now() });
        valueOf(await write());
        expect((await downloadsOf('model'))?.downloads).to.equal(2 * count);
        expect((await trafficDays()).map(({ egressBytes }) => egressBytes)).to.deep.equal([10 * count]);
      }
    });
  }

  it('of two processes are counted, each by its own', async () => {
    const { repository } = setting.push;
    for (let count = 1; count <= 2; count += 1) {
      const meter = createDownloadMeter();
      meter.record({ repository, oids: [oidOf('model')], bytes: 5, at: world.clock.now() });
      valueOf(await writeDownloads({ ...world.ports, meter })());
      expect((await downloadsOf('model'))?.downloads).to.equal(count);
    }
  });
});
