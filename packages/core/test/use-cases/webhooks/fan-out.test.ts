import { expect } from 'chai';
import type { PublicEventType } from '../../../src/model/domain-event.js';
import type { Webhook } from '../../../src/model/webhook.js';
import type { WebhookAnswer } from '../../../src/ports/webhook-sender.js';
import { createWorld, slug, valueOf, withRepository } from '../../builders/world.js';

const url = 'https://hooks.test/';

const setUp = async () => {
  const world = createWorld();
  const { application, webhookSender, clock } = world;
  const { owner } = await withRepository(world);
  const manage = valueOf(await application.authorize.organization(owner, slug('acme'), 'organization.update'));
  const create = valueOf(await application.authorize.organization(owner, slug('acme'), 'repositories.create'));
  const fanOutAll = async (): Promise<void> => {
    while (valueOf(await application.webhooks.fanOut()) > 0);
  };
  await fanOutAll();
  webhookSender.listen(url);
  const subscribe = async (events: readonly PublicEventType[] = ['repository.created']): Promise<Webhook> =>
    valueOf(await application.webhooks.create(manage, { url, events })).webhook;
  const happen = async (name: string): Promise<void> => {
    valueOf(await application.repositories.create(create, { name }));
  };
  let told = 0;
  /** The repositories that the receiver has heard of since it was asked last. */
  const heard = async (): Promise<readonly string[]> => {
    await fanOutAll();
    clock.advance(1e6);
    for (;;) {
      const lease = valueOf(await application.webhooks.leaseWebhook());
      if (lease === undefined) break;
      valueOf(await application.webhooks.deliver(lease));
    }
    const news = webhookSender.sent.slice(told);
    told += news.length;
    return news.map(({ body }) => /"slug":"([^"]*)"/.exec(body)?.[1] ?? body).toSorted();
  };
  return { application, manage, subscribe, happen, heard, world };
};

describe('fanOutAll', () => {
  it('lets a webhook hear of what was committed before it was switched off, when it is on again, and of nothing since', async () => {
    const { application, manage, subscribe, happen, heard } = await setUp();
    const { id } = await subscribe();
    await happen('before');
    valueOf(await application.webhooks.update(manage, id, { isActive: false }));
    await happen('meanwhile');
    expect(await heard()).to.deep.equal([]);
    await happen('just-before');
    valueOf(await application.webhooks.update(manage, id, { isActive: true }));
    await happen('after');
    expect(await heard()).to.deep.equal(['after', 'before']);
  });

  it('tells a new webhook nothing of what was committed before it was there, and the others everything', async () => {
    const { subscribe, happen, heard } = await setUp();
    await subscribe();
    for (let count = 0; count < 101; count += 1) await happen(`r-${count}`);
    await subscribe();
    expect(await heard()).to.have.length(101);
    await happen('last');
    expect(await heard()).to.deep.equal(['last', 'last']);
  });

  it('goes by the subscriptions at the time of the event', async () => {
    const { application, manage, subscribe, happen, heard } = await setUp();
    const { id } = await subscribe();
    await happen('before');
    valueOf(await application.webhooks.update(manage, id, { events: ['repository.deleted'] }));
    await happen('after');
    expect(await heard()).to.deep.equal(['before']);
  });

  it('keeps for a webhook that its failures switch off what was committed until then', async () => {
    const { application, manage, subscribe, happen, heard, world } = await setUp();
    const { id } = await subscribe();
    const failing: WebhookAnswer = { kind: 'answered', status: 500 };
    world.webhookSender.listen(url, () => failing);
    for (let count = 0; count < 10; count += 1) await happen(`r-${count}`);
    await heard();
    await heard();
    world.webhookSender.listen(url, async () => {
      if (world.webhookSender.sent.length === 30) await happen('at-last');
      return failing;
    });
    expect(await heard()).to.have.length(10);
    expect(valueOf(await application.webhooks.list(manage, { limit: 1 })).items[0]?.isActive).to.equal(false);
    await happen('while-off');
    expect(await heard()).to.deep.equal([]);
    world.webhookSender.listen(url);
    valueOf(await application.webhooks.update(manage, id, { isActive: true }));
    expect(await heard()).to.deep.equal(['at-last']);
  });
});
