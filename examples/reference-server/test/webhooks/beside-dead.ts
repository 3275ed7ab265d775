import type { WebhookReceivers } from '@svc/test-services/webhook-receiver';
import { waitUntil } from '@svc/test-services/wait-until';
import type { WebhookClient } from './webhook-client.js';

const events = 12;

/** A delivery that had to wait until a dead receiver is given up would wait for ten seconds. */
export const besideDeadMs = 8000;

/**
 * Events of one organization for three receivers, of which one never answers, one answers too slowly, and one is well; `clients` see the organization at
 * one server each, and make them in turn. Answers within how many milliseconds the well one heard of each event but one, since a busy machine may come to a halt now and then.
 */
export const delayBesideDead = async (receivers: WebhookReceivers, clients: readonly WebhookClient[]): Promise<number> => {
  const dead = await receivers.receive({ kind: 'silent' });
  const slow = await receivers.receive({ kind: 'slow' });
  const good = await receivers.receive({ kind: 'answers', status: 204 });
  for (const { url } of [dead, slow, good]) await clients[0]?.create(url);
  const delays: number[] = [];
  for (let count = 0; count < events; count += 1) {
    await clients[count % clients.length]?.emit(`models-${count}`);
    const begin = performance.now();
    await waitUntil('the good one hears', async () => (await receivers.received(good.id)).length === count + 1);
    delays.push(performance.now() - begin);
  }
  return delays.toSorted((left, right) => right - left)[1] ?? 0;
};
