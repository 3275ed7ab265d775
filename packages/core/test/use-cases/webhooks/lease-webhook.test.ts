import { expect } from 'chai';
import type { Caller } from '../../../src/model/permissions/caller.js';
import type { DeliveryLease } from '../../../src/use-cases/webhooks/lease-webhook.js';
import { createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, valueOf, type World } from '../../builders/world.js';

/** What a process delivers at a time. */
const maxLeases = 32;

/** An organization of the owner with so many webhooks below the URL. */
const withWebhooks = async (world: World, owner: Caller, name: string, url: string, count: number) => {
  const { webhooks } = world.application;
  const { id } = await createOrganization(world, owner, name);
  const manage = await organizationGrant(world, owner, id, 'organization.update');
  const create = await organizationGrant(world, owner, id, 'repositories.create');
  while (valueOf(await webhooks.fanOut()) > 0);
  for (let at = 0; at < count; at += 1) {
    valueOf(await webhooks.create(manage, { url: `${url}${at}`, events: ['repository.created'] }));
  }
  const happen = async (what: string): Promise<void> => {
    valueOf(await world.application.repositories.create(create, { name: what }));
    while (valueOf(await webhooks.fanOut()) > 0);
    // Those who come later are due later.
    world.clock.advance(1);
  };
  return { id, happen };
};

/** Leases for as long as a process may have more, and delivers each beside the others. */
const leaseAll = async ({ application: { webhooks } }: World, underWay: Set<Promise<unknown>>) => {
  const leases: DeliveryLease[] = [];
  while (underWay.size < maxLeases) {
    const lease = valueOf(await webhooks.leaseWebhook());
    if (lease === undefined) break;
    leases.push(lease);
    const delivering: Promise<unknown> = Promise.resolve(webhooks.deliver(lease)).then(() => underWay.delete(delivering));
    underWay.add(delivering);
  }
  return leases;
};

describe('leaseWebhook', () => {
  const tarpit = 'https://tarpit.test/';
  const honest = 'https://honest.test/';

  it('leases for others while a user with many organizations has dead receivers alone', async () => {
    const world = createWorld();
    world.webhookSender.listen(tarpit, () => new Promise(() => undefined));
    world.webhookSender.listen(honest);
    const attacker = await world.signIn('attacker@svc.test');
    for (let at = 0; at < 12; at += 1) {
      const { happen } = await withWebhooks(world, attacker, `Dead ${at}`, tarpit, 4);
      await happen('R');
    }
    const { id, happen } = await withWebhooks(world, await world.signIn('honest@svc.test'), 'Honest', honest, 2);
    await happen('R');
    const underWay = new Set<Promise<unknown>>();
    const leases = await leaseAll(world, underWay);
    expect(leases.filter(({ webhook }) => webhook.organizationId === id)).to.have.length(2);
    expect(leases.length, 'the share of one owner, and the two').to.equal(10);
    const byOrganization = leases.filter(({ webhook }) => webhook.organizationId === leases[0]?.webhook.organizationId);
    expect(byOrganization, 'the share of one organization').to.have.length(4);
  });

  it('keeps leases for receivers that have answered, whatever the number of dead ones', async () => {
    const world = createWorld();
    world.webhookSender.listen(honest);
    const { id, happen } = await withWebhooks(world, await world.signIn('honest@svc.test'), 'Honest', honest, 1);
    await happen('first');
    const underWay = new Set<Promise<unknown>>();
    expect(await leaseAll(world, underWay)).to.have.length(1);
    await Promise.all(underWay);
    world.webhookSender.listen(tarpit, () => new Promise(() => undefined));
    for (let at = 0; at < 10; at += 1) {
      const owner = await world.signIn(`attacker-${at}@svc.test`);
      const dead = await withWebhooks(world, owner, `Dead ${at}`, tarpit, 4);
      await dead.happen('R');
    }
    await happen('second');
    const leases = await leaseAll(world, underWay);
    expect(leases.map(({ webhook }) => webhook.organizationId)).to.include(id);
    expect(leases).to.have.length(17);
  });

  it('gives a share back when a delivery has ended, and when nothing is heard of it', async () => {
    const world = createWorld();
    world.webhookSender.listen(honest);
    const { happen } = await withWebhooks(world, await world.signIn('owner@svc.test'), 'Many', honest, 6);
    await happen('R');
    const { webhooks } = world.application;
    const lease = async () => valueOf(await webhooks.leaseWebhook());
    const first = await lease();
    for (let at = 0; at < 3; at += 1) expect(await lease()).to.not.equal(undefined);
    expect(await lease()).to.equal(undefined);
    if (first !== undefined) valueOf(await webhooks.deliver(first));
    expect(await lease()).to.not.equal(undefined);
    expect(await lease()).to.equal(undefined);
    world.clock.advance(20_000);
    expect(await lease()).to.not.equal(undefined);
  });
});
