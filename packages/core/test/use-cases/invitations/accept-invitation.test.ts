import { expect } from 'chai';
import { ok } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import { provisionUser } from '../../../src/access/provision-user.js';
import { invitationLifetimeMs } from '../../../src/model/invitations/invitation.js';
import { trusted, type UserId } from '../../../src/model/values/index.js';
import type { SentInvitation } from '../../../src/use-cases/invitations/issue-invitation.js';
import { auditTrail, createRepository, organizationGrant } from '../../builders/organization-setting.js';
import { peopleSetting } from '../../builders/people.js';
import { errorOf, valueOf } from '../../builders/world.js';

const notFound = { kind: 'not_found' };
const alreadyMember = { kind: 'conflict', reason: 'already_member' };

describe('accepting an invitation to an organization', () => {
  it('makes the holder of the link a member, once; a repeat answers the same', async () => {
    const { world, owner, invite, acceptLink, roleOf, membersNow } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org', 'ADMIN'));
    const grace = await world.signIn('grace@example.org');
    const trail = auditTrail(world);
    const first = valueOf(await acceptLink(grace, sent));
    expect(first.status).to.equal('ACCEPTED');
    expect(first.invitation.accepted).to.deep.equal({ by: grace.userId, at: world.clock.now() });
    expect(await roleOf(grace)).to.equal('ADMIN');
    world.clock.advance(2 * invitationLifetimeMs);
    expect(valueOf(await acceptLink(grace, sent))).to.deep.equal(first);
    expect(trail()).to.deep.equal([`organization.invitation.accept ${sent.invitation.id}`]);
    const other = await world.signIn('other@example.org');
    expect(errorOf(await acceptLink(other, sent))).to.deep.equal(notFound);
    expect(await membersNow()).to.equal(2);
  });

  it('by id is for the user whose verified address it names, and for nobody else', async () => {
    const { world, owner, invite, acceptId, roleOf } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    const grace = await world.signIn('grace@example.org');
    expect(errorOf(await acceptId(grace, sent))).to.deep.equal(notFound);
    const ada = await world.signIn('ada@example.org');
    const first = valueOf(await acceptId(ada, sent));
    expect(valueOf(await acceptId(ada, sent))).to.deep.equal(first);
    expect(await roleOf(ada)).to.equal('DEVELOPER');
  });

  it('is over after seven days, to the millisecond', async () => {
    const { world, owner, invite, acceptLink, acceptId } = await peopleSetting();
    const [late, inTime] = [valueOf(await invite(owner, 'a@example.org')), valueOf(await invite(owner, 'b@example.org'))];
    const [a, b] = [await world.signIn('a@example.org'), await world.signIn('b@example.org')];
    world.clock.advance(invitationLifetimeMs - 1);
    valueOf(await acceptId(b, inTime));
    world.clock.advance(1);
    expect(errorOf(await acceptLink(a, late))).to.deep.equal(notFound);
    expect(errorOf(await acceptId(a, late))).to.deep.equal(notFound);
  });

  it('is a conflict for a member, whose role stays and whose link stays good for others', async () => {
    const { world, owner, addMember, invite, acceptLink, roleOf } = await peopleSetting();
    const viewer = await addMember('viewer@acme.test', 'VIEWER');
    const sent = valueOf(await invite(owner, 'ada@example.org', 'ADMIN'));
    expect(errorOf(await acceptLink(viewer, sent))).to.deep.equal(alreadyMember);
    expect(await roleOf(viewer)).to.equal('VIEWER');
    valueOf(await acceptLink(await world.signIn('ada@example.org'), sent));
  });

  it('needs a free place in the plan; of ten at once on the last one gets it', async () => {
    const { world, owner, addMember, invite, acceptLink, membersNow } = await peopleSetting({ plan: 'free' });
    await addMember('a@acme.test', 'VIEWER');
    const sent: SentInvitation[] = [];
    for (let index = 0; index < 10; index += 1) sent.push(valueOf(await invite(owner, `user${index}@example.org`)));
    const users = [];
    for (let index = 0; index < 10; index += 1) users.push(await world.signIn(`user${index}@example.org`));
    const outcomes = await Promise.all(
      users.map((user, index) => acceptLink(user, sent[index] ?? expect.fail('as many links as users'))),
    );
    expect(outcomes.filter((outcome) => outcome.isOk())).to.have.length(1);
    for (const outcome of outcomes.filter((one) => one.isErr())) {
      expect(errorOf(outcome)).to.deep.equal({ kind: 'quota_exceeded', reason: 'max_members', limit: 3, current: 3 });
    }
    expect(await membersNow()).to.equal(3);
  });

  it('does not let somebody back in who was removed since', async () => {
    const { world, owner, organizationId, members, invite, acceptLink, acceptId, roleOf } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    const ada = await world.signIn('ada@example.org');
    valueOf(await acceptLink(ada, sent));
    valueOf(await members.remove(await organizationGrant(world, owner, organizationId, 'members.remove'), ada.userId));
    expect(errorOf(await acceptLink(ada, sent))).to.deep.equal(notFound);
    expect(errorOf(await acceptId(ada, sent))).to.deep.equal(notFound);
    expect(await roleOf(ada)).to.equal(undefined);
  });

  it('is worth what its inviter may give at that moment', async () => {
    const { world, owner, organizationId, invitations, members, addMember, invite, acceptLink } = await peopleSetting();
    const ada = await world.signIn('ada@example.org');
    const removing = await organizationGrant(world, owner, organizationId, 'members.remove');
    const admin = await addMember('admin@acme.test', 'ADMIN');
    const other = await addMember('other@acme.test', 'OWNER');
    const byAdmin = valueOf(await invite(admin, 'ada@example.org', 'ADMIN'));
    const byOwner = valueOf(await invite(other, 'grace@example.org', 'OWNER'));

    const reading = await organizationGrant(world, owner, organizationId, 'members.read');
    const statuses = async () =>
      valueOf(await invitations.listOfOrganization(reading, { limit: 9 }))
        .items.map(({ invitation, status }) => `${invitation.email} ${status}`)
        .toSorted();
    const mine = async () => valueOf(await invitations.listMine(grantSignedIn(ada), { limit: 9 })).items.length;
    expect(await statuses()).to.deep.equal(['ada@example.org PENDING', 'grace@example.org PENDING']);
    expect(await mine()).to.equal(1);
    valueOf(await members.changeRole(removing, { userId: admin.userId, role: 'DEVELOPER' }));
    expect(await statuses()).to.deep.equal(['ada@example.org EXPIRED', 'grace@example.org PENDING']);
    expect(await mine(), 'what nobody can accept').to.equal(0);
    expect(errorOf(await acceptLink(ada, byAdmin)), 'of a demoted ADMIN').to.deep.equal(notFound);
    valueOf(await members.changeRole(removing, { userId: other.userId, role: 'ADMIN' }));
    expect(errorOf(await acceptLink(ada, byOwner)), 'to OWNER, of a demoted OWNER').to.deep.equal(notFound);
    valueOf(await members.changeRole(removing, { userId: other.userId, role: 'OWNER' }));
    valueOf(await world.application.operator.suspendUser({ email: 'other@acme.test' }));
    expect(errorOf(await acceptLink(ada, byOwner)), 'of a suspended user').to.deep.equal(notFound);
    valueOf(await members.remove(removing, admin.userId));
    expect(errorOf(await acceptLink(ada, byAdmin)), 'of a removed ADMIN').to.deep.equal(notFound);

    // Somebody who may give it makes the link anew, and it is theirs.
    const inviting = await organizationGrant(world, owner, organizationId, 'members.invite');
    const { invitation } = valueOf(await invitations.renew(inviting, byAdmin.invitation.id));
    expect(invitation.invitedBy).to.equal(owner.userId);
    expect(await statuses()).to.deep.equal(['ada@example.org PENDING', 'grace@example.org EXPIRED']);
    expect(await mine()).to.equal(1);
    valueOf(await invitations.acceptById(grantSignedIn(ada), invitation.id));
  });

  it('finds nothing when the organization is gone', async () => {
    const { world, owner, organizationId, invite, acceptLink } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    const deleting = await organizationGrant(world, owner, organizationId, 'organization.delete');
    valueOf(await world.application.organizations.remove(deleting));
    expect(errorOf(await acceptLink(await world.signIn('ada@example.org'), sent))).to.deep.equal(notFound);
  });
});

describe('invitations to a repository', () => {
  const setting = async () => {
    const people = await peopleSetting({ plan: 'free' });
    const { world, owner, organizationId } = people;
    const repository = await createRepository(world, owner, organizationId, { name: 'Models' });
    const pull = async (who: typeof owner) =>
      (await world.application.authorize.repository(who, repository.id, 'repository.pull')).isOk();
    const levelOf = async (who: typeof owner) =>
      valueOf(await world.unitOfWork.read(({ access }) => access.ofRepository(who.userId, repository.id)))?.override;
    return { ...people, repository, pull, levelOf };
  };

  it('let outsiders in with a level and without a place in the plan, once', async () => {
    const { world, owner, repository, addMember, inviteTo, acceptLink, pull, levelOf, membersNow } = await setting();
    await addMember('a@acme.test', 'VIEWER');
    await addMember('b@acme.test', 'VIEWER');
    const trail = auditTrail(world);
    const sent = valueOf(await inviteTo(owner, repository.id, 'ada@example.org', 'WRITE'));
    const ada = await world.signIn('ada@example.org');
    expect(await pull(ada)).to.equal(false);
    const first = valueOf(await acceptLink(ada, sent));
    expect(valueOf(await acceptLink(ada, sent))).to.deep.equal(first);
    expect([await pull(ada), await levelOf(ada), await membersNow()]).to.deep.equal([true, 'WRITE', 3]);
    expect(trail().map((line) => line.split(' ')[0])).to.deep.equal([
      'repository.invitation.create',
      'repository.invitation.accept',
    ]);
    const { items } = valueOf(await world.application.repositories.listShared(grantSignedIn(ada), { limit: 9 }));
    expect(items).to.deep.equal([
      { repository, organization: { name: 'Acme', slug: 'acme' }, level: 'WRITE', sharedAt: world.clock.now() },
    ]);
  });

  it('are refused to whom a level is given already, and twice to one address, but not where another place waits', async () => {
    const { world, owner, repository, invite, inviteTo, acceptLink } = await setting();
    const sent = valueOf(await inviteTo(owner, repository.id, 'ada@example.org'));
    expect(errorOf(await inviteTo(owner, repository.id, 'Ada@example.org'))).to.deep.equal({
      kind: 'conflict',
      reason: 'already_invited',
    });
    valueOf(await invite(owner, 'ada@example.org'));
    valueOf(await acceptLink(await world.signIn('ada@example.org'), sent));
    expect(errorOf(await inviteTo(owner, repository.id, 'ada@example.org'))).to.deep.equal(alreadyMember);
  });

  it('give a member more than the role does, and never less', async () => {
    const { owner, repository, addMember, inviteTo, acceptLink, levelOf } = await setting();
    const viewer = await addMember('viewer@acme.test', 'VIEWER');
    const admin = await addMember('admin@acme.test', 'ADMIN');
    valueOf(await acceptLink(viewer, valueOf(await inviteTo(owner, repository.id, 'x@example.org', 'WRITE'))));
    valueOf(await acceptLink(admin, valueOf(await inviteTo(owner, repository.id, 'y@example.org', 'READ'))));
    expect([await levelOf(viewer), await levelOf(admin)]).to.deep.equal(['WRITE', undefined]);
  });

  it('lift no bar that was put up since', async () => {
    const { world, owner, repository, addMember, inviteTo, acceptLink, levelOf } = await setting();
    const viewer = await addMember('viewer@acme.test', 'VIEWER');
    const sent = valueOf(await inviteTo(owner, repository.id, 'viewer@acme.test', 'WRITE'));
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await world.application.repositories.setMember(manage, { userId: viewer.userId, level: 'NONE' }));
    expect(errorOf(await acceptLink(viewer, sent))).to.deep.equal(alreadyMember);
    expect(await levelOf(viewer)).to.equal('NONE');
  });

  it('do not let somebody back in whose level was taken away since', async () => {
    const { world, owner, repository, inviteTo, acceptLink, pull } = await setting();
    const sent = valueOf(await inviteTo(owner, repository.id, 'ada@example.org'));
    const ada = await world.signIn('ada@example.org');
    valueOf(await acceptLink(ada, sent));
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await world.application.repositories.removeMember(manage, ada.userId));
    expect(errorOf(await acceptLink(ada, sent))).to.deep.equal(notFound);
    expect(await pull(ada)).to.equal(false);
  });

  it('are listed for the repository, revoked there, and gone with it', async () => {
    const { world, owner, organizationId, repository, invitations, inviteTo, acceptLink } = await setting();
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    const sent = valueOf(await inviteTo(owner, repository.id, 'ada@example.org'));
    const gone = valueOf(await inviteTo(owner, repository.id, 'grace@example.org'));
    const list = async () =>
      valueOf(await invitations.listOfRepository(manage, { limit: 9 })).items.map(({ invitation }) => invitation.email);
    expect(await list()).to.have.members(['ada@example.org', 'grace@example.org']);
    const ofOrganization = await organizationGrant(world, owner, organizationId, 'members.invite');
    expect(errorOf(await invitations.revokeOfOrganization(ofOrganization, sent.invitation.id))).to.deep.equal(notFound);
    expect(errorOf(await invitations.renew(ofOrganization, sent.invitation.id))).to.deep.equal(notFound);
    const trail = auditTrail(world);
    valueOf(await invitations.revokeOfRepository(manage, sent.invitation.id));
    expect(errorOf(await invitations.revokeOfRepository(manage, sent.invitation.id))).to.deep.equal(notFound);
    expect(trail()).to.deep.equal([`repository.invitation.revoke ${repository.id}/invitations/${sent.invitation.id}`]);
    expect(await list()).to.deep.equal(['grace@example.org']);
    const deleting = await world.grant(owner, repository.id, 'repository.admin');
    valueOf(await world.application.repositories.remove(deleting));
    expect(errorOf(await acceptLink(await world.signIn('grace@example.org'), gone))).to.deep.equal(notFound);
  });

  it('lose their worth with the right of an outsider who made them', async () => {
    const { world, owner, repository, inviteTo, acceptLink } = await setting();
    const { repositories } = world.application;
    const manager = await world.signIn('manager@example.org');
    valueOf(await acceptLink(manager, valueOf(await inviteTo(owner, repository.id, 'manager@example.org', 'ADMIN'))));
    const sent = valueOf(await inviteTo(manager, repository.id, 'ada@example.org', 'ADMIN'));
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await repositories.setMember(manage, { userId: manager.userId, level: 'MAINTAIN' }));
    const ada = await world.signIn('ada@example.org');
    expect(errorOf(await acceptLink(ada, sent))).to.deep.equal(notFound);
    valueOf(await repositories.setMember(manage, { userId: manager.userId, level: 'ADMIN' }));
    valueOf(await acceptLink(ada, sent));
  });

  it('make room for another one when the outsider who made them has lost the right', async () => {
    const { world, owner, repository, inviteTo, acceptLink } = await setting();
    const manager = await world.signIn('manager@example.org');
    valueOf(await acceptLink(manager, valueOf(await inviteTo(owner, repository.id, 'manager@example.org', 'ADMIN'))));
    valueOf(await inviteTo(manager, repository.id, 'ada@example.org', 'ADMIN'));
    const again = () => inviteTo(owner, repository.id, 'ada@example.org', 'READ');
    expect(errorOf(await again())).to.deep.equal({ kind: 'conflict', reason: 'already_invited' });
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await world.application.repositories.setMember(manage, { userId: manager.userId, level: 'MAINTAIN' }));
    valueOf(await acceptLink(await world.signIn('ada@example.org'), valueOf(await again())));
  });
});

describe('the invitations that wait for the caller', () => {
  it('are those to their verified address, to organizations and repositories, as long as they are good', async () => {
    const { world, owner, organizationId, invitations, invite, inviteTo, acceptId } = await peopleSetting();
    const repository = await createRepository(world, owner, organizationId, { name: 'Models' });
    const ada = await world.signIn('ada@example.org');
    const list = async (who = ada) =>
      valueOf(await invitations.listMine(grantSignedIn(who), { limit: 9 })).items.map(({ invitation }) => invitation.id);
    expect(await list()).to.deep.equal([]);
    const first = valueOf(await invite(owner, 'ada@example.org'));
    world.clock.advance(1);
    const second = valueOf(await inviteTo(owner, repository.id, 'ada@example.org'));
    expect(await list()).to.deep.equal([second.invitation.id, first.invitation.id]);
    expect(await list(await world.signIn('grace@example.org'))).to.deep.equal([]);
    valueOf(await acceptId(ada, second));
    expect(await list()).to.deep.equal([first.invitation.id]);
    world.clock.advance(invitationLifetimeMs);
    expect(await list()).to.deep.equal([]);
  });

  it('are those of the address that the issuer vouches for now', async () => {
    const { world, owner, invitations, invite } = await peopleSetting();
    const identity = { issuer: 'https://id.test', subject: 'ada-1', email: 'ada@example.org', name: 'Ada' };
    const signIn = async (claim: { readonly email: string; readonly emailVerified: boolean }) => {
      const { id: userId } = valueOf(await provisionUser(world.ports)({ ...identity, ...claim }));
      return grantSignedIn({ ...owner, userId, credential: { kind: 'session' } });
    };
    const unverified = await signIn({ email: 'ada@example.org', emailVerified: false });
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    expect(errorOf(await invitations.acceptById(unverified, sent.invitation.id))).to.deep.equal(notFound);
    const verified = await signIn({ email: 'ada@example.org', emailVerified: true });
    expect(valueOf(await invitations.listMine(verified, { limit: 9 })).items).to.have.length(1);
    const moved = await signIn({ email: 'new@example.org', emailVerified: true });
    expect(valueOf(await invitations.listMine(moved, { limit: 9 })).items).to.deep.equal([]);
    expect(errorOf(await invitations.acceptById(moved, sent.invitation.id))).to.deep.equal(notFound);
    const back = await signIn({ email: 'ada@example.org', emailVerified: true });
    expect(valueOf(await invitations.acceptById(back, sent.invitation.id)).status).to.equal('ACCEPTED');
  });

  it('are none for an address that nobody has verified', async () => {
    const { world, owner, invitations, invite } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    const userId = trusted<UserId>(world.ports.random.uuid());
    const unverified = {
      id: userId,
      email: 'ada@example.org',
      emailVerified: false,
      name: 'Eve',
      status: 'ACTIVE',
      createdAt: 0,
    } as const;
    valueOf(await world.unitOfWork.transact(async ({ users }) => ok(await users.add(unverified))));
    const signedIn = grantSignedIn({ ...owner, userId, credential: { kind: 'session' } });
    expect(valueOf(await invitations.listMine(signedIn, { limit: 9 })).items).to.deep.equal([]);
    expect(errorOf(await invitations.acceptById(signedIn, sent.invitation.id))).to.deep.equal(notFound);
  });
});
