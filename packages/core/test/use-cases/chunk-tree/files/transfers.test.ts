import { expect } from 'chai';
import { createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

describe('transfers', () => {
  it('are recorded as they were reported, and listed newest first and by kind', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const { tree } = world.application;
    valueOf(await tree.recordTransfer(push, { kind: 'pull', stats: { durationMs: 1, chunkCount: 2 } }));
    world.clock.advance(10);
    valueOf(await tree.recordTransfer(push, { kind: 'pull', stats: {} }));
    world.clock.advance(10);
    valueOf(await tree.finalize(push, { objects: [], stats: { storedBytes: 3 } }));
    const stats = async (kind?: 'push' | 'pull') => {
      const { items } = valueOf(await tree.listTransfers(push, { kind, page: { limit: 10 } }));
      return items.map((item) => item.stats);
    };
    expect(await stats()).to.deep.equal([{ storedBytes: 3 }, {}, { durationMs: 1, chunkCount: 2 }]);
    expect(await stats('pull')).to.deep.equal([{}, { durationMs: 1, chunkCount: 2 }]);
    expect(await stats('push')).to.deep.equal([{ storedBytes: 3 }]);
  });

  it('of a repository that has gone are not found', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const admin = await world.grant(push.caller, push.repository.repositoryId, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    expect(errorOf(await world.application.tree.recordTransfer(push, { kind: 'pull', stats: {} }))).to.deep.equal({
      kind: 'not_found',
    });
  });
});
