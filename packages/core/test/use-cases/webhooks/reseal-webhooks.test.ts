import { expect } from 'chai';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemorySecretBox } from '../../../src/memory/memory-secret-box.js';
import { resealWebhooks } from '../../../src/use-cases/webhooks/reseal-webhooks.js';
import { webhookSecretContext } from '../../../src/use-cases/webhooks/webhook-secret.js';
import { createWorld, slug, valueOf, withRepository } from '../../builders/world.js';

const newKey = { id: 'k2', secret: new Uint8Array(32).fill(8) };
const random = createCountedRandom(2);

const setUp = async () => {
  const world = createWorld();
  const { application, ports, unitOfWork } = world;
  const { owner } = await withRepository(world);
  const manage = valueOf(await application.authorize.organization(owner, slug('acme'), 'organization.update'));
  const created = [];
  for (const path of ['a', 'b', 'c']) {
    created.push(valueOf(await application.webhooks.create(manage, { url: `https://hooks.test/${path}`, events: ['*'] })));
  }
  const both = createMemorySecretBox({ keys: [newKey, ...ports.settings.linkKeys], random });
  const onlyNew = createMemorySecretBox({ keys: [newKey], random });
  const stored = async () => valueOf(await application.webhooks.list(manage, { limit: 10 })).items;
  return { created, both, onlyNew, stored, unitOfWork };
};

describe('resealWebhooks', () => {
  it('seals each secret by the newest key, once, and the key of before is needed no more', async () => {
    const { created, both, onlyNew, stored, unitOfWork } = await setUp();
    const reseal = resealWebhooks({ unitOfWork, secretBox: both });
    expect(valueOf(await reseal())).to.deep.equal({ resealed: 3, unreadable: 0 });
    expect(valueOf(await reseal())).to.deep.equal({ resealed: 0, unreadable: 0 });
    for (const webhook of await stored()) {
      const secret = created.find(({ webhook: { id } }) => id === webhook.id)?.secret;
      expect(await onlyNew.open(webhook.sealedSecret, webhookSecretContext(webhook))).to.equal(secret);
    }
  });

  it('leaves a secret as it is that no key opens, and counts it', async () => {
    const { onlyNew, stored, unitOfWork } = await setUp();
    const before = await stored();
    expect(valueOf(await resealWebhooks({ unitOfWork, secretBox: onlyNew })())).to.deep.equal({ resealed: 0, unreadable: 3 });
    expect(await stored()).to.deep.equal(before);
  });

  it('does nothing in a service that keeps no secrets', async () => {
    const { unitOfWork } = await setUp();
    expect(valueOf(await resealWebhooks({ unitOfWork, secretBox: undefined })())).to.deep.equal({ resealed: 0, unreadable: 0 });
  });
});
