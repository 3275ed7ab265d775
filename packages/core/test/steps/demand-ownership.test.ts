import { expect } from 'chai';
import { grantSignedIn } from '../../src/access/grant.js';
import { slug, createWorld, errorOf, valueOf } from '../builders/world.js';

const full = { kind: 'quota_exceeded', reason: 'max_owned_organizations', limit: 2, current: 2 };

const start = async () => {
  const world = createWorld('business', { bounds: { ownedOrganizations: 2 } });
  const { organizations, members, invitations } = world.application;
  const [ada, bob] = [await world.signIn('ada@acme.test'), await world.signIn('bob@acme.test')];
  const create = (who: typeof ada, name: string) => organizations.create(grantSignedIn(who), { name });
  return { world, members, invitations, organizations, ada, bob, create };
};

describe('the organizations that a user owns', () => {
  it('are as many as they may be, also of many that are created at once, until one is gone', async () => {
    const { world, organizations, ada, bob, create } = await start();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => create(ada, `A ${at}`)));
    expect(answers.filter((answer) => answer.isOk())).to.have.length(2);
    for (const answer of answers.slice(2)) expect(errorOf(answer)).to.deep.equal(full);
    valueOf(await create(bob, 'Other'));
    const grant = valueOf(await world.application.authorize.organization(ada, slug('a-0'), 'organization.delete'));
    valueOf(await organizations.remove(grant));
    valueOf(await create(ada, 'Another'));
  });

  it('are not more by a role that is given, nor by an invitation', async () => {
    const { world, members, invitations, ada, bob, create } = await start();
    for (const name of ['B 1', 'B 2']) valueOf(await create(bob, name));
    valueOf(await create(ada, 'Acme'));
    const manage = valueOf(await world.application.authorize.organization(ada, slug('acme'), 'members.remove'));
    const invite = valueOf(await world.application.authorize.organization(ada, slug('acme'), 'members.invite'));
    const sent = valueOf(await invitations.inviteToOrganization(invite, { email: 'bob@acme.test', role: 'OWNER' }));
    expect(errorOf(await invitations.acceptById(grantSignedIn(bob), sent.invitation.id))).to.deep.equal(full);
    await world.addMember('bob@acme.test', 'acme', 'ADMIN');
    expect(errorOf(await members.changeRole(manage, { userId: bob.userId, role: 'OWNER' }))).to.deep.equal(full);
    valueOf(await members.changeRole(manage, { userId: bob.userId, role: 'DEVELOPER' }));
  });
});
