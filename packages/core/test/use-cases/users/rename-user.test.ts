import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { createOrganization, withToken } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

describe('renameUser', () => {
  it("changes the caller's own name and nothing else", async () => {
    const world = createWorld();
    const signedIn = grantSignedIn(await world.signIn('ada@svc.test'));
    await world.signIn('bob@svc.test');
    const before = valueOf(await world.application.users.me(signedIn)).user;
    const renamed = valueOf(await world.application.users.rename(signedIn, { name: 'Ada' }));
    expect(renamed).to.deep.equal({ ...before, name: 'Ada' });
    expect(valueOf(await world.application.users.me(signedIn)).user).to.deep.equal(renamed);
    const bob = valueOf(await world.unitOfWork.read((queries) => queries.users.findByVerifiedEmail('bob@svc.test')));
    expect(bob?.name).to.equal('bob');
  });

  it('demands a session', async () => {
    const world = createWorld();
    const ada = await world.signIn('ada@svc.test');
    const { id } = await createOrganization(world, ada, 'Acme');
    const refused = await world.application.users.rename(withToken(ada, id, ['repo:admin']), { name: 'Eve' });
    expect(errorOf(refused)).to.deep.equal({ kind: 'forbidden', reason: 'session_required' });
  });

  it('refuses a name that is no line to show', async () => {
    const world = createWorld();
    const signedIn = grantSignedIn(await world.signIn('ada@svc.test'));
    for (const name of ['Ada\nLovelace', 'Ada\0', '', 'x'.repeat(201)]) {
      const refused = await world.application.users.rename(signedIn, { name });
      expect(errorOf(refused), JSON.stringify(name)).to.include({ kind: 'bad_request', field: 'name' });
    }
    expect(valueOf(await world.application.users.me(signedIn)).user.name).to.equal('ada');
  });
});
