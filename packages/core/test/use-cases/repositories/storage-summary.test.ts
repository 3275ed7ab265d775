import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import type { Queries, UnitOfWork } from '../../../src/ports/unit-of-work.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, objectOf, valueOf, withRepository } from '../../builders/world.js';

describe('storageSummary', () => {
  it('tells of no less than nothing in chunks while objects are removed that were counted a moment ago', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const { repositoryId } = push.repository;
    await pushTexts(world, push, 'one', 'three');
    const oids = ['one', 'three'].map((text) => objectOf(text).oid);
    const remove = async (): Promise<void> => {
      const removed = await world.unitOfWork.transact(async ({ quarantine }) =>
        ok(await quarantine.put(repositoryId, oids, { removedAt: 1, removedBy: undefined, dueAt: 2 })),
      );
      expect(valueOf(removed)).to.have.lengthOf(2);
    };
    const read: UnitOfWork['read'] = (work) =>
      world.unitOfWork.read((queries) => {
        const totals: Queries['storage']['totals'] = async (id) => {
          const found = await queries.storage.totals(id);
          await remove();
          return found;
        };
        const storage = { ...queries.storage, totals };
        return work(new Proxy(queries, { get: (of, name): unknown => (name === 'storage' ? storage : Reflect.get(of, name)) }));
      });
    const { repositories } = createApplication({ ...world.ports, unitOfWork: { ...world.unitOfWork, read } });
    const { layouts } = valueOf(await repositories.storageSummary(push));
    expect(layouts.whole.physicalBytes).to.equal(8);
    expect(layouts.chunks.physicalBytes).to.equal(0);
  });
});
