import type { WebhookReceivers } from '@svc/test-services/webhook-receiver';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookClient } from './webhook-client.js';

/** How long it took until it held; throws when it does not within the time. */
export const until = async (holds: () => Promise<boolean>, withinMs: number): Promise<number> => {
  const begin = performance.now();
  while (!(await holds())) {
    if (performance.now() - begin > withinMs) throw new Error(`not within ${withinMs} ms`);
    await sleep(20);
  }
  return performance.now() - begin;
};

const events = 60;

/**
 * Events of one organization for three receivers, of which one never answers, one answers too slowly, and one is well; `clients` see the organization at
 * one server each, and make them in turn. Answers after how many milliseconds the well one heard of 95 in 100.
 */
export const delayBesideDead = async (receivers: WebhookReceivers, clients: readonly WebhookClient[]): Promise<number> => {
  const dead = await receivers.receive({ kind: 'silent' });
  const slow = await receivers.receive({ kind: 'slow' });
  const good = await receivers.receive({ kind: 'answers', status: 204 });
  for (const { url } of [dead, slow, good]) await clients[0]?.create(url);
  const delays: number[] = [];
  for (let count = 0; count < events; count += 1) {
    await clients[count % clients.length]?.emit(`models-${count}`);
    delays.push(await until(async () => (await receivers.received(good.id)).length === count + 1, 5000));
  }
  delays.sort((left, right) => left - right);
  return delays[Math.floor(delays.length * 0.95)] ?? 0;
};
