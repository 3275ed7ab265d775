import { expect } from 'chai';
import { createApplication } from '../../src/application.js';
import { finalizeTree } from '../../src/chunk-tree/finalize-tree.js';
import { createFaultyBlobStore } from '../../src/memory/faulty-blob-store.js';
import { buildObject, sendFile, sendObject, storedTreeBytes } from '../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../builders/world.js';

const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const { tree } = world.application;
  /** Finalizes with room for ten bytes. */
  const finalize = finalizeTree(world.ports, 10);
  const oids = async () =>
    valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 100 } })).items.map(({ oid }) => oid);
  const actions = () => world.unitOfWork.journal.auditEvents().map(({ action, target }) => ({ action, target }));
  const small = buildObject([bytesOf('small')]);
  const large = buildObject([bytesOf('large '), bytesOf('object')]);
  return { world, push, tree, finalize, oids, actions, small, large };
};

describe('proveNext', () => {
  it('proves what was too large for a call, which answers the same until then', async () => {
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
    expect(valueOf(await tree.proveNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid, small.oid]);
    expect(valueOf(await tree.proveNext())).to.equal(false);
    expect(valueOf(await finalize(push, command))).to.deep.equal({ generation: 2, objects: 2, pending: [] });
    const pushes = world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'repository.push');
    expect(pushes.map(({ data }) => data)).to.deep.equal([{ generation: 1 }, { generation: 2 }]);
    const used = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(push.repository.organizationId)));
    expect(used.usedBytes).to.equal(await storedTreeBytes(world, push));
  });

  it('puts off no object whose manifest is missing or wrong', async () => {
    const { world, push, tree, finalize, large } = await setUp();
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'not_uploaded' });
    await sendFile(world, push, { path: large.manifest.path, bytes: bytesOf('{}') });
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'manifest_invalid' });
    expect(valueOf(await tree.proveNext())).to.equal(false);
  });

  it('drops and audits an object that does not prove, which may be sent right and finalized again', async () => {
    const { world, push, tree, finalize, oids, actions, large } = await setUp();
    for (const file of [...large.maps, large.manifest]) await sendFile(world, push, file);
    expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
    expect(valueOf(await tree.proveNext())).to.equal(true);
    expect(await oids()).to.deep.equal([]);
    expect(actions().at(-1)).to.deep.equal({ action: 'repository.push.refused', target: large.oid });
    expect(valueOf(await tree.proveNext())).to.equal(false);
    expect(errorOf(await finalize(push, { objects: [large] }))).to.include({ reason: 'not_uploaded' });
    await sendObject(world, push, large);
    expect(valueOf(await finalize(push, { objects: [large] })).pending).to.deep.equal([large.oid]);
    expect(valueOf(await tree.proveNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid]);
    expect(actions().at(-1)).to.deep.equal({ action: 'repository.push', target: push.repository.repositoryId });
  });

  it('leaves the proof where it is while the store does not answer', async () => {
    const { world, push, finalize, oids, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    const blobs = createFaultyBlobStore(world.blobs);
    const { tree } = createApplication({ ...world.ports, blobs });
    for (const call of ['read', 'head', 'write'] as const) {
      blobs.failNext({ call, when: 'before' });
      expect(errorOf(await tree.proveNext())).to.include({ kind: 'unavailable' });
      expect(await oids()).to.deep.equal([]);
    }
    expect(valueOf(await tree.proveNext())).to.equal(true);
    expect(await oids()).to.deep.equal([large.oid]);
  });

  it('registers an object once that two jobs prove at once', async () => {
    const { world, push, tree, finalize, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    for (const answer of await Promise.all([tree.proveNext(), tree.proveNext(), tree.proveNext()])) {
      expect(valueOf(answer)).to.equal(true);
    }
    expect(valueOf(await world.application.repositories.get(push)).generation).to.equal(1);
  });

  it('drops what was put off with its repository', async () => {
    const { world, push, tree, finalize, large } = await setUp();
    await sendObject(world, push, large);
    valueOf(await finalize(push, { objects: [large] }));
    const admin = await world.grant(push.caller, push.repository.repositoryId, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    expect(valueOf(await tree.proveNext())).to.equal(false);
  });
});
