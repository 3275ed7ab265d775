import { expect } from 'chai';
import { dedupRatio } from '../../../src/model/usage/usage.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, valueOf, withRepository } from '../../builders/world.js';

const usage = (logicalBytes: number, physicalBytes: number) => ({
  objectCount: 1,
  logicalBytes,
  physicalBytes,
  uploadedBytes: 0,
});

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
    });
  });
});

describe('dedupRatio', () => {
  it('is the part of the logical bytes that was not stored', () => {
    expect(dedupRatio(usage(0, 0))).to.equal(0);
    expect(dedupRatio(usage(100, 100))).to.equal(0);
    expect(dedupRatio(usage(100, 25))).to.equal(0.75);
    expect(dedupRatio(usage(100, 0))).to.equal(1);
    expect(dedupRatio(usage(100, 110))).to.be.closeTo(-0.1, 1e-12);
  });
});
