import { expect } from 'chai';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

describe('addUser', () => {
  it('adds a user whose e-mail counts as verified', async () => {
    const world = createWorld();
    const { user, isNew } = valueOf(await world.application.operator.addUser({ email: ' Ada@SVC.test', name: 'Ada Lovelace' }));
    expect(isNew).to.equal(true);
    expect(user).to.include({ email: 'ada@svc.test', emailVerified: true, name: 'Ada Lovelace', status: 'ACTIVE' });
  });

  it('names a user without a name after the e-mail', async () => {
    const world = createWorld();
    expect(valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' })).user.name).to.equal('ada');
  });

  it('answers a user who is there already and changes nothing', async () => {
    const world = createWorld();
    const first = valueOf(await world.application.operator.addUser({ email: 'ada@svc.test', name: 'Ada' }));
    const again = valueOf(await world.application.operator.addUser({ email: 'ADA@svc.test', name: 'Other' }));
    expect(again).to.deep.equal({ user: first.user, isNew: false });
  });

  it('adds one user for 20 commands at the same time', async () => {
    const world = createWorld();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.application.operator.addUser({ email: 'ada@svc.test' })),
    );
    const added = answers.map((answer) => valueOf(answer));
    expect(added.filter(({ isNew }) => isNew)).to.have.length(1);
    expect(new Set(added.map(({ user }) => user.id)).size).to.equal(1);
  });

  it('refuses what is no e-mail', async () => {
    const world = createWorld();
    const refused = await world.application.operator.addUser({ email: 'ada' });
    expect(errorOf(refused)).to.deep.equal({ kind: 'bad_request', field: 'email', problem: 'malformed' });
  });

  it('refuses a name that is no line to show, instead of storing another one', async () => {
    const world = createWorld();
    for (const name of ['Ada\nLovelace', 'Ada\u001b[2J', 'Ada\u202e', ' ', '\ud800', 'x'.repeat(201)]) {
      const refused = await world.application.operator.addUser({ email: 'ada@svc.test', name });
      expect(errorOf(refused), JSON.stringify(name)).to.include({ kind: 'bad_request', field: 'name' });
    }
    const { isNew } = valueOf(await world.application.operator.addUser({ email: 'ada@svc.test' }));
    expect(isNew).to.equal(true);
  });
});
