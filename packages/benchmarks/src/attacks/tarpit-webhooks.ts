import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, AttackWorld } from './attack.js';
import { type Receivers, startReceivers } from './receivers.js';
import type { Tenant } from './tenant.js';
import type { Timed } from './timed.js';

/** No user owns more of them than twenty, which a limit may be. */
const attackerCount = 4;
const organizationsEach = 10;
/** As many as an organization may have. */
const webhooksEach = 20;
const webhookCount = attackerCount * organizationsEach * webhooksEach;
const eventCount = 8;
const everyMs = 400;
const pollMs = 10;
const cutOffMs = 30_000;

const addWebhook = ({ api }: Tenant, organizationId: string, url: string): Promise<unknown> =>
  api('POST', `/organizations/${organizationId}/webhooks`, { url, events: ['repository.created'] });

const trappedOrganizations = async (attacker: Tenant, receivers: Receivers): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let count = 0; count < organizationsEach; count += 1) {
    const id = await attacker.newOrganization();
    for (let at = 0; at < webhooksEach; at += 1) await addWebhook(attacker, id, receivers.tarpitUrl(`${id}/${at}`));
    ids.push(id);
  }
  return ids;
};

/** Makes one event and waits until the receiver has heard of it. */
const deliver = async (honest: Tenant, organizationId: string, receivers: Receivers): Promise<Timed> => {
  const repositoryId = await honest.newRepository(organizationId);
  const begun = performance.now();
  for (;;) {
    const heardAt = receivers.heardAt(repositoryId);
    if (heardAt !== undefined) return { what: 'delivery', ms: Math.max(0, heardAt - begun), isCutOff: false };
    const ms = performance.now() - begun;
    if (ms > cutOffMs) return { what: 'delivery', ms, isCutOff: true };
    await sleep(pollMs);
  }
};

/** Receivers that never answer, as many as can be had, each of which is told of one event. */
export const tarpitWebhooks: Attack = {
  name: `${webhookCount} tarpit webhooks of ${attackerCount * organizationsEach} organizations`,
  settings: { EGRESS_ALLOW: '127.0.0.0/8' },
  prepare: async ({ newTenant }: AttackWorld) => {
    const receivers = await startReceivers();
    const honest = await newTenant();
    const organizationId = await honest.newOrganization();
    await addWebhook(honest, organizationId, receivers.honestUrl);
    const attackers = await Promise.all(Array.from({ length: attackerCount }, newTenant));
    const trapped = await Promise.all(
      attackers.map(async (attacker) => ({ attacker, organizations: await trappedOrganizations(attacker, receivers) })),
    );
    return {
      work: async () => {
        const deliveries: Promise<Timed>[] = [];
        for (let count = 0; count < eventCount; count += 1) {
          deliveries.push(deliver(honest, organizationId, receivers));
          await sleep(everyMs);
        }
        return Promise.all(deliveries);
      },
      strike: async (signal) => {
        const events = trapped.flatMap(({ attacker, organizations }) => organizations.map((id) => attacker.newRepository(id)));
        await Promise.all(events);
        if (!signal.aborted) await once(signal, 'abort');
        return `${receivers.waitingCount()} requests wait in the tarpit`;
      },
      close: () => receivers.stop(),
    };
  },
};
