import { expect } from 'chai';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

const withTwo = async () => {
  const world = createWorld();
  const setting = await withRepository(world);
  const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
  return { world, ...setting, other: await world.grant(developer, setting.repository.id, 'repository.push') };
};

describe('a lock', () => {
  it('is held by one user: a second claim is shown the first', async () => {
    const { world, push, other } = await withTwo();
    const mine = valueOf(await world.application.locks.create(push, { path: 'a.bin' }));
    const theirs = valueOf(await world.application.locks.create(other, { path: 'a.bin' }));
    expect(mine.kind).to.equal('created');
    expect(theirs).to.deep.equal({ kind: 'exists', lock: mine.lock });
  });

  it('is given to one of 20 who claim a path at the same time', async () => {
    const { world, push } = await withTwo();
    const claims = await Promise.all(Array.from({ length: 20 }, () => world.application.locks.create(push, { path: 'a.bin' })));
    expect(claims.filter((claim) => valueOf(claim).kind === 'created')).to.have.length(1);
  });

  it('is split into ours and theirs, page by page', async () => {
    const { world, push, other } = await withTwo();
    for (const path of ['a', 'c']) valueOf(await world.application.locks.create(push, { path }));
    valueOf(await world.application.locks.create(other, { path: 'b' }));
    const first = valueOf(await world.application.locks.verify(other, { limit: 2 }));
    expect([first.ours.map((lock) => lock.path), first.theirs.map((lock) => lock.path)]).to.deep.equal([['b'], ['a']]);
    const second = valueOf(await world.application.locks.verify(other, { limit: 2, cursor: first.nextCursor }));
    expect(second).to.deep.include({ ours: [], nextCursor: undefined });
    expect(second.theirs.map((lock) => lock.path)).to.deep.equal(['c']);
  });

  it('is given back by its owner, and by somebody else only with force, which the audit log tells of', async () => {
    const { world, push, other } = await withTwo();
    const { lock } = valueOf(await world.application.locks.create(push, { path: 'a.bin' }));
    const refused = await world.application.locks.unlock(other, { lockId: lock.id, force: false });
    expect(errorOf(refused)).to.deep.equal({ kind: 'forbidden', reason: 'not_lock_owner' });
    valueOf(await world.application.locks.unlock(other, { lockId: lock.id, force: true }));
    const [event] = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'repository.lock.force_unlock');
    expect(event).to.include({ target: 'a.bin', actorId: other.caller.userId });
    expect(errorOf(await world.application.locks.unlock(push, { lockId: lock.id, force: false }))).to.deep.equal({
      kind: 'not_found',
    });
  });
});
