import { expect } from 'chai';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

/** Two people whom nothing but their id, and their address, tells apart. */
const namesakes = async () => {
  const world = createWorld();
  const { repository, organization } = await withRepository(world);
  const callers = [];
  for (const email of ['ada@one.test', 'ada@other.test'])
    callers.push(await world.addMember(email, organization.slug, 'DEVELOPER'));
  const [one, other] = await Promise.all(callers.map((caller) => world.grant(caller, repository.id, 'repository.push')));
  if (one === undefined || other === undefined) throw new Error('there are two');
  expect(one.caller.userName).to.equal(other.caller.userName);
  expect(one.caller.userId).not.to.equal(other.caller.userId);
  return { locks: world.application.locks, one, other };
};

describe('the locks of two users of one name', () => {
  it('are one’s own to each of them, and the other’s to the other', async () => {
    const { locks, one, other } = await namesakes();
    valueOf(await locks.create(one, { path: 'a' }));
    valueOf(await locks.create(other, { path: 'b' }));
    for (const [who, own, foreign] of [
      [one, 'a', 'b'],
      [other, 'b', 'a'],
    ] as const) {
      const { ours, theirs } = valueOf(await locks.verify(who, { limit: 10 }));
      expect([ours.map(({ path }) => path), theirs.map(({ path }) => path)]).to.deep.equal([[own], [foreign]]);
    }
  });

  it('are given back by the one who holds them, and by the other with force alone', async () => {
    const { locks, one, other } = await namesakes();
    const { lock } = valueOf(await locks.create(one, { path: 'a' }));
    expect(lock.ownerName).to.equal(other.caller.userName);
    expect(errorOf(await locks.unlock(other, { lockId: lock.id, force: false }))).to.deep.equal({
      kind: 'forbidden',
      reason: 'not_lock_owner',
    });
    valueOf(await locks.unlock(one, { lockId: lock.id, force: false }));
  });

  it('are shown to the other one as taken, not as created', async () => {
    const { locks, one, other } = await namesakes();
    const mine = valueOf(await locks.create(one, { path: 'a' }));
    expect(valueOf(await locks.create(other, { path: 'a' }))).to.deep.equal({ kind: 'exists', lock: mine.lock });
  });
});
