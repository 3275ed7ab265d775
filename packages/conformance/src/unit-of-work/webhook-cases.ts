import { deliveryFaults, publicEventTypes, trusted, type UserId, type Webhook, type WebhookId } from '@svc/core/model';
import type { PassedOverWebhooks } from '@svc/core/ports';
import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedUser } from './stored.js';
import { storedDelivery, storedWebhook } from './webhook-builders.js';

const find = (harness: UnitOfWorkHarness, { organizationId, id }: Webhook) =>
  ask(harness, ({ webhooks }) => webhooks.find(organizationId, id));

const due = (harness: UnitOfWorkHarness, now: number, limit = 10) => ask(harness, ({ webhooks }) => webhooks.listDue(now, limit));

const leaseWebhook = (harness: UnitOfWorkHarness, { id }: Webhook, dueAt: number, holder: string, until: number) =>
  commit(harness, ({ webhooks }) => webhooks.leaseWebhook({ id, dueAt }, holder, until));

const changes: readonly UnitOfWorkCase[] = [
  {
    title: 'a webhook comes back as it was added, with each event and each error',
    run: async (harness) => {
      const added = [
        await storedWebhook(harness),
        await storedWebhook(harness, { events: ['*', ...publicEventTypes], isActive: false, consecutiveFailures: 10 }),
        ...(await Promise.all(
          deliveryFaults.map((lastError) => storedWebhook(harness, { lastError, lastDeliveryAt: builtAt + 5 })),
        )),
      ];
      for (const webhook of added) expect(await find(harness, webhook)).to.deep.equal(webhook);
    },
  },
  {
    title: "an organization's webhooks are its own: listed newest first, counted, found by nobody else",
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const webhooks: Webhook[] = [];
      for (const age of [0, 1, 1, 1, 2, 1000, builtAt]) {
        webhooks.push(await storedWebhook(harness, { organizationId, createdAt: builtAt - age, isActive: age !== 2 }));
      }
      const theirs = await storedWebhook(harness);
      const newestFirst = webhooks.toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
      await expectPaging((page) => ask(harness, (queries) => queries.webhooks.list(organizationId, page)), newestFirst);
      await ask(harness, async (queries) => {
        expect(await queries.webhooks.count(organizationId)).to.equal(webhooks.length);
        expect(await queries.webhooks.find(organizationId, theirs.id)).to.equal(undefined);
        const active = webhooks.filter(({ isActive }) => isActive).toSorted((left, right) => (left.id < right.id ? -1 : 1));
        expect(await queries.webhooks.listActive(organizationId)).to.deep.equal(active);
      });
    },
  },
  {
    title: 'a change writes all but secret and age, to a webhook that is there',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      const changed: Webhook = {
        ...webhook,
        url: 'http://other.example.org/',
        events: ['repository.push'],
        isActive: false,
        consecutiveFailures: 3,
        lastError: 'timeout',
        lastDeliveryAt: builtAt + 1,
      };
      const update = (next: Webhook) => commit(harness, ({ webhooks }) => webhooks.update(next));
      expect(await update({ ...changed, sealedSecret: 'other', createdAt: 0 })).to.equal(true);
      expect(await find(harness, webhook)).to.deep.equal(changed);
      const { id: organizationId } = await storedOrganization(harness);
      expect(await update({ ...webhook, organizationId })).to.equal(false);
      expect(await update({ ...webhook, id: trusted<WebhookId>(uniqueId()) })).to.equal(false);
      expect(await find(harness, webhook)).to.deep.equal(changed);
    },
  },
  {
    title: 'webhooks of all organizations are listed by id, from any place on',
    run: async (harness) => {
      const stored = [
        await storedWebhook(harness),
        await storedWebhook(harness, { isActive: false }),
        await storedWebhook(harness),
      ];
      const list = (after: WebhookId | undefined, limit: number) =>
        ask(harness, ({ webhooks }) => webhooks.listById(after, limit));
      const all = await list(undefined, 1000);
      expect(all).to.deep.equal(all.toSorted((left, right) => (left.id < right.id ? -1 : 1)));
      expect(all).to.deep.include.members(stored);
      expect(await list(undefined, 2)).to.deep.equal(all.slice(0, 2));
      expect(await list(all[1]?.id, 2)).to.deep.equal(all.slice(2, 4));
      expect(await list(all.at(-1)?.id, 2)).to.deep.equal([]);
    },
  },
  {
    title: 'of the webhooks that are due those are listed that are not passed over: by organization, by owner, or uncertain',
    run: async (harness) => {
      const owner = await storedUser(harness);
      const [first, second] = [await storedOrganization(harness), await storedOrganization(harness)];
      await commit(harness, async ({ organizations }) => {
        const joinedAt = builtAt;
        await organizations.putMembership({ organizationId: first.id, userId: owner.id, role: 'OWNER', joinedAt });
        await organizations.putMembership({ organizationId: second.id, userId: owner.id, role: 'ADMIN', joinedAt });
      });
      const answered = { lastDeliveryAt: builtAt - 10 };
      const [fresh, working, failing, other] = [
        await storedWebhook(harness, { organizationId: first.id }),
        await storedWebhook(harness, { organizationId: first.id, ...answered }),
        await storedWebhook(harness, { organizationId: first.id, ...answered, lastError: 'timeout' }),
        await storedWebhook(harness, { organizationId: second.id, ...answered }),
      ];
      for (const { id } of [fresh, working, failing, other]) await storedDelivery(harness, id);
      const listed = async (passedOver: Partial<PassedOverWebhooks>) => {
        const none = { organizationIds: [], ownerIds: [], passesUncertain: false };
        const found = await ask(harness, ({ webhooks }) =>
          webhooks.listDue(builtAt, 100, { passedOver: { ...none, ...passedOver } }),
        );
        return found.map(({ id }) => id);
      };
      const ids = (...webhooks: readonly Webhook[]) => webhooks.map(({ id }) => id);
      expect(await listed({})).to.include.members(ids(fresh, working, failing, other));
      const byOrganization = await listed({ organizationIds: [first.id] });
      expect(byOrganization).to.include(other.id).and.not.include.members(ids(working));
      const byOwner = await listed({ ownerIds: [owner.id] });
      expect(byOwner, 'an admin owns nothing').to.include(other.id).and.not.include.members(ids(working));
      const byAnother = await listed({ ownerIds: [trusted<UserId>(uniqueId())] });
      expect(byAnother, 'what others own').to.include.members(ids(fresh, working, failing, other));
      const certainAlone = await listed({ passesUncertain: true });
      expect(certainAlone).to.include.members(ids(working, other));
      for (const { id } of [fresh, failing]) expect(certainAlone).to.not.include(id);
    },
  },
  {
    title: 'a secret is sealed anew in place of the sealing that was read, and nothing else changes',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      const other = await storedWebhook(harness);
      const reseal = (sealedSecret: string) => commit(harness, ({ webhooks }) => webhooks.reseal(webhook, sealedSecret));
      expect(await reseal('k2.sealed')).to.equal(true);
      expect(await reseal('k3.sealed')).to.equal(false);
      expect(await find(harness, webhook)).to.deep.equal({ ...webhook, sealedSecret: 'k2.sealed' });
      expect(await find(harness, other)).to.deep.equal(other);
    },
  },
  {
    title: 'a webhook is removed once, by its own organization, with its deliveries',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      const delivery = await storedDelivery(harness, webhook.id);
      const { id: otherId } = await storedOrganization(harness);
      const remove = (organizationId = webhook.organizationId) =>
        commit(harness, ({ webhooks }) => webhooks.remove(organizationId, webhook.id));
      expect(await remove(otherId)).to.equal(false);
      expect(await due(harness, builtAt)).to.deep.equal([{ id: webhook.id, dueAt: builtAt }]);
      expect(await remove()).to.equal(true);
      expect(await remove()).to.equal(false);
      expect(await find(harness, webhook)).to.equal(undefined);
      expect(await due(harness, builtAt)).to.deep.equal([]);
      expect(await ask(harness, ({ deliveries }) => deliveries.find(webhook.id, delivery.id))).to.equal(undefined);
    },
  },
  {
    title: 'webhooks and deliveries go with their organization',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      const delivery = await storedDelivery(harness, webhook.id);
      const other = await storedWebhook(harness);
      await commit(harness, (records) => records.organizations.remove(webhook.organizationId));
      expect(await find(harness, webhook)).to.equal(undefined);
      expect(await ask(harness, ({ deliveries }) => deliveries.find(webhook.id, delivery.id))).to.equal(undefined);
      expect(await find(harness, other)).to.deep.equal(other);
    },
  },
];

const leases: readonly UnitOfWorkCase[] = [
  {
    title: 'a webhook is due when the first of its deliveries is, those first that have been due for longest',
    run: async (harness) => {
      const webhooks = [await storedWebhook(harness), await storedWebhook(harness), await storedWebhook(harness)];
      const [first, second, third] = webhooks;
      if (first === undefined || second === undefined || third === undefined) throw new Error('three were stored');
      expect(await due(harness, builtAt + 100)).to.deep.equal([]);
      await storedDelivery(harness, second.id, { createdAt: builtAt + 2 });
      await storedDelivery(harness, first.id, { createdAt: builtAt + 9 });
      await storedDelivery(harness, first.id, { createdAt: builtAt + 1 });
      await storedDelivery(harness, third.id, { createdAt: builtAt + 4 });
      const all = [
        { id: first.id, dueAt: builtAt + 1 },
        { id: second.id, dueAt: builtAt + 2 },
        { id: third.id, dueAt: builtAt + 4 },
      ];
      expect(await due(harness, builtAt)).to.deep.equal([]);
      expect(await due(harness, builtAt + 3)).to.deep.equal(all.slice(0, 2));
      expect(await due(harness, builtAt + 4)).to.deep.equal(all);
      expect(await due(harness, builtAt + 4, 1)).to.deep.equal(all.slice(0, 1));
    },
  },
  {
    title: 'a delivery lease is had by one of 30 at once, is due again at its end, and by nobody who saw it earlier',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      await storedDelivery(harness, webhook.id);
      const claims = await together(30, (index) => leaseWebhook(harness, webhook, builtAt, `holder ${index}`, builtAt + 50));
      expect(claims.filter((claim) => claim !== undefined)).to.deep.equal([webhook]);
      expect(await due(harness, builtAt + 49)).to.deep.equal([]);
      expect(await due(harness, builtAt + 50)).to.deep.equal([{ id: webhook.id, dueAt: builtAt + 50 }]);
      expect(await leaseWebhook(harness, webhook, builtAt, 'late', builtAt + 60)).to.equal(undefined);
      expect(await leaseWebhook(harness, webhook, builtAt + 50, 'heir', builtAt + 99)).to.deep.equal(webhook);
    },
  },
  {
    title: 'a webhook that is due later than any schedule means, since a clock was set back, is listed behind those that are due',
    run: async (harness) => {
      const beyond = builtAt + 1000;
      const [far, soon, due] = [await storedWebhook(harness), await storedWebhook(harness), await storedWebhook(harness)];
      await storedDelivery(harness, far.id, { createdAt: beyond + 1 });
      await storedDelivery(harness, soon.id, { createdAt: beyond });
      await storedDelivery(harness, due.id, { createdAt: builtAt });
      const dueNow = async (limit: number, until?: number) => {
        const listed = await ask(harness, ({ webhooks }) =>
          webhooks.listDue(builtAt, limit, until === undefined ? {} : { beyond: until }),
        );
        return listed.map(({ id }) => id);
      };
      expect(await dueNow(10)).to.deep.equal([due.id]);
      expect(await dueNow(10, beyond)).to.deep.equal([due.id, far.id]);
      expect(await dueNow(1, beyond)).to.deep.equal([due.id]);
    },
  },
  {
    title:
      'what is added while somebody has the delivery lease waits for its end; the end plans the next lease and writes the health',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      await storedDelivery(harness, webhook.id);
      await leaseWebhook(harness, webhook, builtAt, 'holder', builtAt + 50);
      await commit(harness, ({ deliveries }) => deliveries.claim(webhook.id, 'holder', builtAt, builtAt + 50, 10));
      await storedDelivery(harness, webhook.id, { createdAt: builtAt + 1 });
      expect(await due(harness, builtAt + 49)).to.deep.equal([]);
      const health = { isActive: true, consecutiveFailures: 4, lastError: 'timeout', lastDeliveryAt: builtAt + 3 } as const;
      await commit(harness, ({ webhooks }) => webhooks.endDeliveryLease(webhook.id, 'holder', health));
      expect(await due(harness, builtAt + 49)).to.deep.equal([{ id: webhook.id, dueAt: builtAt + 3 }]);
      expect(await find(harness, webhook)).to.deep.equal({ ...webhook, ...health });
    },
  },
  {
    title: 'one that has more due after its lease goes behind those who have waited for longer',
    run: async (harness) => {
      const [busy, other] = [await storedWebhook(harness), await storedWebhook(harness)];
      for (const id of [busy.id, busy.id, other.id]) await storedDelivery(harness, id);
      await storedDelivery(harness, busy.id, { createdAt: builtAt + 30 });
      const deliverOne = async (webhook: Webhook, dueAt: number, now: number) => {
        await leaseWebhook(harness, webhook, dueAt, 'holder', now + 50);
        await commit(harness, async ({ deliveries, webhooks }) => {
          const [claimed] = await deliveries.claim(webhook.id, 'holder', now, now + 50, 1);
          if (claimed === undefined) throw new Error('one is due');
          const outcome = { httpStatus: 204, fault: undefined, durationMs: 1 };
          await deliveries.recordOutcome(claimed, outcome, { kind: 'over', isSuccess: true });
          await webhooks.endDeliveryLease(webhook.id, 'holder', { ...webhook, lastDeliveryAt: now });
        });
      };
      await deliverOne(busy, builtAt, builtAt + 5);
      expect(await due(harness, builtAt + 10)).to.deep.equal([
        { id: other.id, dueAt: builtAt },
        { id: busy.id, dueAt: builtAt + 5 },
      ]);
      await deliverOne(other, builtAt, builtAt + 6);
      await deliverOne(busy, builtAt + 5, builtAt + 7);
      expect(await due(harness, builtAt + 100), 'what is due later').to.deep.equal([{ id: busy.id, dueAt: builtAt + 30 }]);
    },
  },
  {
    title: 'a holder that has lost the delivery lease does not end that of another',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      await storedDelivery(harness, webhook.id);
      await leaseWebhook(harness, webhook, builtAt, 'slow', builtAt + 50);
      await leaseWebhook(harness, webhook, builtAt + 50, 'heir', builtAt + 100);
      await commit(harness, ({ webhooks }) => webhooks.endDeliveryLease(webhook.id, 'slow', webhook));
      expect(await due(harness, builtAt + 99)).to.deep.equal([]);
      await commit(harness, ({ webhooks }) => webhooks.endDeliveryLease(webhook.id, 'heir', webhook));
      expect(await due(harness, builtAt)).to.deep.equal([{ id: webhook.id, dueAt: builtAt }]);
      await commit(harness, ({ webhooks }) => webhooks.endDeliveryLease(trusted<WebhookId>(uniqueId()), 'heir', webhook));
    },
  },
  {
    title: 'a webhook that is off is never due; switched on, it is due for what has waited',
    run: async (harness) => {
      const webhook = await storedWebhook(harness, { isActive: false });
      await storedDelivery(harness, webhook.id);
      expect(await due(harness, builtAt + 10)).to.deep.equal([]);
      const update = (isActive: boolean) => commit(harness, ({ webhooks }) => webhooks.update({ ...webhook, isActive }));
      await update(true);
      expect(await due(harness, builtAt + 10)).to.deep.equal([{ id: webhook.id, dueAt: builtAt }]);
      await leaseWebhook(harness, webhook, builtAt, 'holder', builtAt + 20);
      await update(false);
      expect(await due(harness, builtAt + 100), 'switched off during a lease').to.deep.equal([]);
      await update(true);
      expect(await due(harness, builtAt)).to.deep.equal([{ id: webhook.id, dueAt: builtAt }]);
      const off = { ...webhook, isActive: false };
      await leaseWebhook(harness, webhook, builtAt, 'holder', builtAt + 20);
      await commit(harness, ({ webhooks }) => webhooks.endDeliveryLease(webhook.id, 'holder', off));
      expect(await due(harness, builtAt + 100), 'switched off by the lease').to.deep.equal([]);
    },
  },
];

export const webhookCases: readonly UnitOfWorkCase[] = [...changes, ...leases];
