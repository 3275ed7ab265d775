import { expect } from 'chai';
import { DAY_MS, MINUTE_MS } from '../../../src/model/values/index.js';
import { createWorld, slug, valueOf, withRepository } from '../../builders/world.js';

const url = 'https://hooks.test/';

describe('webhooks of a clock that is set back', () => {
  for (const [howFar, backMs] of [
    ['a day', DAY_MS],
    ['two minutes', 2 * MINUTE_MS],
  ] as const) {
    it(`by ${howFar} are told at once of what was waiting, and of what comes`, async () => {
      const world = createWorld();
      const { application, clock } = world;
      const { owner } = await withRepository(world);
      const manage = valueOf(await application.authorize.organization(owner, slug('acme'), 'organization.update'));
      const create = valueOf(await application.authorize.organization(owner, slug('acme'), 'repositories.create'));
      const fanOut = async (): Promise<void> => {
        while (valueOf(await application.webhooks.fanOut()) > 0);
      };
      await fanOut();
      valueOf(await application.webhooks.create(manage, { url, events: ['repository.created'] }));
      let heard = 0;
      let isDown = false;
      world.webhookSender.listen(url, () => {
        if (isDown) return { kind: 'answered', status: 500 };
        heard += 1;
        return { kind: 'answered', status: 200 };
      });
      const deliverAll = async (): Promise<void> => {
        for (;;) {
          const lease = valueOf(await application.webhooks.leaseWebhook());
          if (lease === undefined) return;
          valueOf(await application.webhooks.deliver(lease));
        }
      };
      const emit = async (name: string): Promise<void> => {
        valueOf(await application.repositories.create(create, { name }));
        await fanOut();
      };

      await emit('delivered before');
      await deliverAll();
      expect(heard).to.equal(1);
      // One is to be tried again, one waits, and one was leased by somebody who has died since.
      isDown = true;
      await emit('failed before');
      await deliverAll();
      isDown = false;
      await emit('leased before');
      valueOf(await application.webhooks.leaseWebhook());
      await emit('waiting before');

      clock.advance(-backMs);
      await emit('after');
      await deliverAll();
      clock.advance(MINUTE_MS);
      await deliverAll();
      expect(heard).to.equal(5);
    });
  }
});
