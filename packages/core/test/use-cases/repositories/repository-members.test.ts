import { expect } from 'chai';
import { ok } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import type { Caller } from '../../../src/model/permissions/caller.js';
import type { OverrideLevel } from '../../../src/model/permissions/repository-override.js';
import type { Role } from '../../../src/model/permissions/role.js';
import { trusted, type UserId } from '../../../src/model/values/index.js';
import { auditTrail, createRepository } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf, withRepository } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const made = await withRepository(world);
  const viewer = await world.addMember('viewer@acme.test', 'acme', 'VIEWER');
  const grant = await world.grant(made.owner, made.repository.id, 'repository.members.manage');
  const set = (userId: UserId, level: OverrideLevel) => world.application.repositories.setMember(grant, { userId, level });
  const list = async () => valueOf(await world.application.repositories.listMembers(grant, { limit: 100 })).items;
  return { world, ...made, viewer, grant, set, list };
};

describe('setRepositoryMember', () => {
  it('gives a member of the organization a level of their own', async () => {
    const { world, repository, viewer, set, list } = await setting();
    const { member, isNew } = valueOf(await set(viewer.userId, 'WRITE'));
    expect(isNew).to.equal(true);
    expect(member).to.deep.equal({
      repositoryId: repository.id,
      userId: viewer.userId,
      userName: 'viewer',
      email: 'viewer@acme.test',
      level: 'WRITE',
      createdAt: world.clock.now(),
    });
    expect(await list()).to.deep.equal([member]);
    await world.grant(viewer, repository.id, 'repository.push');
  });

  it('puts a new level in place of the old one', async () => {
    const { world, repository, viewer, set, list } = await setting();
    valueOf(await set(viewer.userId, 'WRITE'));
    world.clock.advance(1000);
    const { member, isNew } = valueOf(await set(viewer.userId, 'NONE'));
    expect(isNew).to.equal(false);
    expect(await list()).to.deep.equal([member]);
    expect(errorOf(await world.application.authorize.repository(viewer, repository.id, 'repository.pull'))).to.deep.equal({
      kind: 'not_found',
    });
  });

  it('changes the level of somebody from outside who has one', async () => {
    const { world, organization, viewer, set } = await setting();
    valueOf(await set(viewer.userId, 'READ'));
    valueOf(
      await world.unitOfWork.transact(async (records) => {
        await records.organizations.removeMembership(organization.id, viewer.userId);
        return ok();
      }),
    );
    expect(valueOf(await set(viewer.userId, 'WRITE')).member.level).to.equal('WRITE');
  });

  it('does not know a stranger, nor an id of nobody', async () => {
    const { world, set, list } = await setting();
    const stranger = await world.signIn('stranger@svc.test');
    for (const userId of [stranger.userId, trusted<UserId>('00000000-0000-4000-8000-999999999999')]) {
      expect(errorOf(await set(userId, 'READ'))).to.deep.equal({ kind: 'not_found' });
    }
    expect(await list()).to.deep.equal([]);
  });

  it('is audited, as is taking the level away', async () => {
    const { world, repository, viewer, grant, set } = await setting();
    const trail = auditTrail(world);
    valueOf(await set(viewer.userId, 'READ'));
    valueOf(await world.application.repositories.removeMember(grant, viewer.userId));
    expect(trail()).to.deep.equal([
      `repository.member.set ${repository.id}/members/${viewer.userId}`,
      `repository.member.remove ${repository.id}/members/${viewer.userId}`,
    ]);
  });

  it('is not audited when it is what it was, and is when an OWNER sets what somebody else has', async () => {
    const { world, repository, viewer, grant, set } = await setting();
    const admin = await world.addMember('admin@acme.test', 'acme', 'ADMIN');
    const ofAdmin = await world.grant(admin, repository.id, 'repository.members.manage');
    const trail = auditTrail(world);
    const setByAdmin = () => world.application.repositories.setMember(ofAdmin, { userId: viewer.userId, level: 'READ' });
    for (let again = 0; again < 3; again += 1) valueOf(await setByAdmin());
    expect(trail()).to.have.length(1);
    for (let again = 0; again < 3; again += 1) valueOf(await set(viewer.userId, 'READ'));
    expect(trail()).to.have.length(1);
    valueOf(await world.application.repositories.setMember(grant, { userId: viewer.userId, level: 'WRITE' }));
    expect(trail()).to.have.length(1);
  });

  it('finds no repository that was removed meanwhile', async () => {
    const { world, owner, repository, viewer, grant, set } = await setting();
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    expect(errorOf(await set(viewer.userId, 'READ'))).to.deep.equal({ kind: 'not_found' });
    const removed = await world.application.repositories.removeMember(grant, viewer.userId);
    expect(errorOf(removed)).to.deep.equal({ kind: 'not_found' });
  });
});

describe('an override on somebody who stands above', () => {
  const onlyOwner = { kind: 'forbidden', reason: 'only_owner' };
  const ownerStays = { kind: 'bad_request', field: 'level', problem: 'unsupported', reason: 'owner' };

  /** A guest, a developer and an admin who each manage the members of the repository; and another admin. */
  const managers = async () => {
    const made = await setting();
    const { world, repository, set } = made;
    const guest = await world.addMember('guest@else.test', 'acme', 'VIEWER');
    valueOf(await set(guest.userId, 'ADMIN'));
    const organization = valueOf(await world.application.authorize.organization(made.owner, slug('acme'), 'members.remove'));
    valueOf(await world.application.members.remove(organization, guest.userId));
    // Back as somebody from outside with a level of their own.
    const outside = valueOf(
      await world.application.invitations.inviteToRepository(made.grant, { email: 'guest@else.test', level: 'ADMIN' }),
    );
    valueOf(await world.application.invitations.acceptById(world.application.authorize.signedIn(guest), outside.invitation.id));
    const developer = await world.addMember('developer@acme.test', 'acme', 'DEVELOPER');
    valueOf(await set(developer.userId, 'ADMIN'));
    const admin = await world.addMember('admin@acme.test', 'acme', 'ADMIN');
    const peer = await world.addMember('peer@acme.test', 'acme', 'ADMIN');
    const setBy = async (caller: Caller, userId: UserId, level: OverrideLevel) =>
      world.application.repositories.setMember(await world.grant(caller, repository.id, 'repository.members.manage'), {
        userId,
        level,
      });
    const removeBy = async (caller: Caller, userId: UserId) =>
      world.application.repositories.removeMember(await world.grant(caller, repository.id, 'repository.members.manage'), userId);
    const changeRole = async (userId: UserId, role: Role) =>
      valueOf(await world.application.members.changeRole(organization, { userId, role }));
    return { ...made, guest, developer, admin, peer, setBy, removeBy, changeRole };
  };

  it('never narrows an OWNER, neither by an ADMIN nor by another OWNER', async () => {
    const { world, owner, repository, guest, developer, admin, setBy, list } = await managers();
    for (const caller of [guest, developer, admin, owner]) {
      for (const level of ['NONE', 'READ', 'WRITE', 'MAINTAIN'] as const) {
        expect(errorOf(await setBy(caller, owner.userId, level))).to.deep.equal(ownerStays);
      }
    }
    await world.grant(owner, repository.id, 'repository.admin');
    expect((await list()).map(({ userId }) => userId)).not.to.include(owner.userId);
  });

  it('narrows an ADMIN only when an OWNER has set it', async () => {
    const { world, owner, repository, guest, developer, admin, peer, setBy } = await managers();
    for (const caller of [guest, developer, peer]) {
      expect(errorOf(await setBy(caller, admin.userId, 'NONE'))).to.deep.equal(onlyOwner);
      expect(errorOf(await setBy(caller, admin.userId, 'MAINTAIN'))).to.deep.equal(onlyOwner);
    }
    await world.grant(admin, repository.id, 'repository.members.manage');
    valueOf(await setBy(owner, admin.userId, 'READ'));
    expect(errorOf(await world.application.authorize.repository(admin, repository.id, 'repository.push'))).to.include({
      kind: 'forbidden',
    });
  });

  it('stays what an OWNER has made of it: no manager of the members gives an ADMIN back what an OWNER took', async () => {
    const { owner, guest, developer, admin, peer, setBy, removeBy } = await managers();
    valueOf(await setBy(owner, admin.userId, 'READ'));
    for (const caller of [guest, developer, peer]) {
      expect(errorOf(await setBy(caller, admin.userId, 'ADMIN'))).to.deep.equal(onlyOwner);
      expect(errorOf(await removeBy(caller, admin.userId))).to.deep.equal(onlyOwner);
    }
    valueOf(await removeBy(owner, admin.userId));
  });

  it('lets an OWNER see what a level from before their promotion hid', async () => {
    const { world, repository, guest, viewer, setBy, changeRole } = await managers();
    valueOf(await setBy(guest, viewer.userId, 'NONE'));
    for (const role of ['ADMIN', 'OWNER'] as const) {
      await changeRole(viewer.userId, role);
      await world.grant(viewer, repository.id, 'repository.members.manage');
      const organization = valueOf(await world.application.authorize.organization(viewer, slug('acme'), 'repositories.read'));
      const { items } = valueOf(await world.application.repositories.list(organization, { limit: 10 }));
      expect(items.map(({ id }) => id)).to.deep.equal([repository.id]);
    }
    await changeRole(viewer.userId, 'VIEWER');
    expect(errorOf(await world.application.authorize.repository(viewer, repository.id, 'repository.pull'))).to.deep.equal({
      kind: 'not_found',
    });
  });

  it('goes on barring an ADMIN whom an OWNER had barred before the promotion', async () => {
    const { world, owner, repository, viewer, setBy, changeRole } = await managers();
    valueOf(await setBy(owner, viewer.userId, 'NONE'));
    await changeRole(viewer.userId, 'ADMIN');
    expect(errorOf(await world.application.authorize.repository(viewer, repository.id, 'repository.pull'))).to.deep.equal({
      kind: 'not_found',
    });
  });

  it('may be what an OWNER or an ADMIN has anyway', async () => {
    const { owner, guest, admin, setBy, removeBy } = await managers();
    for (const { userId } of [owner, admin]) {
      valueOf(await setBy(guest, userId, 'ADMIN'));
      valueOf(await removeBy(guest, userId));
    }
  });
});

describe('removeRepositoryMember', () => {
  it('lets role and visibility count again', async () => {
    const { world, repository, viewer, grant, set, list } = await setting();
    valueOf(await set(viewer.userId, 'NONE'));
    valueOf(await world.application.repositories.removeMember(grant, viewer.userId));
    expect(await list()).to.deep.equal([]);
    await world.grant(viewer, repository.id, 'repository.pull');
  });

  it('revokes the open invitation of the one who is removed, to this repository alone', async () => {
    const { world, repository, viewer, owner, grant, set } = await setting();
    const { invitations } = world.application;
    const email = 'viewer@acme.test';
    const sent = valueOf(await invitations.inviteToRepository(grant, { email, level: 'ADMIN' }));
    const other = await createRepository(world, owner, repository.organizationId, { name: 'Other' });
    const manage = await world.grant(owner, other.id, 'repository.members.manage');
    const kept = valueOf(await invitations.inviteToRepository(manage, { email, level: 'WRITE' }));
    valueOf(await set(viewer.userId, 'WRITE'));
    const trail = auditTrail(world);
    valueOf(await world.application.repositories.removeMember(grant, viewer.userId));
    const place = `${repository.id}/invitations/${sent.invitation.id}`;
    expect(trail().slice(1)).to.deep.equal([`repository.invitation.revoke ${place}`]);
    const refused = await invitations.acceptById(grantSignedIn(viewer), sent.invitation.id);
    expect(errorOf(refused)).to.deep.equal({ kind: 'not_found' });
    valueOf(await invitations.acceptById(grantSignedIn(viewer), kept.invitation.id));
  });

  it('does not know a user without a level of their own', async () => {
    const { world, viewer, grant } = await setting();
    const removed = await world.application.repositories.removeMember(grant, viewer.userId);
    expect(errorOf(removed)).to.deep.equal({ kind: 'not_found' });
  });
});

describe('listRepositoryMembers', () => {
  it('pages by user id', async () => {
    const { world, grant, set } = await setting();
    const ids: UserId[] = [];
    for (const name of ['a', 'b', 'c']) {
      const { userId } = await world.addMember(`${name}@acme.test`, 'acme', 'VIEWER');
      valueOf(await set(userId, 'READ'));
      ids.push(userId);
    }
    const first = valueOf(await world.application.repositories.listMembers(grant, { limit: 2 }));
    const second = valueOf(await world.application.repositories.listMembers(grant, { limit: 2, cursor: first.nextCursor }));
    expect([...first.items, ...second.items].map(({ userId }) => userId)).to.deep.equal(ids.sort());
    expect(second.nextCursor).to.equal(undefined);
  });
});
