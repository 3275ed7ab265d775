import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import { createFaultyBlobStore } from '../../../src/blob-store/faulty-blob-store.js';
import { unavailable } from '../../../src/model/app-error.js';
import { DAY_MS, GIB, HOUR_MS, MINUTE_MS, type ObjectKey, trusted } from '../../../src/model/values/index.js';
import { createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const sent = objectOf('sent');
const neverSent = { oid: oidOf('never sent'), sizeBytes: 5 * GIB };
const alsoNot = { oid: oidOf('neither'), sizeBytes: 5 * GIB };

/** A hard plan, and a service whose storage can fail. */
const setting = async () => {
  const world = createWorld('free');
  const { push, organization } = await withRepository(world);
  const blobs = createFaultyBlobStore(world.blobs);
  const { lfs, maintenance } = createApplication({ ...world.ports, blobs });
  return {
    ...{ world, blobs, push, lfs, maintenance },
    usage: async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id))),
  };
};

const nothing = { usedBytes: 0, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 };

describe('what an LFS push holds back and never sends', () => {
  it('is given back by the first sweep after a pause in which its session has ended', async () => {
    const { world, push, lfs, maintenance, usage } = await setting();
    valueOf(await lfs.batchUpload(push, [neverSent, alsoNot]));
    world.clock.advance(7 * HOUR_MS);
    expect(errorOf(await lfs.batchUpload(push, [sent]))).to.include({ reason: 'storage_quota' });
    expect(valueOf(await maintenance.sweep())).to.include({ settledReservations: 1, expiredSessions: 1 });
    expect(await usage()).to.deep.equal(nothing);
    valueOf(await lfs.batchUpload(push, [sent]));
    world.clock.advance(3 * DAY_MS);
    valueOf(await maintenance.sweep());
    expect(await usage(), 'and once').to.deep.equal(nothing);
  });

  it('is told from what has come before the pause, which counts until it is registered', async () => {
    const { world, push, lfs, maintenance, usage } = await setting();
    const [entry] = valueOf(await lfs.batchUpload(push, [sent, neverSent])).entries;
    if (entry?.kind !== 'upload') return expect.fail('a URL is given');
    await world.put(trusted<ObjectKey>(new URL(entry.request.href).pathname.slice('/storage/'.length)), 'sent');
    world.clock.advance(7 * HOUR_MS);
    valueOf(await maintenance.sweep());
    expect(await usage()).to.deep.equal({ ...nothing, reclaimableBytes: sent.sizeBytes });
    world.clock.advance(2 * DAY_MS);
    valueOf(await maintenance.sweep());
    expect(await usage()).to.deep.equal({ ...nothing, usedBytes: sent.sizeBytes });
  });

  it('is given back as soon as the storage says that nothing has come, and its session ends then', async () => {
    const { world, blobs, push, lfs, maintenance, usage } = await setting();
    valueOf(await lfs.batchUpload(push, [neverSent]));
    world.clock.advance(7 * HOUR_MS);
    blobs.failNext({ call: 'head', when: 'before' });
    expect(errorOf(await maintenance.sweep())).to.deep.equal(unavailable('storage'));
    expect(await usage()).to.deep.equal({ ...nothing, reservedBytes: neverSent.sizeBytes });
    world.clock.advance(MINUTE_MS);
    expect(valueOf(await maintenance.sweep())).to.include({ settledReservations: 1, expiredSessions: 1 });
    expect(await usage()).to.deep.equal(nothing);
  });

  it('waits for the sweeping where the storage has not answered for a day after the end of the session', async () => {
    const { world, blobs, push, lfs, maintenance, usage } = await setting();
    valueOf(await lfs.batchUpload(push, [neverSent]));
    world.clock.advance(6 * HOUR_MS + DAY_MS);
    blobs.failNext({ call: 'head', when: 'before' });
    expect((await maintenance.sweep()).isErr()).to.equal(true);
    expect(await usage()).to.deep.equal({ ...nothing, reclaimableBytes: neverSent.sizeBytes });
  });
});
