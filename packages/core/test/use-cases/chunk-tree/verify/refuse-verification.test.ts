import { expect } from 'chai';
import { createApplication } from '../../../../src/application.js';
import { createFaultyBlobStore } from '../../../../src/blob-store/faulty-blob-store.js';
import { DAY_MS, trusted, type TreePath } from '../../../../src/model/values/index.js';
import type { UnitOfWork } from '../../../../src/ports/index.js';
import { holdOffRemovals } from '../../../../src/steps/backup-lease.js';
import { finalizeTree } from '../../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { bodyOf, buildObject, readFile, sendFile, sendObject, storedTreeBytes } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const large = buildObject([bytesOf('large '), bytesOf('object')]);
const quarterMs = 15 * 60_000;

/** An object without its pack, whose verification is pending. */
const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const { tree } = world.application;
  const finalize = finalizeTree(world.ports, { maxBytes: 10 });
  const usedBytes = async () =>
    valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(push.repository.organizationId))).usedBytes;
  const lastAction = () => world.unitOfWork.journal.auditEvents().at(-1)?.action;
  const sendManifest = () => tree.receive(push, large.manifest.path, bodyOf(large.manifest.bytes));
  for (const file of [...large.maps, large.manifest]) await sendFile(world, push, file);
  expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
  world.clock.advance(1);
  return { world, push, tree, finalize, usedBytes, lastAction, sendManifest };
};

/** The same service; `act` is called after each of its transactions, with the number of it. */
const afterEach = ({ ports }: Awaited<ReturnType<typeof setUp>>['world'], act: (number: number) => Promise<void>) => {
  let count = 0;
  const transact: UnitOfWork['transact'] = (run) =>
    ports.unitOfWork.transact(run).map(async (value) => {
      count += 1;
      await act(count);
      return value;
    });
  return createApplication({ ...ports, unitOfWork: { ...ports.unitOfWork, transact } }).tree;
};

describe('refuseVerification', () => {
  it('removes the manifest, and nothing else that lies beside it', async () => {
    const { world, push, tree, usedBytes, lastAction } = await setUp();
    const beside = trusted<TreePath>(`assets/${large.oid}/notes.json`);
    await sendFile(world, push, { path: beside, bytes: bytesOf('notes') });
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(lastAction()).to.equal('repository.push.refused');
    expect(await readFile(world, push, beside)).to.deep.equal(bytesOf('notes'));
    expect(errorOf(await tree.read(push, large.manifest.path))).to.deep.include({ kind: 'not_found' });
    expect(await usedBytes()).to.equal(await storedTreeBytes(world, push));
  });

  it('leaves the manifest to a back-up that runs', async () => {
    const { world, push, tree, lastAction } = await setUp();
    valueOf(await holdOffRemovals(world.ports));
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(lastAction()).to.equal('repository.push.refused');
    expect(await readFile(world, push, large.manifest.path)).to.deep.equal(large.manifest.bytes);
  });

  for (const number of [1, 2, 3]) {
    it(`loses no manifest that was acknowledged after its transaction ${number}`, async () => {
      const { world, push, finalize, usedBytes, sendManifest } = await setUp();
      let isAcknowledged = false;
      let transactions = 0;
      const beside = afterEach(world, async (count) => {
        transactions = count;
        if (count !== number) return;
        const sent = await sendManifest();
        isAcknowledged = sent.isOk();
        if (sent.isErr()) expect(sent.error).to.include({ kind: 'unavailable' });
      });
      expect(valueOf(await beside.verifyNext())).to.equal(true);
      expect(transactions).to.be.at.least(number);
      const isThere = (await world.application.tree.read(push, large.manifest.path)).isOk();
      expect(isThere).to.equal(isAcknowledged);
      await sendObject(world, push, large);
      valueOf(await finalize(push, { objects: [large] }));
      valueOf(await world.application.tree.verifyNext());
      expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([]);
      expect(await usedBytes()).to.equal(await storedTreeBytes(world, push));
    });
  }

  for (const when of ['before', 'after'] as const) {
    it(`waits until a removal is over whose end it does not know: the store fails ${when} it`, async () => {
      const { world, push, finalize, usedBytes, lastAction, sendManifest } = await setUp();
      const blobs = createFaultyBlobStore(world.blobs);
      const { tree } = createApplication({ ...world.ports, blobs });
      blobs.failNext({ call: 'remove', when });
      expect(errorOf(await tree.verifyNext())).to.include({ kind: 'unavailable' });
      expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
      expect(errorOf(await sendManifest())).to.include({ kind: 'unavailable' });
      world.clock.advance(30_000);
      expect(errorOf(await tree.verifyNext())).to.include({ kind: 'unavailable' });
      world.clock.advance(quarterMs);
      expect(valueOf(await tree.verifyNext())).to.equal(true);
      expect(lastAction()).to.equal('repository.push.refused');
      expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'not_uploaded' });
      expect(await usedBytes()).to.equal(await storedTreeBytes(world, push));
      valueOf(await sendManifest());
    });
  }

  for (const when of ['before', 'after'] as const) {
    it(`is in no collector's way while its removal has come to no end: the store has failed ${when} it`, async () => {
      const { world } = await setUp();
      const blobs = createFaultyBlobStore(world.blobs);
      const { tree } = createApplication({ ...world.ports, blobs });
      blobs.failNext({ call: 'remove', when });
      expect(errorOf(await tree.verifyNext())).to.include({ kind: 'unavailable' });
      const collected = valueOf(await world.application.maintenance.collectGarbage());
      expect(collected).to.deep.include({ repositories: 1, refusals: [] });
    });
  }

  it('goes on with a removal that failed before the clock was set back', async () => {
    const { world, finalize, push, lastAction } = await setUp();
    const blobs = createFaultyBlobStore(world.blobs);
    const { tree } = createApplication({ ...world.ports, blobs });
    world.clock.advance(365 * DAY_MS);
    blobs.failNext({ call: 'remove', when: 'before' });
    expect(errorOf(await tree.verifyNext())).to.include({ kind: 'unavailable' });
    world.clock.advance(-365 * DAY_MS);
    expect(valueOf(await tree.verifyNext())).to.equal(true);
    expect(lastAction()).to.equal('repository.push.refused');
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'not_uploaded' });
  });

  it('begins no removal later than within a minute of its commit', async () => {
    const { world, push, finalize } = await setUp();
    const late = afterEach(world, (count) => {
      if (count === 2) world.clock.advance(60_000);
      return Promise.resolve();
    });
    expect(errorOf(await late.verifyNext())).to.include({ kind: 'unavailable' });
    expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
    world.clock.advance(quarterMs);
    expect(valueOf(await late.verifyNext())).to.equal(true);
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'not_uploaded' });
  });
});
