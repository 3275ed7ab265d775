import { expect } from 'chai';
import { aDomainEvent } from './builders.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { storedRepository, storedSession } from './stored.js';
import { aPendingVerification } from './tree-builders.js';
import { aQueuedMail, storedDelivery, storedWebhook } from './webhook-builders.js';

const none = { count: 0, oldestAt: undefined };

export const queueCases: readonly UnitOfWorkCase[] = [
  {
    title: 'of all that waits in the service the number and the first are known',
    run: async (harness) => {
      const backlogs = () => ask(harness, ({ queues }) => queues.backlogs(100));
      expect(await backlogs()).to.deep.equal({
        events: none,
        deliveries: none,
        mails: none,
        verifications: { ...none, bytes: 0 },
        awaitedUploads: none,
        openSessions: none,
        collections: { ...none, deadBytes: 0 },
      });

      for (const occurredAt of [31, 30]) await commit(harness, ({ outbox }) => outbox.append(aDomainEvent({ occurredAt })));
      await commit(harness, ({ outbox }) => outbox.append(aDomainEvent({ type: 'upload.session.created', occurredAt: 1 })));
      const webhook = await storedWebhook(harness);
      for (const createdAt of [40, 42, 41]) await storedDelivery(harness, webhook.id, { createdAt });
      const [first] = await commit(harness, ({ deliveries }) => deliveries.claim(webhook.id, 'a', 40, 140, 1));
      if (first === undefined) throw new Error('it is due');
      const outcome = { httpStatus: 204, fault: undefined, durationMs: 1 };
      await commit(harness, ({ deliveries }) => deliveries.recordOutcome(first, outcome, { kind: 'over', isSuccess: true }));
      const switchedOff = await storedWebhook(harness, { isActive: false });
      await storedDelivery(harness, switchedOff.id, { createdAt: 39 });
      for (const createdAt of [51, 50]) await commit(harness, ({ mails }) => mails.add(aQueuedMail({ createdAt })));
      const repositories = [await storedRepository(harness), await storedRepository(harness)];
      for (const [at, { id, organizationId }] of repositories.entries()) {
        const verification = aPendingVerification(id, { requestedAt: 60 + at, sizeBytes: 5 });
        await commit(harness, ({ tree }) => tree.addPendingVerification(verification));
        const session = { repositoryId: id, organizationId, createdAt: 70 + at, expiresAt: 101 };
        for (const part of [{}, { expiresAt: 100 }, { status: 'EXPIRED' } as const]) {
          await storedSession(harness, { ...session, ...part });
        }
        const lfs = await storedSession(harness, { ...session, kind: 'lfs' });
        await commit(harness, ({ uploads }) => uploads.setLfsDue(lfs.id, at === 0 ? 90 : 101));
        await commit(harness, ({ tree }) => tree.countFile(id, 1));
        await commit(harness, ({ condemned }) => condemned.noteDead(id, 7));
      }

      expect(await backlogs()).to.deep.equal({
        events: { count: 2, oldestAt: 30 },
        deliveries: { count: 2, oldestAt: 41 },
        mails: { count: 2, oldestAt: 50 },
        verifications: { count: 2, oldestAt: 60, bytes: 10 },
        awaitedUploads: { count: 1, oldestAt: 90 },
        openSessions: { count: 2, oldestAt: 70 },
        collections: { count: 2, oldestAt: 0, deadBytes: 14 },
      });
    },
  },
];
