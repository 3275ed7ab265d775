import { expect } from 'chai';
import { grantSignedIn } from '../../../src/access/grant.js';
import { decideDeparture } from '../../../src/model/organizations/decide-departure.js';
import { roles } from '../../../src/model/permissions/role.js';
import { trusted, type UserId } from '../../../src/model/values/index.js';
import {
  auditTrail,
  createOrganization,
  createRepository,
  organizationGrant,
  withToken,
} from '../../builders/organization-setting.js';
import { peopleSetting } from '../../builders/people.js';
import { errorOf, valueOf } from '../../builders/world.js';

const lastOwner = { kind: 'conflict', reason: 'last_owner' };
const onlyOwner = { kind: 'forbidden', reason: 'only_owner' };
const stranger = trusted<UserId>('00000000-0000-4000-8000-0000000000ee');

describe('decideDeparture', () => {
  it('lets only an OWNER make or unmake an OWNER', () => {
    for (const actor of roles) {
      for (const current of roles) {
        for (const wanted of [...roles, undefined]) {
          const touchesOwner = current !== wanted && (current === 'OWNER' || wanted === 'OWNER');
          const decided = decideDeparture({ actor, current, wanted, hasOtherOwner: true });
          expect(decided.isOk(), `${actor}: ${current} -> ${wanted}`).to.equal(actor === 'OWNER' || !touchesOwner);
        }
      }
    }
  });

  it('keeps the last OWNER, and no other', () => {
    const decide = (hasOtherOwner: boolean, wanted: 'OWNER' | 'ADMIN' | undefined) =>
      decideDeparture({ actor: 'OWNER', current: 'OWNER', wanted, hasOtherOwner });
    for (const wanted of ['ADMIN', undefined] as const) {
      expect(errorOf(decide(false, wanted))).to.deep.equal(lastOwner);
      expect(decide(true, wanted).isOk()).to.equal(true);
    }
    expect(decide(false, 'OWNER').isOk()).to.equal(true);
    expect(decideDeparture({ actor: 'OWNER', current: 'ADMIN', wanted: undefined, hasOtherOwner: false }).isOk()).to.equal(true);
  });
});

describe('members', () => {
  const setting = async () => {
    const people = await peopleSetting();
    const { world, organizationId, members } = people;
    const removing = (who: typeof people.owner) => organizationGrant(world, who, organizationId, 'members.remove');
    return {
      ...people,
      list: async (who = people.owner) =>
        valueOf(await members.list(await organizationGrant(world, who, organizationId, 'members.read'), { limit: 50 })).items.map(
          ({ email, role }) => [email, role],
        ),
      change: async (who: typeof people.owner, userId: UserId, role: (typeof roles)[number]) =>
        members.changeRole(await removing(who), { userId, role }),
      remove: async (who: typeof people.owner, userId: UserId) => members.remove(await removing(who), userId),
      leave: async (who: typeof people.owner) =>
        members.leave(await organizationGrant(world, who, organizationId, 'organization.read')),
    };
  };

  it('are listed with role, name and the time at which they joined', async () => {
    const { world, owner, organizationId, members, addMember, list } = await setting();
    world.clock.advance(5000);
    const ada = await addMember('ada@acme.test', 'VIEWER');
    expect(await list(ada)).to.have.deep.members([
      ['owner@acme.test', 'OWNER'],
      ['ada@acme.test', 'VIEWER'],
    ]);
    const grant = await organizationGrant(world, owner, organizationId, 'members.read');
    const { items } = valueOf(await members.list(grant, { limit: 50 }));
    const joined = items.map(({ userId, joinedAt }) => [userId, joinedAt]);
    expect(joined).to.have.deep.members([
      [owner.userId, world.clock.now() - 5000],
      [ada.userId, world.clock.now()],
    ]);
  });

  it('get another role, which is told once in the audit log and keeps when they joined', async () => {
    const { world, owner, addMember, change } = await setting();
    const ada = await addMember('ada@acme.test', 'VIEWER');
    const joinedAt = world.clock.now();
    world.clock.advance(1000);
    const trail = auditTrail(world);
    const member = valueOf(await change(owner, ada.userId, 'ADMIN'));
    expect(member).to.include({ userId: ada.userId, role: 'ADMIN', email: 'ada@acme.test', joinedAt });
    expect(valueOf(await change(owner, ada.userId, 'ADMIN'))).to.deep.equal(member);
    expect(trail()).to.deep.equal([`organization.member.set ${ada.userId}`]);
  });

  it('an ADMIN makes and unmakes no OWNER', async () => {
    const { owner, addMember, change, remove } = await setting();
    const admin = await addMember('admin@acme.test', 'ADMIN');
    const viewer = await addMember('viewer@acme.test', 'VIEWER');
    await addMember('other-owner@acme.test', 'OWNER');
    for (const attempt of [
      change(admin, viewer.userId, 'OWNER'),
      change(admin, admin.userId, 'OWNER'),
      change(admin, owner.userId, 'VIEWER'),
      remove(admin, owner.userId),
    ]) {
      expect(errorOf<unknown, unknown>(await attempt)).to.deep.equal(onlyOwner);
    }
    valueOf(await change(admin, viewer.userId, 'DEVELOPER'));
    valueOf(await remove(admin, viewer.userId));
  });

  it('the last OWNER is neither demoted nor removed nor lets themselves out, until there is another one', async () => {
    const { owner, addMember, change, remove, leave, roleOf } = await setting();
    const admin = await addMember('admin@acme.test', 'ADMIN');
    for (const attempt of [change(owner, owner.userId, 'ADMIN'), remove(owner, owner.userId), leave(owner)]) {
      expect(errorOf<unknown, unknown>(await attempt)).to.deep.equal(lastOwner);
    }
    valueOf(await change(owner, admin.userId, 'OWNER'));
    valueOf(await leave(owner));
    expect(await roleOf(owner)).to.equal(undefined);
    expect(errorOf(await leave(admin))).to.deep.equal(lastOwner);
  });

  it('the last OWNER who can act stays, although a suspended one is left', async () => {
    const { world, owner, addMember, change, remove, leave, roleOf } = await setting();
    const other = await addMember('other@acme.test', 'OWNER');
    valueOf(await world.application.operator.suspendUser({ email: 'other@acme.test' }));
    for (const attempt of [change(owner, owner.userId, 'ADMIN'), remove(owner, owner.userId), leave(owner)]) {
      expect(errorOf<unknown, unknown>(await attempt)).to.deep.equal(lastOwner);
    }
    valueOf(await change(owner, other.userId, 'ADMIN'));
    valueOf(await change(owner, other.userId, 'OWNER'));
    valueOf(await world.application.operator.resumeUser({ email: 'other@acme.test' }));
    valueOf(await leave(owner));
    expect(await roleOf(other)).to.equal('OWNER');
  });

  it('who is no member cannot be changed or removed', async () => {
    const { owner, change, remove } = await setting();
    expect(errorOf(await change(owner, stranger, 'VIEWER'))).to.deep.equal({ kind: 'not_found' });
    expect(errorOf(await remove(owner, stranger))).to.deep.equal({ kind: 'not_found' });
  });

  it('who was removed while their own request was on its way changes nothing any more', async () => {
    const { world, owner, organizationId, members, addMember, remove, list } = await setting();
    const admin = await addMember('admin@acme.test', 'ADMIN');
    const viewer = await addMember('viewer@acme.test', 'VIEWER');
    const grant = await organizationGrant(world, admin, organizationId, 'members.remove');
    valueOf(await remove(owner, admin.userId));
    expect(errorOf(await members.remove(grant, viewer.userId))).to.deep.equal({ kind: 'not_found' });
    expect(errorOf(await members.changeRole(grant, { userId: viewer.userId, role: 'ADMIN' }))).to.deep.equal({
      kind: 'not_found',
    });
    expect(await list()).to.have.length(2);
  });

  it('who was demoted while their own request was on its way changes nothing any more', async () => {
    const { world, owner, organizationId, members, addMember, change } = await setting();
    const admin = await addMember('admin@acme.test', 'ADMIN');
    const viewer = await addMember('viewer@acme.test', 'VIEWER');
    const grant = await organizationGrant(world, admin, organizationId, 'members.remove');
    valueOf(await change(owner, admin.userId, 'VIEWER'));
    const permission = 'members.remove';
    expect(errorOf(await members.remove(grant, viewer.userId))).to.deep.equal({
      kind: 'forbidden',
      reason: 'permission',
      permission,
    });
  });

  for (const way of ['removed', 'leaving'] as const) {
    it(`a member who is ${way} loses levels and tokens there, and keeps those elsewhere`, async () => {
      const { world, owner, organizationId, addMember, remove, leave } = await setting();
      const { application } = world;
      const ada = await addMember('ada@acme.test', 'DEVELOPER');
      const shown = await createRepository(world, owner, organizationId, { name: 'Open', visibility: 'PUBLIC' });
      const hidden = await createRepository(world, owner, organizationId, { name: 'Closed' });
      const manage = await world.grant(owner, hidden.id, 'repository.members.manage');
      valueOf(await application.repositories.setMember(manage, { userId: ada.userId, level: 'ADMIN' }));
      const barred = await createRepository(world, owner, organizationId, { name: 'Barred', visibility: 'PUBLIC' });
      const manageBarred = await world.grant(owner, barred.id, 'repository.members.manage');
      valueOf(await application.repositories.setMember(manageBarred, { userId: ada.userId, level: 'NONE' }));
      const tokens = await organizationGrant(world, ada, organizationId, 'tokens.create');
      const { secret, token } = valueOf(
        await application.tokens.create(tokens, { name: 't', kind: 'PAT', scopes: ['repo:write'] }),
      );
      const own = valueOf(await application.organizations.create(grantSignedIn(ada), { name: 'Own' }));
      const elsewhere = await organizationGrant(world, ada, own.id, 'tokens.create');
      const kept = valueOf(await application.tokens.create(elsewhere, { name: 't', kind: 'PAT', scopes: ['repo:write'] }));
      const origin = { address: '192.0.2.1', userAgent: undefined };
      valueOf(await application.authenticate(secret, origin));

      const trail = auditTrail(world);
      valueOf(await (way === 'removed' ? remove(owner, ada.userId) : leave(ada)));
      const action = way === 'removed' ? 'organization.member.remove' : 'organization.member.leave';
      expect(trail()).to.deep.equal([`${action} ${ada.userId}`]);
      const told = { revoked_tokens: [token.id], revoked_token_count: 1 };
      expect(world.unitOfWork.journal.auditEvents().at(-1)?.details).to.deep.include(told);

      const refused = await application.authenticate(secret, origin);
      expect(errorOf(refused)).to.deep.equal({ kind: 'unauthorized', reason: 'invalid_credential' });
      valueOf(await application.authenticate(kept.secret, origin));
      const hiddenNow = await application.authorize.repository(ada, hidden.id, 'repository.pull');
      expect(errorOf(hiddenNow)).to.deep.equal({ kind: 'not_found' });
      const organizationNow = await application.authorize.organization(ada, organizationId, 'organization.read');
      expect(errorOf(organizationNow)).to.deep.equal({ kind: 'not_found' });
      const barredNow = await application.authorize.repository(ada, barred.id, 'repository.pull');
      expect(errorOf(barredNow)).to.deep.equal({ kind: 'not_found' });
      // What everybody may pull they may too, as anybody may.
      valueOf(await application.authorize.repository(ada, shown.id, 'repository.pull'));
      expect((await application.authorize.repository(ada, shown.id, 'repository.push')).isErr()).to.equal(true);
    });
  }

  for (const way of ['removed', 'leaving'] as const) {
    it(`a member who is ${way} finds no invitation there open that lets them back in`, async () => {
      const { world, owner, organizationId, remove, leave, invite, inviteTo, acceptLink, acceptId, roleOf } = await setting();
      const repository = await createRepository(world, owner, organizationId, { name: 'Models' });
      const toWork = valueOf(await invite(owner, 'ada@work.test', 'ADMIN'));
      const toHome = valueOf(await invite(owner, 'ada@home.test', 'ADMIN'));
      const toRepository = valueOf(await inviteTo(owner, repository.id, 'ada@work.test', 'ADMIN'));
      const other = valueOf(await invite(owner, 'eve@work.test'));
      const elsewhere = await createOrganization(world, owner, 'Elsewhere');
      const inviting = await organizationGrant(world, owner, elsewhere.id, 'members.invite');
      const draft = { email: 'ada@work.test', role: 'VIEWER' } as const;
      const kept = valueOf(await world.application.invitations.inviteToOrganization(inviting, draft));
      const ada = await world.signIn('ada@work.test');
      valueOf(await acceptLink(ada, toHome));
      const trail = auditTrail(world);
      valueOf(await (way === 'removed' ? remove(owner, ada.userId) : leave(ada)));
      expect(trail().slice(1)).to.have.members([
        `organization.invitation.revoke ${toWork.invitation.id}`,
        `repository.invitation.revoke ${repository.id}/invitations/${toRepository.invitation.id}`,
      ]);
      for (const sent of [toWork, toRepository]) {
        expect(errorOf(await acceptId(ada, sent))).to.deep.equal({ kind: 'not_found' });
        expect(errorOf(await acceptLink(ada, sent))).to.deep.equal({ kind: 'not_found' });
      }
      expect(await roleOf(ada)).to.equal(undefined);
      valueOf(await acceptId(ada, kept));
      valueOf(await acceptLink(await world.signIn('eve@work.test'), other));
    });
  }

  it('no token lets its user leave', async () => {
    const { world, organizationId, members, addMember } = await setting();
    const ada = await addMember('ada@acme.test', 'DEVELOPER');
    const { caller } = withToken(ada, organizationId, ['org:read']);
    const grant = await organizationGrant(world, caller, organizationId, 'organization.read');
    expect(errorOf(await members.leave(grant))).to.deep.equal({ kind: 'forbidden', reason: 'session_required' });
  });

  it('of two owners who leave, demote or remove each other at once one stays owner', async () => {
    for (const [first, second] of [
      ['leave', 'leave'],
      ['leave', 'demote'],
      ['remove', 'demote'],
      ['remove', 'remove'],
      ['demote', 'demote'],
    ] as const) {
      const { owner, addMember, change, remove, leave, roleOf } = await setting();
      const other = await addMember('other@acme.test', 'OWNER');
      const act = (what: 'leave' | 'demote' | 'remove', who: typeof owner, whom: typeof owner) => {
        if (what === 'leave') return leave(who);
        return what === 'remove' ? remove(who, whom.userId) : change(who, whom.userId, 'VIEWER');
      };
      const outcomes = await Promise.all([act(first, owner, other), act(second, other, owner)]);
      expect(outcomes.filter((outcome) => outcome.isOk())).to.have.length(1);
      const owners = [await roleOf(owner), await roleOf(other)].filter((role) => role === 'OWNER');
      expect(owners, `${first}, ${second}`).to.have.length(1);
    }
  });
});
