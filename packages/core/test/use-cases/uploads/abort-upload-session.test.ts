import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createFaultyBlobStore } from '../../../src/blob-store/faulty-blob-store.js';
import { createFaultyUnitOfWork } from '../../../src/memory/faulty-unit-of-work.js';
import { GIB, HOUR_MS, MINUTE_MS, type ObjectKey, SECOND_MS, stagingKey } from '../../../src/model/values/index.js';
import type { BlobStoreTraits } from '../../../src/ports/blob-store.js';
import { bytesOf, createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A session that fills a hard plan, and whose URLs lead to a bucket unless it is said otherwise. */
const fullPlan = async (signedUrls: BlobStoreTraits['signedUrls'] = 'external') => {
  const world = createWorld('free');
  const { push, organization } = await withRepository(world);
  const blobs = { ...world.blobs, traits: { ...world.blobs.traits, signedUrls } };
  const application = createApplication({ ...world.ports, blobs });
  const { uploads, maintenance } = application;
  const { session } = valueOf(await uploads.open(push, {}));
  const authorize = (...names: readonly string[]) =>
    uploads.authorize(push, {
      sessionId: session.id,
      objects: names.map((name) => ({ oid: oidOf(name), sizeBytes: 5 * GIB })),
    });
  valueOf(await authorize('first', 'second'));
  return {
    ...{ world, push, session, uploads, application },
    authorize,
    counted: async () => {
      const used = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
      return [used.reservedBytes, used.reclaimableBytes];
    },
    sweep: async () => valueOf(await maintenance.sweep()).sweptSessions,
    /** Whether there is room for one byte. */
    hasRoom: async () => {
      const { session: other } = valueOf(await uploads.open(push, {}));
      const answer = await uploads.authorize(push, { sessionId: other.id, objects: [objectOf('x')] });
      if (answer.isErr()) expect(errorOf(answer)).to.include({ reason: 'storage_quota' });
      return answer.isOk();
    },
  };
};

describe('an upload session that is aborted', () => {
  it('holds its bytes back until the last URL that it gave, and what was begun with it, is over', async () => {
    const { world, push, session, uploads, sweep, hasRoom } = await fullPlan();
    world.clock.advance(HOUR_MS);
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    expect(await sweep()).to.equal(0);
    expect(await hasRoom(), 'a PUT may still be under way').to.equal(false);
    // To a minute it is known when something was last done in it.
    world.clock.advance(15 * MINUTE_MS + MINUTE_MS);
    expect(await sweep()).to.equal(1);
    expect(await hasRoom()).to.equal(true);
  });

  it('gives everything back at once when that was over before', async () => {
    const { world, push, session, uploads, sweep, hasRoom } = await fullPlan();
    const key = stagingKey(session.namespace, session.id, oidOf('first'));
    await world.put(key, 'sent');
    world.clock.advance(2 * HOUR_MS);
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    expect(await sweep()).to.equal(1);
    expect((await world.blobs.head(key)).isErr(), 'what was sent is gone, too').to.equal(true);
    expect(await hasRoom()).to.equal(true);
  });

  it('waits for a URL that was given again within the minute in which activity is noted once', async () => {
    const { world, push, session, uploads, authorize, sweep } = await fullPlan();
    world.clock.advance(59 * SECOND_MS);
    valueOf(await authorize('first'));
    world.clock.advance(HOUR_MS);
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    world.clock.advance(15 * MINUTE_MS);
    expect(await sweep()).to.equal(0);
    world.clock.advance(SECOND_MS);
    expect(await sweep()).to.equal(1);
  });

  it('holds its bytes back from its end on when it is aborted at once', async () => {
    const { world, push, session, uploads, sweep } = await fullPlan();
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    world.clock.advance(75 * MINUTE_MS - 1);
    expect(await sweep()).to.equal(0);
    world.clock.advance(1);
    expect(await sweep()).to.equal(1);
  });

  it('gives back at once what it holds for what never came, where the service serves the URLs', async () => {
    const { world, push, session, uploads, counted, hasRoom, sweep } = await fullPlan('own');
    await world.put(stagingKey(session.namespace, session.id, oidOf('first')), 'sent');
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    expect(await counted()).to.deep.equal([0, 5 * GIB]);
    expect(await hasRoom()).to.equal(true);
    world.clock.advance(75 * MINUTE_MS);
    expect(await sweep()).to.equal(1);
    expect(await counted()).to.deep.equal([1, 0]);
  });

  it('holds what comes at this moment, which is removed by the request that brings it', async () => {
    const { world, push, session, uploads, application, counted } = await fullPlan('own');
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    const { session: other } = valueOf(await uploads.open(push, {}));
    const objects = [objectOf('coming'), objectOf('nothing')];
    const [entry] = valueOf(await uploads.authorize(push, { sessionId: other.id, objects }));
    if (entry === undefined || !('uploadUrl' in entry)) throw new Error('no URL');
    const { pathname, searchParams } = new URL(entry.uploadUrl);
    const signed = application.authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams));
    let begin: () => void = () => undefined;
    let goOn: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const body = async function* () {
      begin();
      await mayGoOn;
      yield bytesOf('coming');
    };
    const receiving = application.signedTransfers.receive(valueOf(signed), { bytes: body(), declaredBytes: 6 });
    await hasBegun;
    valueOf(await uploads.abort(push, { sessionId: other.id }));
    expect(await counted()).to.deep.equal([0, 6]);
    goOn();
    expect(errorOf(await receiving)).to.deep.equal({ kind: 'not_found' });
    expect((await world.blobs.head(stagingKey(other.namespace, other.id, oidOf('coming')))).isErr()).to.equal(true);
  });

  it('holds what a verification has moved without coming to its end', async () => {
    const { world, push, session, uploads, counted } = await fullPlan('own');
    const object = objectOf('moved');
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    expect(await counted()).to.deep.equal([0, 0]);
    const { session: other } = valueOf(await uploads.open(push, {}));
    valueOf(await uploads.authorize(push, { sessionId: other.id, objects: [object] }));
    await world.put(stagingKey(other.namespace, other.id, object.oid), 'moved');
    const faulty = createFaultyBlobStore(world.blobs);
    faulty.failNext({ call: 'promote', when: 'after' });
    const failing = createApplication({ ...world.ports, blobs: faulty });
    errorOf(await failing.uploads.complete(push, { sessionId: other.id, ...object }));
    valueOf(await uploads.abort(push, { sessionId: other.id }));
    expect(await counted()).to.deep.equal([0, 5]);
  });

  it('is aborted also while the storage does not answer, and gives back with the sweep', async () => {
    const { world, push, session, counted, sweep } = await fullPlan('own');
    const faulty = createFaultyBlobStore(world.blobs);
    faulty.failNext({ call: 'head', when: 'before' });
    const failing = createApplication({ ...world.ports, blobs: faulty });
    valueOf(await failing.uploads.abort(push, { sessionId: session.id }));
    expect(await counted()).to.deep.equal([0, 10 * GIB]);
    world.clock.advance(75 * MINUTE_MS);
    expect(await sweep()).to.equal(1);
    expect(await counted()).to.deep.equal([0, 0]);
  });

  it('does not wait for a storage that hangs, and gives back with the sweep', async () => {
    const { world, push, session, counted, sweep } = await fullPlan('own');
    const faulty = createFaultyBlobStore(world.blobs);
    faulty.failNext({ call: 'head', when: 'slow' });
    const hanging = createApplication({ ...world.ports, blobs: faulty });
    const aborting = hanging.uploads.abort(push, { sessionId: session.id });
    while (!faulty.hits().has('head.slow')) await tick();
    world.clock.advance(5 * SECOND_MS);
    valueOf(await aborting);
    await faulty.release();
    expect(await counted()).to.deep.equal([0, 10 * GIB]);
    world.clock.advance(75 * MINUTE_MS);
    expect(await sweep()).to.equal(1);
    expect(await counted()).to.deep.equal([0, 0]);
  });

  it('gives back at once for a hundred objects, with as many reads as for one, and looks for a few at a time', async () => {
    const { world, push, session, uploads, counted } = await fullPlan('own');
    valueOf(await uploads.abort(push, { sessionId: session.id }));
    const reads: number[] = [];
    for (const [count, held] of [
      [1, 0],
      [120, 20],
    ] as const) {
      const { session: other } = valueOf(await uploads.open(push, {}));
      const objects = Array.from({ length: count }, (_, index) => ({ oid: oidOf(`${count} ${index}`), sizeBytes: 1 }));
      valueOf(await uploads.authorize(push, { sessionId: other.id, objects }));
      const unitOfWork = createFaultyUnitOfWork(world.unitOfWork);
      let underWay = 0;
      let most = 0;
      const look = async (key: ObjectKey) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await tick();
        underWay -= 1;
        return world.blobs.head(key);
      };
      const blobs = { ...world.blobs, head: (key: ObjectKey) => new ResultAsync(look(key)) };
      const looked = createApplication({ ...world.ports, unitOfWork, blobs });
      valueOf(await looked.uploads.abort(push, { sessionId: other.id }));
      expect(await counted()).to.deep.equal([0, held]);
      expect(most).to.equal(Math.min(count, 10));
      reads.push(unitOfWork.calls().get('read') ?? 0);
    }
    expect(reads[1]).to.equal(reads[0]);
  });
});
