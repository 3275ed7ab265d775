import { expect } from 'chai';
import { ok } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import { type PlanId, plans } from '../../../src/model/quotas/plan.js';
import type { StorageMode } from '../../../src/model/repository.js';
import { chargeUsage } from '../../../src/steps/accounting/charge-usage.js';
import { createWorld, valueOf, withRepository } from '../../builders/world.js';

const limit = plans.team.storageBytes;
const warning = Math.ceil(limit * 0.8);

const setUp = async () => {
  const world = createWorld('team');
  const { organization, repository, owner } = await withRepository(world);
  while (valueOf(await world.application.webhooks.fanOut()) > 0);
  const charge = async (bytes: number, storageMode: StorageMode = 'managed'): Promise<void> => {
    const charged = await world.unitOfWork.transact(async (records) => {
      const entry = { organizationId: organization.id, repositoryId: repository.id, sessionId: undefined, storageMode };
      await chargeUsage(records, { ...entry, reason: 'tree.received', bytes, objects: 0, at: world.clock.now() });
      return ok(undefined);
    });
    valueOf(charged);
  };
  const events = () =>
    world.unitOfWork.journal.domainEvents().flatMap(({ type, data }) => (type.startsWith('storage.') ? [{ type, data }] : []));
  return { world, owner, charge, events, slug: organization.slug };
};

describe('chargeUsage', () => {
  it('tells of each crossing once, and again after the organization has come below', async () => {
    const { charge, events } = await setUp();
    const types = (): readonly string[] => events().map(({ type }) => type);
    await charge(warning - 1);
    expect(types()).to.deep.equal([]);
    await charge(1);
    await charge(1);
    expect(types()).to.deep.equal(['storage.quota.warning']);
    expect(events()[0]?.data).to.deep.equal({ plan: 'team', used_bytes: warning, limit_bytes: limit });
    await charge(limit - warning);
    expect(types()).to.deep.equal(['storage.quota.warning', 'storage.quota.exceeded']);
    await charge(-1);
    await charge(1);
    expect(types().slice(2)).to.deep.equal(['storage.quota.exceeded']);
    await charge(-limit);
    await charge(limit);
    expect(types().slice(3)).to.deep.equal(['storage.quota.warning', 'storage.quota.exceeded']);
  });

  it('tells of both at once when one charge crosses both, and of none for bytes in a bucket of the customer’s', async () => {
    const { charge, events } = await setUp();
    await charge(limit * 2, 'byos');
    expect(events()).to.deep.equal([]);
    await charge(limit + 1);
    expect(events().map(({ type }) => type)).to.deep.equal(['storage.quota.warning', 'storage.quota.exceeded']);
  });

  it('tells of a crossing once, however many charges come at the same time', async () => {
    const { charge, events } = await setUp();
    await Promise.all(Array.from({ length: 50 }, () => charge(Math.ceil(limit / 45))));
    expect(events().map(({ type }) => type)).to.deep.equal(['storage.quota.warning', 'storage.quota.exceeded']);
  });

  it('tells by the new plan when that changes, a smaller one of what is too much for it, and a larger one of nothing', async () => {
    const { world, charge, events, slug } = await setUp();
    const set = async (planId: PlanId): Promise<void> => {
      valueOf(await world.application.operator.setPlan({ organization: slug, planId }));
    };
    await charge(plans.developer.storageBytes - 1);
    expect(events()).to.deep.equal([]);
    await set('developer');
    const data = { plan: 'developer', used_bytes: plans.developer.storageBytes - 1, limit_bytes: plans.developer.storageBytes };
    expect(events()).to.deep.equal([{ type: 'storage.quota.warning', data }]);
    await set('free');
    expect(events().map(({ type }) => type)).to.deep.equal(['storage.quota.warning', 'storage.quota.exceeded']);
    await set('team');
    expect(events()).to.have.length(2);
    await charge(warning);
    expect(
      events()
        .slice(2)
        .map(({ type }) => type),
    ).to.deep.equal(['storage.quota.warning']);
  });

  it('is told to the managers as a notification, once', async () => {
    const { world, owner, charge } = await setUp();
    await charge(limit + 1);
    while (valueOf(await world.application.webhooks.fanOut()) > 0);
    const { items } = valueOf(await world.application.notifications.list(grantSignedIn(owner), {}, { limit: 10 }));
    expect(items.map(({ type }) => type).toSorted()).to.deep.equal(['storage.quota.exceeded', 'storage.quota.warning']);
    while (valueOf(await world.application.mails.sendNext()));
    expect(world.mailer.sent).to.deep.equal([]);
  });
});
