import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { createFaultyBlobStore } from '../../../../src/blob-store/faulty-blob-store.js';
import { plans } from '../../../../src/model/quotas/plan.js';
import { finalizeTree } from '../../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { buildObject, overwrite, sendFile, sendObject, storedTreeBytes } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, slug, valueOf, withRepository } from '../../../builders/world.js';

const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const { tree } = world.application;
  /** Finalizes with room for ten bytes. */
  const finalize = finalizeTree(world.ports, { maxBytes: 10 });
  const oids = async () =>
    valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 100 } })).items.map(({ oid }) => oid);
  const actions = () => world.unitOfWork.journal.auditEvents().map(({ action, target }) => ({ action, target }));
  const small = buildObject([bytesOf('small')]);
  const large = buildObject([bytesOf('large '), bytesOf('object')]);
  return { world, push, tree, finalize, oids, actions, small, large };
};

describe('verifyNext', () => {
  it('verifies what was too large for a call, which answers the same until then', async () => {
    const { world, push, tree, finalize, oids, small, large } = await setUp();
    await sendObject(world, push, small);
    await sendObject(world, push, large);
    const command = { objects: [large, small] };
    for (let round = 0; round < 3; round += 1) {
      expect(valueOf(await finalize(push, command))).to.deep.equal({ generation: 1, objects: 1, pending: [large.oid] });
      expect(await oids()).to.deep.equal([small.oid]);
    }
    expect(valueOf(await tree.finalize(push, command)).pending).to.deep.equal([large.oid]);
    expect(valueOf(await tree.lookUp(push, { names: [], sizes: [large.sizeBytes] })).knownSizes.size).to.equal(0);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid, small.oid]);
    expect(valueOf(await tree.verifyNext())).to.equal(false);
    expect(valueOf(await finalize(push, command))).to.deep.equal({ generation: 2, objects: 2, pending: [] });
    const pushes = world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'repository.push');
    expect(pushes.map(({ data }) => data)).to.deep.equal([{ generation: 1 }, { generation: 2 }]);
    const used = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(push.repository.organizationId)));
    expect(used.usedBytes).to.equal(await storedTreeBytes(world, push));
  });

  it('calls an object what the client called it when its verification was put off', async () => {
    const { world, push, tree, finalize, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [{ ...large, name: 'models/large.safetensors' }] }));
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    const { items } = valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 100 } }));
    expect(items[0]).to.include({ name: 'models/large.safetensors', type: 'model' });
  });

  for (const isClaimed of [false, true]) {
    it(`calls it what a later finalize calls it that finds it without a name, ${isClaimed ? 'while' : 'before'} it is verified`, async () => {
      const { world, push, finalize, large } = await setUp();
      await sendObject(world, push, large);
      valueOf(await finalize(push, { objects: [large] }));
      const name = async (text: string) => valueOf(await finalize(push, { objects: [{ ...large, name: text }] }));
      const nameTwice = async () => {
        await name('models/first.safetensors');
        await name('second.csv');
      };
      if (!isClaimed) await nameTwice();
      const write: typeof world.blobs.write = (...sent) =>
        ResultAsync.fromSafePromise(isClaimed ? nameTwice() : Promise.resolve()).andThen(() => world.blobs.write(...sent));
      const { tree } = createApplication({ ...world.ports, blobs: { ...world.blobs, write } });
      expect(valueOf(await tree.verifyNext())).to.equal(true);
      const { items } = valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 100 } }));
      expect(items[0]).to.include({ name: 'models/first.safetensors', type: 'model' });
      expect(valueOf(await tree.verifyNext())).to.equal(false);
    });
  }

  it('is announced to those who listen when a finalize has put an object off, and at no other time', async () => {
    const { world, push, tree, finalize, small, large } = await setUp();
    let announced = 0;
    const unsubscribe = tree.onPending(() => (announced += 1));
    await sendObject(world, push, small);
    valueOf(await tree.finalize(push, { objects: [small] }));
    errorOf(await tree.finalize(push, { objects: [large] }));
    expect(announced).to.equal(0);
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    for (let round = 0; round < 2; round += 1) {
      expect(valueOf(await tree.finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
      expect(announced).to.equal(1);
      unsubscribe();
    }
  });

  it('puts off no object whose manifest is missing or wrong', async () => {
    const { world, push, tree, finalize, large } = await setUp();
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'not_uploaded' });
    await sendFile(world, push, { path: large.manifest.path, bytes: bytesOf('{}') });
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'manifest_invalid' });
    expect(valueOf(await tree.verifyNext())).to.equal(false);
  });

  it('drops and audits an object that fails verification, which may be sent right and finalized again', async () => {
    const { world, push, tree, finalize, oids, actions, large } = await setUp();
    for (const file of [...large.maps, large.manifest]) await sendFile(world, push, file);
    expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([]);
    expect(actions().at(-1)).to.deep.equal({ action: 'repository.push.refused', target: large.oid });
    expect(valueOf(await tree.verifyNext())).to.equal(false);
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'not_uploaded' });
    await sendObject(world, push, large);
    expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid]);
    expect(actions().at(-1)).to.deep.equal({ action: 'repository.push', target: push.repository.repositoryId });
  });

  it('notes a pack that has changed in the store, which the same bytes heal', async () => {
    const { world, push, tree, finalize, oids, large } = await setUp();
    const [pack = expect.fail('a pack')] = large.packs;
    const notedFiles = async () =>
      valueOf(await world.unitOfWork.read(({ damage }) => damage.list(push.repository.repositoryId, undefined, 10)));
    await sendObject(world, push, large);
    const changed = pack.bytes.slice();
    changed.fill(0, 8, 12);
    await overwrite(world, push, pack.path, changed);
    valueOf(await finalize(push, { objects: [large] }));
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect((await notedFiles()).map(({ of }) => of)).to.deep.equal([{ kind: 'file', path: pack.path }]);
    await sendObject(world, push, large);
    expect(await notedFiles()).to.deep.equal([]);
    valueOf(await finalize(push, { objects: [large] }));
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid]);
  });

  it('leaves the verification for later while the store does not answer, for longer after each attempt', async () => {
    const { world, push, finalize, oids, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    const blobs = createFaultyBlobStore(world.blobs);
    const { tree } = createApplication({ ...world.ports, blobs });
    let delayMs = 30_000;
    for (const call of ['read', 'head', 'write'] as const) {
      blobs.failNext({ call, when: 'before' });
      expect(errorOf(await tree.verifyNext())).to.include({ kind: 'unavailable' });
      expect(await oids()).to.deep.equal([]);
      world.clock.advance(delayMs - 1);
      expect(valueOf(await tree.verifyNext())).to.equal(false);
      world.clock.advance(1);
      delayMs *= 2;
    }
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid]);
  });

  it('goes by the plan that its organization has when the object is registered, not by one from before', async () => {
    const { world, push, finalize, oids, actions, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    const { organizationId } = push.repository;
    const changePlan = async (): Promise<void> => {
      valueOf(await world.application.operator.setPlan({ organization: slug('acme'), planId: 'free' }));
      const { storageBytes } = plans.free;
      const fill = world.unitOfWork.transact(async ({ usage }): Promise<Result<unknown, never>> =>
        ok(await usage.reserve(organizationId, storageBytes, undefined)),
      );
      valueOf(await fill);
    };
    let isFirst = true;
    const read: typeof world.blobs.read = (key, span) => {
      const before = isFirst ? changePlan() : Promise.resolve();
      isFirst = false;
      return ResultAsync.fromSafePromise(before).andThen(() => world.blobs.read(key, span));
    };
    const { tree } = createApplication({ ...world.ports, blobs: { ...world.blobs, read } });
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([]);
    expect(actions().at(-1)).to.deep.equal({ action: 'repository.push.refused', target: large.oid });
  });

  it('goes on with the other objects after one whose verification meets a bug, and comes back to that one', async () => {
    const { world, push, tree, finalize, oids, large } = await setUp();
    const other = buildObject([bytesOf('another '), bytesOf('object')]);
    for (const object of [large, other]) {
      await sendObject(world, push, object);
      valueOf(await finalize(push, { objects: [object] }));
      world.clock.advance(1);
    }
    let isBroken = true;
    const read: typeof world.blobs.read = (key, span) => {
      if (isBroken && key.includes(large.oid)) throw new Error('a bug');
      return world.blobs.read(key, span);
    };
    const broken = createApplication({ ...world.ports, blobs: { ...world.blobs, read } }).tree;
    const [outcome] = await Promise.allSettled([broken.verifyNext()]);
    expect(outcome.status).to.equal('rejected');
    expect(valueOf(await broken.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([other.oid]);
    expect(valueOf(await broken.verifyNext())).to.equal(false);
    isBroken = false;
    world.clock.advance(30_000);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.have.members([large.oid, other.oid]);
  });

  it('verifies different objects at once, each once', async () => {
    const { world, push, tree, finalize, oids } = await setUp();
    const objects = ['first', 'second', 'third'].map((text) => buildObject([bytesOf(`the ${text} `), bytesOf('object')]));
    for (const object of objects) {
      await sendObject(world, push, object);
      valueOf(await finalize(push, { objects: [object] }));
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => tree.verifyNext()));
    expect(answers.map(valueOf).toSorted()).to.deep.equal([false, false, true, true, true]);
    expect(await oids()).to.have.members(objects.map(({ oid }) => oid));
    expect(valueOf(await world.application.repositories.get(push)).generation).to.equal(3);
  });

  /** The same service, whose store does not answer its first call of a kind until it is let go. */
  const hanging = ({ ports, blobs }: Awaited<ReturnType<typeof setUp>>['world'], kind: 'read' | 'head') => {
    let letGo: () => void = () => undefined;
    let isFirst = true;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const withPermit = <T, E>(call: typeof kind, act: () => ResultAsync<T, E>): ResultAsync<T, E> => {
      if (call !== kind || !isFirst) return act();
      isFirst = false;
      return new ResultAsync(gate.then(act));
    };
    const read: typeof blobs.read = (key, span) => withPermit('read', () => blobs.read(key, span));
    const head: typeof blobs.head = (key) => withPermit('head', () => blobs.head(key));
    return { letGo: () => letGo(), tree: createApplication({ ...ports, blobs: { ...blobs, read, head } }).tree };
  };

  it('leaves an object to the process that verifies it for as long as that one may live, and takes it over after that', async () => {
    const { world, push, tree, finalize, oids, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    const stopped = hanging(world, 'read');
    const late = stopped.tree.verifyNext();
    await new Promise(setImmediate);
    world.clock.advance(59_999);
    expect(valueOf(await tree.verifyNext())).to.equal(false);
    world.clock.advance(1);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid]);
    stopped.letGo();
    expect(valueOf(await late), 'it notices and drops its work').to.equal(true);
    expect(valueOf(await world.application.repositories.get(push)).generation).to.equal(1);
  });

  it('refuses nothing that somebody else verifies by now, for the files may have been sent anew', async () => {
    const { world, push, tree, finalize, oids, actions, large } = await setUp();
    for (const file of [...large.maps, large.manifest]) await sendFile(world, push, file);
    valueOf(await finalize(push, { objects: [large] }));
    // It is about to find that the pack is missing, and the claim is lost in between.
    const stopped = hanging(world, 'head');
    const late = stopped.tree.verifyNext();
    await new Promise(setImmediate);
    world.clock.advance(60_000);
    const taker = hanging(world, 'head');
    const takenOver = taker.tree.verifyNext();
    await new Promise(setImmediate);
    stopped.letGo();
    expect(valueOf(await late)).to.equal(true);
    expect(actions().at(-1)).to.not.include({ action: 'repository.push.refused' });
    await sendObject(world, push, large);
    taker.letGo();
    expect(valueOf(await takenOver)).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid]);
    expect(valueOf(await tree.verifyNext())).to.equal(false);
  });

  it('renews its claim while it reads, so that a long verification stays its own', async () => {
    const { world, push, tree, finalize, oids, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    let reads = 0;
    const answers: boolean[] = [];
    const read: typeof world.blobs.read = (key, span) =>
      ResultAsync.fromSafePromise(
        (async () => {
          reads += 1;
          if (reads <= 3) world.clock.advance(25_000);
          answers.push(valueOf(await tree.verifyNext()));
        })(),
      ).andThen(() => world.blobs.read(key, span));
    const slow = createApplication({ ...world.ports, blobs: { ...world.blobs, read } }).tree;
    expect(valueOf(await slow.verifyNext())).to.equal(true);
    expect(reads, 'longer than one claim').to.be.greaterThan(3);
    expect(answers).to.not.include(true);
    expect(await oids()).to.deep.equal([large.oid]);
  });

  it('renews its claim while it hashes what it need not read', async () => {
    const { world, push, tree, finalize, oids } = await setUp();
    const repeated = buildObject(
      Array.from({ length: 1024 }, () => bytesOf('again')),
      { chunksPerMap: 256 },
    );
    await sendObject(world, push, repeated);
    valueOf(await finalize(push, { objects: [repeated] }));
    const answers: boolean[] = [];
    let reads = 0;
    const readsAtPauses: number[] = [];
    const read: typeof world.blobs.read = (key, span) => {
      reads += 1;
      return world.blobs.read(key, span);
    };
    const pause = async (): Promise<void> => {
      world.clock.advance(25_000);
      readsAtPauses.push(reads);
      answers.push(valueOf(await tree.verifyNext()));
    };
    const slow = createApplication({ ...world.ports, blobs: { ...world.blobs, read }, clock: { ...world.clock, pause } }).tree;
    expect(valueOf(await slow.verifyNext())).to.equal(true);
    expect(
      readsAtPauses.filter((count) => count === readsAtPauses.at(-1)),
      'longer than one claim',
    ).to.have.length.above(3);
    expect(answers).to.not.include(true);
    expect(await oids()).to.deep.equal([repeated.oid]);
  });

  it('drops what was put off with its repository', async () => {
    const { world, push, tree, finalize, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    const admin = await world.grant(push.caller, push.repository.repositoryId, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    expect(valueOf(await tree.verifyNext())).to.equal(false);
  });
});
