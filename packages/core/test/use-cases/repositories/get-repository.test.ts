import { expect } from 'chai';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

describe('getRepository', () => {
  it('answers the repository as it is', async () => {
    const world = createWorld();
    const { push, repository } = await withRepository(world);
    expect(valueOf(await world.application.repositories.get(push))).to.deep.equal(repository);
  });

  it('finds nothing behind a grant whose repository was removed meanwhile', async () => {
    const world = createWorld();
    const { owner, push, repository } = await withRepository(world);
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    expect(errorOf(await world.application.repositories.get(push))).to.deep.equal({ kind: 'not_found' });
  });
});
