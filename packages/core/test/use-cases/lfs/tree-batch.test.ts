import { expect } from 'chai';
import { fewSmallObjects, maxFetchedWholeBytes, maxSmallBytes } from '../../../src/model/objects/small-objects.js';
import { GIB } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

describe('an LFS batch by the chunk tree', () => {
  it('sends what is needed to the tree, and reserves nothing', async () => {
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

  const textsNamed = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `text ${at}`);

  it('sends the small ones of many whole, and reserves their bytes', async () => {
    const world = createWorld();
    const { push, organization } = await withRepository(world);
    await pushTexts(world, push, 'stored');
    const small = textsNamed(fewSmallObjects + 1).map(objectOf);
    const large = { oid: oidOf('large'), sizeBytes: maxSmallBytes + 1 };
    const batch = valueOf(await world.application.lfs.batchUpload(push, [objectOf('stored'), large, ...small], 'svc'));
    const kinds = ['stored', 'tree', ...small.map(() => 'upload')];
    expect([batch.transfer, batch.entries.map(({ kind }) => kind)]).to.deep.equal(['svc', kinds]);
    expect(batch.verifyToken).to.be.a('string');
    const used = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organization.id)));
    expect(used.reservedBytes).to.equal(small.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  });

  it('counts only what has to be sent when it looks for many', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const texts = textsNamed(fewSmallObjects + 1);
    await pushTexts(world, push, ...texts.slice(0, 1));
    const batch = valueOf(await world.application.lfs.batchUpload(push, texts.map(objectOf), 'svc'));
    expect(batch.entries.map(({ kind }) => kind)).to.deep.equal(['stored', ...texts.slice(1).map(() => 'tree')]);
  });

  it('reads the small ones of many whole', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const texts = textsNamed(fewSmallObjects + 1);
    await pushTexts(world, push, ...texts);
    const few = valueOf(await world.application.lfs.batchDownload(push, texts.slice(1).map(objectOf), 'svc'));
    expect(new Set(few.entries.map(({ kind }) => kind))).to.deep.equal(new Set(['tree']));
    const batch = valueOf(await world.application.lfs.batchDownload(push, [...texts, 'none'].map(objectOf), 'svc'));
    expect(batch.entries.map(({ kind }) => kind)).to.deep.equal([...texts.map(() => 'download'), 'missing']);
  });

  it('reads larger ones whole than it has sent whole, up to a bound', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const texts = Array.from({ length: fewSmallObjects + 1 }, (_, at) => 'a'.repeat(maxFetchedWholeBytes - at));
    const larger = 'a'.repeat(maxFetchedWholeBytes + 1);
    const all = [...texts, larger];
    const upload = valueOf(await world.application.lfs.batchUpload(push, all.map(objectOf), 'svc'));
    expect(new Set(upload.entries.map(({ kind }) => kind))).to.deep.equal(new Set(['tree']));
    await pushTexts(world, push, ...all);
    const batch = valueOf(await world.application.lfs.batchDownload(push, all.map(objectOf), 'svc'));
    expect(batch.entries.map(({ kind }) => kind)).to.deep.equal([...texts.map(() => 'download'), 'tree']);
  });

  it('is by URLs unless the tree is asked for', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    expect(valueOf(await world.application.lfs.batchUpload(push, [objectOf('a')])).transfer).to.equal('basic');
    expect(valueOf(await world.application.lfs.batchDownload(push, [objectOf('a')])).transfer).to.equal('basic');
  });
});
