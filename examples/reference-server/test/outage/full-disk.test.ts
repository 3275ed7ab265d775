import { expect } from 'chai';
import { join } from 'node:path';
import { z } from 'zod';
import { unlimitedRate } from '../bytes/byte-server.js';
import { type Answer, expectStatus, read } from '../client/exchange.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { actionOf, batch, send, store, upload, verify } from '../git-lfs/lfs-request.js';
import { createLfsWorldWithProcess, type LfsWorldWithProcess, type RepositoryName } from '../git-lfs/lfs-world.js';
import { sqliteFsPlace } from '../server/sqlite-fs-place.js';
import { expectUnavailable, untilReady } from './outage.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

const diskMiB = 48;
const objectBytes = 4 * 1024 * 1024;

const errorAnswer = z.object({ error: z.object({ details: z.object({ reason: z.string() }) }) });

const expectFull = (answer: Answer): void => {
  expectUnavailable(answer);
  expect(read(answer, 503, errorAnswer).error.details.reason).to.equal('storage_full');
};

describe('a disk that is full', () => {
  let disk: SmallDisk;
  let world: LfsWorldWithProcess;
  const closings: (() => Promise<void> | void)[] = [];
  beforeEach(async () => {
    disk = await mountSmallDisk(diskMiB);
    closings.push(disk.remove);
    const dataDir = join(disk.path, 'data');
    const environment = { DATA_DIR: dataDir, DEFAULT_PLAN: 'business', ...unlimitedRate };
    world = await createLfsWorldWithProcess(environment, { ...sqliteFsPlace(dataDir), within: disk.within });
    closings.unshift(world.close);
  });
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });

  const ready = (): Promise<Answer> => send({ method: 'GET', url: `${world.server.baseUrl}/readyz` });

  const put = async ({ lfsUrl }: RepositoryName, object: TestObject): Promise<Answer> => {
    const answer = await batch(lfsUrl, world.owner, 'upload', [{ oid: object.oid, size: object.size }]);
    const put = await upload(actionOf(answer, 'upload'), object.bytes);
    return put.status === 200 ? verify(actionOf(answer, 'verify'), { oid: object.oid, size: object.size }) : put;
  };

  /** Uploads until one is refused, and answers that refusal. */
  const uploadUntilRefused = async (repository: RepositoryName): Promise<Answer> => {
    for (let at = 0; ; at += 1) {
      const answer = await put(repository, objectNamed(`${repository.id}, ${at}`, objectBytes));
      if (answer.status !== 200) return answer;
    }
  };

  it('says so to those who upload, and at /readyz, while everything else works', async () => {
    const [kept, doomed] = [await world.createRepository('kept'), await world.createRepository('doomed')];
    const first = objectNamed('first', 1000);
    await store(kept.lfsUrl, world.owner, first);
    const pid = world.server.pid();
    expectFull(await uploadUntilRefused(doomed));
    expect(disk.freeBytes(), 'bytes kept free').to.be.greaterThan(diskMiB * 1024 * 10);
    for (let at = 0; (await ready()).status === 200; at += 1) await put(kept, objectNamed(`small ${at}`, 200_000));
    expectFull(await ready());
    expect(await world.listedOids(kept)).to.include(first.oid);
    const { href } = actionOf(
      await batch(kept.lfsUrl, world.owner, 'download', [{ oid: first.oid, size: first.size }]),
      'download',
    );
    expect((await send({ method: 'GET', url: href })).bytes.equals(first.bytes)).to.equal(true);
    expectStatus(await world.call(world.owner, 'DELETE', `/repositories/${doomed.id}`), 204);
    expect(world.server.pid()).to.equal(pid);
  });

  it('that somebody else has filled to the last byte lets things be deleted, and is used again when it has room', async () => {
    const [kept, doomed] = [await world.createRepository('kept too'), await world.createRepository('doomed too')];
    disk.fill();
    expect(disk.freeBytes()).to.equal(0);
    expectFull(await put(kept, objectNamed('too much', objectBytes)));
    expectFull(await ready());
    expectStatus(await world.call(world.owner, 'DELETE', `/repositories/${doomed.id}`), 204);
    disk.empty();
    await untilReady(world);
    await store(kept.lfsUrl, world.owner, objectNamed('small enough', 1000));
  });
});
