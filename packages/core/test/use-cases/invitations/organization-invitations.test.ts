import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import { secretSha256 } from '../../../src/access/secret-sha256.js';
import { invitationLifetimeMs } from '../../../src/model/invitations/invitation.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/model/values/index.js';
import {
  maxInvitationMailsPerAddress,
  maxInvitationMailsPerOrganization,
} from '../../../src/use-cases/invitations/mail-allowance.js';
import {
  auditTrail,
  createOrganization,
  createRepository,
  organizationGrant,
  withToken,
} from '../../builders/organization-setting.js';
import { linkOf, peopleSetting, secretIn, withMailer } from '../../builders/people.js';
import { errorOf, valueOf } from '../../builders/world.js';

const notFound = { kind: 'not_found' };

describe('inviting to an organization', () => {
  it('without a mailer shows the link to the inviter, and stores only its hash', async () => {
    const { world, owner, organizationId, invite } = await peopleSetting();
    const trail = auditTrail(world);
    const { invitation, status, url, isMailed } = valueOf(await invite(owner, ' Ada@Example.org ', 'ADMIN'));
    expect(invitation).to.deep.include({
      organizationId,
      email: 'ada@example.org',
      invitationGrant: { kind: 'organization', role: 'ADMIN' },
      invitedBy: owner.userId,
      expiresAt: world.clock.now() + 7 * DAY_MS,
      accepted: undefined,
    });
    expect([status, isMailed]).to.deep.equal(['PENDING', false]);
    expect(url).to.match(/^https:\/\/svc\.test\/invitations\/accept#token=svc_inv_[0-9A-Za-z]{36}$/);
    expect(trail()).to.deep.equal([`organization.invitation.create ${invitation.id}`]);
    const found = await world.unitOfWork.read(({ invitations }) => invitations.findBySecret(secretSha256(secretIn(url))));
    expect(valueOf(found)?.id).to.equal(invitation.id);
  });

  it('with a mailer sends the link to the address alone, after the commit', async () => {
    const { world, mailer, owner, invite } = await withMailer();
    const { invitation, url, isMailed } = valueOf(await invite(owner, 'ada@example.org'));
    expect([url, isMailed]).to.deep.equal([undefined, true]);
    expect(mailer.sent).to.have.length(1);
    const [mail] = mailer.sent;
    expect(mail?.to).to.equal('ada@example.org');
    expect(mail?.subject).to.equal('owner invites you to Acme');
    const ada = await world.signIn('ada@example.org');
    const accepted = valueOf(await world.application.invitations.acceptByLink(grantSignedIn(ada), linkOf(mail)));
    expect(accepted.invitation.id).to.equal(invitation.id);
  });

  it('stays when its mail cannot be sent, and says so', async () => {
    const { world, mailer, owner, organizationId, invitations, invite } = await withMailer();
    mailer.setDown(true);
    const { invitation, url, isMailed } = valueOf(await invite(owner, 'ada@example.org'));
    expect([url, isMailed]).to.deep.equal([undefined, false]);
    const reading = await organizationGrant(world, owner, organizationId, 'members.read');
    const { items } = valueOf(await invitations.listOfOrganization(reading, { limit: 9 }));
    expect(items.map((shown) => shown.invitation.id)).to.deep.equal([invitation.id]);
  });

  it('names of people and organizations are text in the mail, whatever they are', async () => {
    const { world, mailer, owner } = await withMailer();
    // As a name of before such ones were refused.
    const name = '<b>Eve</b>\r\nBcc: x@y.z';
    const stored = await world.unitOfWork.transact(async ({ users }): Promise<Result<void, never>> => {
      await users.rename(owner.userId, name);
      return ok();
    });
    valueOf(stored);
    const renamed = await world.signIn('owner@acme.test');
    const { id } = await createOrganization(world, renamed, '"><img src=x>');
    const grant = await organizationGrant(world, renamed, id, 'members.invite');
    valueOf(await world.application.invitations.inviteToOrganization(grant, { email: 'ada@example.org', role: 'VIEWER' }));
    const [mail] = mailer.sent;
    expect(mail?.html).not.to.match(/<b>|<img/);
    expect(mail?.subject).not.to.match(/[\r\n]/);
    expect(mail?.html).to.include('&lt;b&gt;Eve&lt;/b&gt;');
  });

  it('refuses what is no single address', async () => {
    const { owner, invite } = await peopleSetting();
    for (const email of [
      '',
      'ada',
      'a@b, c@d',
      'a b@c',
      'a@b\r\nBcc: e@f',
      '<a@b>',
      'x,a@b',
      'a@b@c',
      '"a"@b',
      `${'a'.repeat(255)}@b.c`,
    ]) {
      expect(errorOf(await invite(owner, email)), email).to.deep.equal({
        kind: 'bad_request',
        field: 'email',
        problem: 'malformed',
      });
    }
    for (const email of ["o'neil+tag@example.org", 'zoë@bücher.example']) valueOf(await invite(owner, email));
  });

  it('only an OWNER invites an OWNER, or makes the link of one', async () => {
    const { world, owner, organizationId, invitations, addMember, invite } = await peopleSetting();
    const admin = await addMember('admin@acme.test', 'ADMIN');
    const onlyOwner = { kind: 'forbidden', reason: 'only_owner' };
    expect(errorOf(await invite(admin, 'ada@example.org', 'OWNER'))).to.deep.equal(onlyOwner);
    const { invitation } = valueOf(await invite(owner, 'ada@example.org', 'OWNER'));
    const adminGrant = await organizationGrant(world, admin, organizationId, 'members.invite');
    expect(errorOf(await invitations.renew(adminGrant, invitation.id))).to.deep.equal(onlyOwner);
    valueOf(await invitations.revokeOfOrganization(adminGrant, invitation.id));
  });

  it('somebody who is a member, or invited already, is a conflict, also in capitals', async () => {
    const { owner, addMember, invite } = await peopleSetting();
    await addMember('ada@acme.test', 'VIEWER');
    expect(errorOf(await invite(owner, 'ADA@acme.test'))).to.deep.equal({ kind: 'conflict', reason: 'already_member' });
    valueOf(await invite(owner, 'grace@acme.test', 'VIEWER'));
    expect(errorOf(await invite(owner, 'Grace@acme.test', 'ADMIN'))).to.deep.equal({
      kind: 'conflict',
      reason: 'already_invited',
    });
  });

  it('an invitation whose time is over makes room for another one', async () => {
    const { world, owner, organizationId, invitations, invite } = await peopleSetting();
    const { invitation: first } = valueOf(await invite(owner, 'ada@acme.test', 'VIEWER'));
    world.clock.advance(invitationLifetimeMs - 1);
    expect((await invite(owner, 'ada@acme.test')).isErr()).to.equal(true);
    world.clock.advance(1);
    const grant = await organizationGrant(world, owner, organizationId, 'members.read');
    const list = async () => valueOf(await invitations.listOfOrganization(grant, { limit: 9 })).items;
    expect((await list()).map(({ invitation, status }) => [invitation.id, status])).to.deep.equal([[first.id, 'EXPIRED']]);
    const { invitation: second } = valueOf(await invite(owner, 'ada@acme.test'));
    expect((await list()).map(({ invitation, status }) => [invitation.id, status])).to.deep.equal([[second.id, 'PENDING']]);
  });

  it('an invitation whose inviter lost the right to it makes room for another one', async () => {
    const { world, owner, organizationId, members, addMember, invite, acceptLink } = await peopleSetting();
    const admin = await addMember('admin@acme.test', 'ADMIN');
    const first = valueOf(await invite(admin, 'ada@acme.test'));
    const removing = await organizationGrant(world, owner, organizationId, 'members.remove');
    valueOf(await members.changeRole(removing, { userId: admin.userId, role: 'DEVELOPER' }));
    const second = valueOf(await invite(owner, 'ada@acme.test'));
    valueOf(await members.changeRole(removing, { userId: admin.userId, role: 'ADMIN' }));
    const ada = await world.signIn('ada@acme.test');
    expect(errorOf(await acceptLink(ada, first)), 'the one before is gone').to.deep.equal({ kind: 'not_found' });
    expect(valueOf(await acceptLink(ada, second)).status).to.equal('ACCEPTED');
  });

  it('takes no place in the plan, yet a full team invites nobody', async () => {
    const { owner, addMember, invite } = await peopleSetting({ plan: 'free' });
    await addMember('a@acme.test', 'VIEWER');
    for (const name of ['x', 'y', 'z']) valueOf(await invite(owner, `${name}@acme.test`));
    await addMember('b@acme.test', 'VIEWER');
    const exceeded = { kind: 'quota_exceeded', reason: 'max_members', limit: 3, current: 3 };
    expect(errorOf(await invite(owner, 'w@acme.test'))).to.deep.equal(exceeded);
    // What is a conflict anyway is told first.
    expect(errorOf(await invite(owner, 'x@acme.test'))).to.deep.equal({ kind: 'conflict', reason: 'already_invited' });
  });

  it('who lost the right while the request was on its way invites nobody', async () => {
    const { world, owner, organizationId, invitations, members, addMember } = await peopleSetting();
    const admin = await addMember('admin@acme.test', 'ADMIN');
    const grant = await organizationGrant(world, admin, organizationId, 'members.invite');
    const removing = await organizationGrant(world, owner, organizationId, 'members.remove');
    valueOf(await members.changeRole(removing, { userId: admin.userId, role: 'DEVELOPER' }));
    const command = { email: 'ada@example.org', role: 'VIEWER' } as const;
    const permission = 'members.invite';
    expect(errorOf(await invitations.inviteToOrganization(grant, command))).to.deep.equal({
      kind: 'forbidden',
      reason: 'permission',
      permission,
    });
    valueOf(await members.remove(removing, admin.userId));
    expect(errorOf(await invitations.inviteToOrganization(grant, command))).to.deep.equal(notFound);
  });
});

describe('the mails of invitations', () => {
  it('are at most five an hour to one address, from all senders together, and more invitations to it go without one', async () => {
    const { world, mailer, owner, organizationId, invitations, invite } = await withMailer();
    const grant = await organizationGrant(world, owner, organizationId, 'members.invite');
    const again = async () => {
      const { invitation } = valueOf(await invite(owner, 'ada@example.org'));
      valueOf(await invitations.revokeOfOrganization(grant, invitation.id));
    };
    await again();
    world.clock.advance(60_000);
    for (let sent = 1; sent < maxInvitationMailsPerAddress; sent += 1) await again();
    expect(valueOf(await invite(owner, 'Ada@example.org'))).to.include({ isMailed: false, url: undefined, status: 'PENDING' });

    const other = await createOrganization(world, owner, 'Other');
    const otherGrant = await organizationGrant(world, owner, other.id, 'members.invite');
    const command = { email: 'ada@example.org', role: 'VIEWER' } as const;
    const inviteAda = async () => {
      const sent = valueOf(await invitations.inviteToOrganization(otherGrant, command));
      const { url } = valueOf(await invitations.renew(otherGrant, sent.invitation.id));
      valueOf(await invitations.revokeOfOrganization(otherGrant, sent.invitation.id));
      return [sent.isMailed, url.length > 0];
    };
    expect(await inviteAda()).to.deep.equal([false, true]);
    valueOf(await invitations.inviteToOrganization(otherGrant, { ...command, email: 'grace@example.org' }));
    expect(mailer.sent).to.have.length(maxInvitationMailsPerAddress + 1);

    world.clock.advance(59 * 60_000 - 1);
    expect(await inviteAda()).to.deep.equal([false, true]);
    world.clock.advance(1);
    expect(await inviteAda()).to.deep.equal([true, true]);
  });

  it('are waited for by an invitation to a repository, whose link cannot be made anew', async () => {
    const { world, mailer, owner, organizationId, invitations, inviteTo } = await withMailer();
    const { id } = await createRepository(world, owner, organizationId, { name: 'Models' });
    const grant = await world.grant(owner, id, 'repository.members.manage');
    for (let sent = 0; sent < maxInvitationMailsPerAddress; sent += 1) {
      const { invitation } = valueOf(await inviteTo(owner, id, 'ada@example.org'));
      valueOf(await invitations.revokeOfRepository(grant, invitation.id));
      world.clock.advance(MINUTE_MS);
    }
    const refused = { kind: 'rate_limited', reason: 'invitation_mails', retryAfterSeconds: 55 * 60 };
    expect(errorOf(await inviteTo(owner, id, 'ada@example.org'))).to.deep.equal(refused);
    world.clock.advance(55 * MINUTE_MS);
    expect(valueOf(await inviteTo(owner, id, 'ada@example.org'))).to.include({ isMailed: true });
    expect(mailer.sent).to.have.length(maxInvitationMailsPerAddress + 1);
  });

  it('are at most a hundred a day from one organization', async () => {
    const { world, owner, invite } = await withMailer();
    for (let sent = 0; sent < maxInvitationMailsPerOrganization; sent += 1)
      valueOf(await invite(owner, `user${sent}@example.org`));
    const refused = { kind: 'rate_limited', reason: 'invitation_mails', retryAfterSeconds: 24 * 3600 };
    expect(errorOf(await invite(owner, 'one-more@example.org'))).to.deep.equal(refused);
    world.clock.advance(DAY_MS);
    valueOf(await invite(owner, 'one-more@example.org'));
  });

  it('count no more when the clock was set back to before they were sent', async () => {
    const { world, owner, invite } = await withMailer();
    for (let sent = 0; sent < maxInvitationMailsPerOrganization; sent += 1)
      valueOf(await invite(owner, `user${sent}@example.org`));
    world.clock.set(world.clock.now() - MINUTE_MS);
    expect(errorOf(await invite(owner, 'one-more@example.org'))).to.include({ reason: 'invitation_mails' });
    world.clock.set(world.clock.now() - 1);
    valueOf(await invite(owner, 'one-more@example.org'));
  });

  it('are not counted where none is sent, and forgotten by sweeping when they count no more', async () => {
    const { world, owner, organizationId, invite } = await withMailer();
    valueOf(await invite(owner, 'ada@example.org'));
    const counted = async () =>
      valueOf(
        await world.unitOfWork.read(({ invitations }) => invitations.mailsOf(organizationId, { since: 0, until: Infinity }, 9)),
      ).length;
    world.clock.advance(DAY_MS);
    valueOf(await world.application.maintenance.sweep());
    expect(await counted()).to.equal(1);
    world.clock.advance(HOUR_MS);
    valueOf(await world.application.maintenance.sweep());
    expect(await counted()).to.equal(0);
    const silent = await peopleSetting();
    valueOf(await silent.invite(silent.owner, 'ada@example.org'));
    const { unitOfWork } = silent.world;
    expect(
      valueOf(
        await unitOfWork.read(({ invitations }) => invitations.mailsOf(silent.organizationId, { since: 0, until: Infinity }, 9)),
      ),
    ).to.deep.equal([]);
  });
});

describe('the link of an invitation', () => {
  it('works until it is made anew, and the new one for seven days from then', async () => {
    const { world, owner, organizationId, invitations, invite, acceptLink, roleOf } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    const grant = await organizationGrant(world, owner, organizationId, 'members.invite');
    world.clock.advance(invitationLifetimeMs + DAY_MS);
    const trail = auditTrail(world);
    const renewed = valueOf(await invitations.renew(grant, sent.invitation.id));
    expect(trail()).to.deep.equal([`organization.invitation.renew ${sent.invitation.id}`]);
    expect(renewed.status).to.equal('PENDING');
    expect(renewed.invitation.expiresAt).to.equal(world.clock.now() + invitationLifetimeMs);
    const ada = await world.signIn('other-address@example.org');
    expect(errorOf(await acceptLink(ada, sent))).to.deep.equal(notFound);
    world.clock.advance(invitationLifetimeMs - 1);
    valueOf(await invitations.acceptByLink(grantSignedIn(ada), secretIn(renewed.url)));
    expect(await roleOf(ada)).to.equal('DEVELOPER');
    expect(errorOf(await invitations.renew(grant, sent.invitation.id)), 'once accepted').to.deep.equal(notFound);
  });

  it('of another organization, or of a repository, is not made anew', async () => {
    const { world, owner, invitations, invite } = await peopleSetting();
    const { invitation } = valueOf(await invite(owner, 'ada@example.org'));
    const other = await createOrganization(world, owner, 'Other');
    const grant = await organizationGrant(world, owner, other.id, 'members.invite');
    expect(errorOf(await invitations.renew(grant, invitation.id))).to.deep.equal(notFound);
    expect(errorOf(await invitations.revokeOfOrganization(grant, invitation.id))).to.deep.equal(notFound);
  });

  it('leads nowhere once the invitation is revoked, nor does its id', async () => {
    const { world, owner, organizationId, invitations, invite, acceptLink, acceptId } = await peopleSetting();
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    const grant = await organizationGrant(world, owner, organizationId, 'members.invite');
    const trail = auditTrail(world);
    valueOf(await invitations.revokeOfOrganization(grant, sent.invitation.id));
    expect(errorOf(await invitations.revokeOfOrganization(grant, sent.invitation.id))).to.deep.equal(notFound);
    expect(trail()).to.deep.equal([`organization.invitation.revoke ${sent.invitation.id}`]);
    const ada = await world.signIn('ada@example.org');
    expect(errorOf(await acceptLink(ada, sent))).to.deep.equal(notFound);
    expect(errorOf(await acceptId(ada, sent))).to.deep.equal(notFound);
  });

  it('is no credential, and mistyped ones are refused without a look at the database', async () => {
    const { world, owner, invite } = await peopleSetting();
    const { url } = valueOf(await invite(owner, 'ada@example.org'));
    const origin = { address: '192.0.2.1', userAgent: undefined };
    expect((await world.application.authenticate(secretIn(url), origin)).isErr()).to.equal(true);
    const ada = await world.signIn('ada@example.org');
    for (const secret of [
      '',
      'x',
      'svc_inv_',
      `${secretIn(url)}0`,
      secretIn(url).slice(0, -1),
      secretIn(url).replace('svc_inv', 'svc_pat'),
    ]) {
      expect(errorOf(await world.application.invitations.acceptByLink(grantSignedIn(ada), secret))).to.deep.equal(notFound);
    }
  });

  it('is out of reach for tokens', async () => {
    const { world, organizationId, invitations, addMember, invite, owner } = await peopleSetting();
    const member = await addMember('ada@example.org', 'OWNER');
    const signedIn = withToken(member, organizationId, ['org:read', 'repo:admin']);
    const sessionRequired = { kind: 'forbidden', reason: 'session_required' };
    const sent = valueOf(await invite(owner, 'grace@example.org'));
    expect(errorOf(await invitations.acceptByLink(signedIn, secretIn(sent.url)))).to.deep.equal(sessionRequired);
    expect(errorOf(await invitations.acceptById(signedIn, sent.invitation.id))).to.deep.equal(sessionRequired);
    expect(errorOf(await invitations.listMine(signedIn, { limit: 9 }))).to.deep.equal(sessionRequired);
    expect(errorOf(await world.application.repositories.listShared(signedIn, { limit: 9 }))).to.deep.equal(sessionRequired);
  });
});
