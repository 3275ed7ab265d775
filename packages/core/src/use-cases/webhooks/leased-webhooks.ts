import type { Instant, OrganizationId, UserId } from '../../model/values/index.js';
import type { Webhook } from '../../model/webhook.js';
import type { PassedOverWebhooks } from '../../ports/records/webhook-records.js';

/** To so many of one organization's webhooks a process delivers at a time. */
const maxPerOrganization = 4;
/** To so many of all organizations that one user owns. */
const maxPerOwner = 8;
/** To so many whose last attempt did not go well, or that have had none: the others never wait for receivers that may not answer. */
const maxUncertain = 16;

interface Leased {
  readonly organizationId: OrganizationId;
  readonly ownerIds: readonly UserId[];
  readonly isUncertain: boolean;
  readonly until: Instant;
}

/** What this process delivers to now, so that nobody's receivers take the places of all. */
export interface LeasedWebhooks {
  /** Those that have their share already. */
  passedOver(now: Instant): PassedOverWebhooks;
  add(holder: string, webhook: Webhook, ownerIds: readonly UserId[], until: Instant): void;
  remove(holder: string): void;
}

const atLimit = <Key>(keys: readonly Key[], limit: number): readonly Key[] => {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= limit).map(([key]) => key);
};

export const createLeasedWebhooks = (): LeasedWebhooks => {
  const leased = new Map<string, Leased>();
  return {
    passedOver: (now) => {
      // A lease that nobody delivers ends by itself.
      for (const [holder, { until }] of leased) if (until <= now) leased.delete(holder);
      const all = [...leased.values()];
      return {
        organizationIds: atLimit(
          all.map(({ organizationId }) => organizationId),
          maxPerOrganization,
        ),
        ownerIds: atLimit(
          all.flatMap(({ ownerIds }) => ownerIds),
          maxPerOwner,
        ),
        passesUncertain: all.filter(({ isUncertain }) => isUncertain).length >= maxUncertain,
      };
    },
    add: (holder, { organizationId, lastError, lastDeliveryAt }, ownerIds, until) => {
      const isUncertain = lastError !== undefined || lastDeliveryAt === undefined;
      leased.set(holder, { organizationId, ownerIds, isUncertain, until });
    },
    remove: (holder) => void leased.delete(holder),
  };
};
