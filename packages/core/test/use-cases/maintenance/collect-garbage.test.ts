import { expect } from 'chai';
import { DAY_MS, HOUR_MS, trusted } from '../../../src/model/values/index.js';
import { buildObject, sendObject } from '../../builders/tree.js';
import { bytesOf, createWorld, valueOf, withRepository } from '../../builders/world.js';

/** A repository with an object in chunks, and a pack that no object has come with. */
const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const needed = buildObject([bytesOf('needed')]);
  await sendObject(world, push, needed);
  valueOf(await world.application.tree.finalize(push, { objects: [needed] }));
  const givenUp = buildObject([bytesOf('given up')]);
  await sendObject(world, push, givenUp);
  const [pack] = givenUp.packs;
  if (pack === undefined) throw new Error('the object has a pack');
  const pass = async () => valueOf(await world.application.maintenance.collectGarbage());
  const passes = () => world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'maintenance.gc.completed');
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of world.managed.list(trusted('repositories'))) keys.push(key);
    return keys.toSorted();
  };
  return { world, push, pack, pass, passes, stored };
};

describe('collectGarbage', () => {
  it('counts packs of a day that no object needs, tells the organization of them, and deletes nothing', async () => {
    const { world, push, pack, pass, passes, stored } = await setUp();
    world.clock.advance(DAY_MS + 1);
    const before = await stored();
    expect(await pass()).to.deep.equal({
      organizations: 1,
      repositories: 1,
      packs: 2,
      unneededPacks: 1,
      unneededBytes: pack.bytes.byteLength,
    });
    const { organizationId } = push.repository;
    expect(passes().map(({ type, organizationId: of, repositoryId, data }) => ({ type, of, repositoryId, data }))).to.deep.equal([
      {
        type: 'maintenance.gc.completed',
        of: organizationId,
        repositoryId: undefined,
        data: { repositories: 1, packs: 2, unneeded_packs: 1, unneeded_bytes: pack.bytes.byteLength, deleted_bytes: 0 },
      },
    ]);
    expect(await stored()).to.deep.equal(before);
  });

  it('takes no pack for garbage that is younger, for its upload may be on its way', async () => {
    const { world, pass } = await setUp();
    world.clock.advance(DAY_MS);
    expect(await pass()).to.include({ packs: 2, unneededPacks: 0, unneededBytes: 0 });
  });

  it('rests for most of a day, and says nothing where there are no packs', async () => {
    const { world, pass, passes } = await setUp();
    expect(await pass()).not.to.equal(undefined);
    world.clock.advance(HOUR_MS);
    expect(await pass()).to.equal(undefined);
    world.clock.advance(DAY_MS);
    expect(await pass()).to.include({ unneededPacks: 1 });
    expect(passes()).to.have.length(2);

    const empty = createWorld();
    await withRepository(empty);
    expect(valueOf(await empty.application.maintenance.collectGarbage())).to.include({ organizations: 1, repositories: 0 });
    expect(empty.unitOfWork.journal.domainEvents().map(({ type }) => type)).not.to.include('maintenance.gc.completed');
  });
});
