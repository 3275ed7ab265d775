import { expect } from 'chai';
import { createOrganization } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf } from '../../builders/world.js';

describe('setPlan', () => {
  it('sets plan and add-on, each for itself, and is audited when something changes', async () => {
    const world = createWorld('free');
    const { operator } = world.application;
    const before = await createOrganization(world, await world.signIn('owner@svc.test'), 'Acme');
    const organization = slug('acme');
    const set = async (change: object) => valueOf(await operator.setPlan({ organization, ...change }));
    expect(await set({ planId: 'developer' })).to.deep.equal({ ...before, planId: 'developer' });
    expect(await set({ hasByosAddOn: true })).to.deep.equal({ ...before, planId: 'developer', hasByosAddOn: true });
    expect(await set({ planId: 'developer', hasByosAddOn: true })).to.deep.include({ planId: 'developer', hasByosAddOn: true });
    expect(await set({})).to.deep.include({ planId: 'developer', hasByosAddOn: true });
    expect(await set({ planId: 'business', hasByosAddOn: false })).to.deep.equal({ ...before, planId: 'business' });
    const audited = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'organization.plan.set');
    expect(audited.map(({ actorId, target }) => [actorId, target])).to.deep.equal(Array(3).fill([undefined, before.id]));
  });

  it('finds no organization where there is none', async () => {
    const { operator } = createWorld().application;
    expect(errorOf(await operator.setPlan({ organization: slug('nobody'), planId: 'team' }))).to.deep.equal({
      kind: 'not_found',
    });
  });
});
