import { expect } from 'chai';
import { GIB } from '../../src/values/index.js';
import { pushTexts } from '../builders/push-texts.js';
import { createWorld, objectOf, oidOf, valueOf, withRepository } from '../builders/world.js';

describe('an LFS batch by the chunk tree', () => {
  it('sends what is needed to the tree, and puts nothing aside', async () => {
    const world = createWorld();
    const { push, organization } = await withRepository(world);
    await pushTexts(world, push, 'stored');
    const objects = [objectOf('stored'), objectOf('needed')];
    const batch = valueOf(await world.application.lfs.batchUpload(push, objects, 'svc'));
    expect(batch.entries.map(({ kind }) => kind)).to.deep.equal(['stored', 'tree']);
    expect([batch.transfer, batch.verifyToken]).to.deep.equal(['svc', undefined]);
    const now = world.clock.now();
    const session = await world.unitOfWork.read(({ uploads }) =>
      uploads.findOpenLfs(push.repository.repositoryId, push.caller.userId, now),
    );
    expect(valueOf(session)).to.equal(undefined);
    const used = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organization.id)));
    expect(used.reservedBytes).to.equal(0);
  });

  it('refuses by itself an object above the plan', async () => {
    const world = createWorld('free');
    const { push } = await withRepository(world);
    const objects = [{ oid: oidOf('huge'), sizeBytes: 5 * GIB + 1 }, objectOf('small')];
    const batch = valueOf(await world.application.lfs.batchUpload(push, objects, 'svc'));
    expect(batch.entries.map(({ kind }) => kind)).to.deep.equal(['refused', 'tree']);
  });

  it('reads what is stored from the tree, and misses the rest', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    await pushTexts(world, push, 'stored');
    const batch = valueOf(await world.application.lfs.batchDownload(push, [objectOf('stored'), objectOf('none')], 'svc'));
    expect(batch.transfer).to.equal('svc');
    expect(batch.entries.map(({ kind }) => kind)).to.deep.equal(['tree', 'missing']);
  });

  it('is by URLs unless the tree is asked for', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    expect(valueOf(await world.application.lfs.batchUpload(push, [objectOf('a')])).transfer).to.equal('basic');
    expect(valueOf(await world.application.lfs.batchDownload(push, [objectOf('a')])).transfer).to.equal('basic');
  });
});
