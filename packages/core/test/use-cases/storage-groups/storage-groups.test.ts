import { expect } from 'chai';
import { auditTrail, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const made = await withRepository(world);
  const { owner, organization, repository } = made;
  return {
    world,
    ...made,
    groups: world.application.storageGroups,
    manage: await organizationGrant(world, owner, organization.id, 'storage.manage'),
    update: await world.grant(owner, repository.id, 'repository.update'),
  };
};

describe('storage groups', () => {
  it('leave no trace when nothing is to change', async () => {
    const { world, groups, manage } = await setting();
    const group = valueOf(await groups.create(manage, { name: 'Weights' }));
    const trail = auditTrail(world);
    world.clock.advance(1000);
    for (const command of [{}, { name: 'Weights', description: '' }]) {
      expect(valueOf(await groups.update(manage, group.id, command))).to.deep.equal(group);
    }
    expect(trail()).to.deep.equal([]);
  });

  it('write nothing, and leave no trace, when their name is taken', async () => {
    const { world, groups, manage } = await setting();
    valueOf(await groups.create(manage, { name: 'Weights' }));
    const other = valueOf(await groups.create(manage, { name: 'Data' }));
    const trail = auditTrail(world);
    const refusal = { kind: 'conflict', reason: 'duplicate_name' };
    expect(errorOf(await groups.create(manage, { name: 'Weights' }))).to.deep.equal(refusal);
    expect(errorOf(await groups.update(manage, other.id, { name: 'Weights' }))).to.deep.equal(refusal);
    expect(trail()).to.deep.equal([]);
  });

  it('take no repository with them that joins at the same time', async () => {
    const { world, groups, manage, update } = await setting();
    for (const isJoinedFirst of [true, false]) {
      const { id } = valueOf(await groups.create(manage, { name: 'Weights' }));
      const join = async () => (await world.application.repositories.update(update, { storageGroupId: id })).isOk();
      const remove = async () => (await groups.remove(manage, id)).isOk();
      const outcomes = await Promise.all(isJoinedFirst ? [join(), remove()] : [remove(), join()]);
      expect(outcomes).to.deep.equal([true, isJoinedFirst]);
      expect(valueOf(await world.application.repositories.get(update)).storageGroupId).to.equal(undefined);
    }
  });

  it('are not made or changed in an organization that was removed meanwhile', async () => {
    const { world, owner, organization, groups, manage } = await setting();
    const { id } = valueOf(await groups.create(manage, { name: 'Weights' }));
    const removal = await organizationGrant(world, owner, organization.id, 'organization.delete');
    valueOf(await world.application.organizations.remove(removal));
    const missing = { kind: 'not_found' };
    expect(errorOf(await groups.create(manage, { name: 'x' }))).to.deep.equal(missing);
    expect(errorOf(await groups.update(manage, id, { name: 'x' }))).to.deep.equal(missing);
    expect(errorOf(await groups.remove(manage, id))).to.deep.equal(missing);
  });
});
