import { expect } from 'chai';
import { ok } from 'neverthrow';
import type { OverrideLevel } from '../../../src/model/permissions/repository-override.js';
import { trusted, type UserId } from '../../../src/model/values/index.js';
import { auditTrail } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

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

  it('finds no repository that was removed meanwhile', async () => {
    const { world, owner, repository, viewer, grant, set } = await setting();
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    expect(errorOf(await set(viewer.userId, 'READ'))).to.deep.equal({ kind: 'not_found' });
    const removed = await world.application.repositories.removeMember(grant, viewer.userId);
    expect(errorOf(removed)).to.deep.equal({ kind: 'not_found' });
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
