import { expect } from 'chai';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, valueOf, withRepository } from '../../builders/world.js';

describe('repositoryUsage', () => {
  it('measures what was pushed', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    await pushTexts(world, push, 'one', 'three');
    expect(valueOf(await world.application.repositories.usage(push))).to.deep.equal({
      objectCount: 2,
      logicalBytes: 8,
      physicalBytes: 8,
      uploadedBytes: 8,
      dedupRatio: 0,
      reclaimableBytes: 0,
    });
  });

  it('counts an object once, however often it is pushed', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    for (const texts of [['one'], ['one', 'three']]) await pushTexts(world, push, ...texts);
    expect(valueOf(await world.application.repositories.usage(push))).to.include({ objectCount: 2, logicalBytes: 8 });
  });

  it('is all zeros for a repository that holds nothing', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    expect(valueOf(await world.application.repositories.usage(push))).to.deep.equal({
      objectCount: 0,
      logicalBytes: 0,
      physicalBytes: 0,
      uploadedBytes: 0,
      dedupRatio: 0,
      reclaimableBytes: 0,
    });
  });
});
