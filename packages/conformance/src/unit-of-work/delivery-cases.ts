import { type AttemptOutcome, type Delivery, deliveryFaults, publicEventTypes, type WebhookId } from '@svc/core/model';
import type { AfterAttempt, ClaimedDelivery } from '@svc/core/ports';
import { expect } from 'chai';
import { builtAt } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedDelivery, storedWebhook } from './webhook-builders.js';

const find = (harness: UnitOfWorkHarness, { webhookId, id }: Delivery) =>
  ask(harness, ({ deliveries }) => deliveries.find(webhookId, id));

const claim = (harness: UnitOfWorkHarness, webhookId: WebhookId, holder: string, now: number, until = now + 50, limit = 10) =>
  commit(harness, ({ deliveries }) => deliveries.claim(webhookId, holder, now, until, limit));

const recordOutcome = (harness: UnitOfWorkHarness, claimed: ClaimedDelivery, outcome: AttemptOutcome, after: AfterAttempt) =>
  commit(harness, ({ deliveries }) => deliveries.recordOutcome(claimed, outcome, after));

const only = <T>([first, ...others]: readonly T[]): T => {
  if (first === undefined || others.length > 0) throw new Error(`expected one, found ${others.length + (first ? 1 : 0)}`);
  return first;
};

const good: AttemptOutcome = { httpStatus: 204, fault: undefined, durationMs: 12 };
const bad: AttemptOutcome = { httpStatus: undefined, fault: 'timeout', durationMs: 10_000 };
const retryAt = (dueAt: number): AfterAttempt => ({ kind: 'retry', dueAt });

export const deliveryCases: readonly UnitOfWorkCase[] = [
  {
    title: 'deliveries that are due later than any schedule means, since a clock was set back, are claimed when no other is due',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      const beyond = builtAt + 1000;
      const due = await storedDelivery(harness, webhook.id, { createdAt: builtAt });
      const far = await storedDelivery(harness, webhook.id, { createdAt: beyond + 1 });
      await storedDelivery(harness, webhook.id, { createdAt: beyond });
      const claimNow = async (until?: number) => {
        const claimed = await commit(harness, ({ deliveries }) =>
          deliveries.claim(webhook.id, 'a', builtAt, builtAt + 50, 10, until),
        );
        return claimed.map(({ delivery }) => delivery.id);
      };
      expect(await claimNow(beyond)).to.deep.equal([due.id]);
      expect(await claimNow()).to.deep.equal([]);
      expect(await claimNow(beyond)).to.deep.equal([far.id]);
      expect(await claimNow(beyond)).to.deep.equal([]);
    },
  },
  {
    title: 'deliveries come back as they were added, newest first, those of one webhook alone',
    run: async (harness) => {
      const webhook = await storedWebhook(harness);
      const added: Delivery[] = [];
      for (const [at, eventType] of publicEventTypes.entries()) {
        added.push(await storedDelivery(harness, webhook.id, { eventType, createdAt: builtAt - (at % 4) }));
      }
      const theirs = await storedDelivery(harness, (await storedWebhook(harness)).id);
      const newestFirst = added.toSorted((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1));
      await expectPaging((page) => ask(harness, ({ deliveries }) => deliveries.list(webhook.id, page)), newestFirst);
      for (const delivery of added) expect(await find(harness, delivery)).to.deep.equal(delivery);
      expect(await find(harness, { ...theirs, webhookId: webhook.id })).to.equal(undefined);
    },
  },
  {
    title: 'a claim begins the next attempt of what is due, the longest due first, up to the limit, of one webhook alone',
    run: async (harness) => {
      const { id } = await storedWebhook(harness);
      await storedDelivery(harness, (await storedWebhook(harness)).id);
      const third = await storedDelivery(harness, id, { createdAt: builtAt + 3 });
      const second = await storedDelivery(harness, id, { createdAt: builtAt + 2 });
      const first = await storedDelivery(harness, id, { createdAt: builtAt + 1 });
      await storedDelivery(harness, id, { createdAt: builtAt + 4 });
      expect(await claim(harness, id, 'holder', builtAt)).to.deep.equal([]);
      const begun = (delivery: Delivery) => ({ delivery: { ...delivery, attempts: 1 }, holder: 'holder' });
      expect(await claim(harness, id, 'holder', builtAt + 3, builtAt + 50, 2)).to.have.deep.members([
        begun(first),
        begun(second),
      ]);
      expect(await claim(harness, id, 'holder', builtAt + 3)).to.deep.equal([begun(third)]);
      expect(await find(harness, third)).to.deep.equal({ ...third, attempts: 1 });
    },
  },
  {
    title: 'of 30 claims at once each delivery is in one',
    run: async (harness) => {
      const { id } = await storedWebhook(harness);
      const added: string[] = [];
      for (let count = 0; count < 20; count += 1) added.push((await storedDelivery(harness, id)).id);
      const claims = await together(30, (index) => claim(harness, id, `holder ${index}`, builtAt, builtAt + 50, 3));
      expect(claims.flat().map(({ delivery }) => delivery.id)).to.have.members(added);
    },
  },
  {
    title: 'an attempt that nobody ended is begun again under its number; one that ended is followed by the next',
    run: async (harness) => {
      const { id } = await storedWebhook(harness);
      await storedDelivery(harness, id);
      const lost = only(await claim(harness, id, 'crashed', builtAt, builtAt + 50));
      expect(await claim(harness, id, 'heir', builtAt + 49)).to.deep.equal([]);
      const again = only(await claim(harness, id, 'heir', builtAt + 50, builtAt + 99));
      expect(again).to.deep.equal({ ...lost, holder: 'heir' });
      expect(await recordOutcome(harness, lost, good, { kind: 'over', isSuccess: true }), 'the one that was lost').to.equal(
        false,
      );
      expect(await recordOutcome(harness, again, bad, retryAt(builtAt + 200))).to.equal(true);
      expect(await recordOutcome(harness, again, bad, retryAt(builtAt + 200)), 'twice').to.equal(false);
      expect(await find(harness, again.delivery)).to.deep.equal({ ...again.delivery, ...bad });
      expect(await claim(harness, id, 'third', builtAt + 199)).to.deep.equal([]);
      const next = only(await claim(harness, id, 'heir', builtAt + 200));
      expect(next.delivery.attempts).to.equal(2);
      expect(await recordOutcome(harness, again, good, { kind: 'over', isSuccess: true }), 'of an earlier attempt').to.equal(
        false,
      );
      expect(await find(harness, again.delivery)).to.deep.equal({ ...next.delivery, ...bad });
    },
  },
  {
    title: 'what is over is due no more, and every outcome is kept',
    run: async (harness) => {
      const { id } = await storedWebhook(harness);
      const outcomes: readonly AttemptOutcome[] = [
        good,
        { ...good, durationMs: 0 },
        { httpStatus: 500, fault: 'http_status', durationMs: 1 },
        ...deliveryFaults.map((fault) => ({ ...bad, fault })),
      ];
      for (const outcome of outcomes) {
        await storedDelivery(harness, id);
        const claimed = only(await claim(harness, id, 'holder', builtAt));
        const isSuccess = outcome.fault === undefined;
        expect(await recordOutcome(harness, claimed, outcome, { kind: 'over', isSuccess })).to.equal(true);
        expect(await find(harness, claimed.delivery)).to.deep.equal({ ...claimed.delivery, ...outcome, isSuccess });
      }
      expect(await claim(harness, id, 'holder', builtAt + 1_000_000)).to.deep.equal([]);
    },
  },
  {
    title: 'what was made before an instant is removed, delivered or not, the oldest first, up to the limit',
    run: async (harness) => {
      const { id } = await storedWebhook(harness);
      const at = (age: number) => storedDelivery(harness, id, { createdAt: builtAt - age });
      const [kept, , , oldest] = [await at(0), await at(1), await at(2), await at(3)];
      const remove = (limit: number) => commit(harness, ({ deliveries }) => deliveries.removeOlder(builtAt, limit));
      expect(await remove(1)).to.equal(1);
      expect(await find(harness, oldest)).to.equal(undefined);
      expect(await remove(10)).to.equal(2);
      expect(await remove(10)).to.equal(0);
      expect(await find(harness, kept)).to.deep.equal(kept);
    },
  },
];
