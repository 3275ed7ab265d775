import { expect } from 'chai';
import { err, type Result } from 'neverthrow';
import { aDomainEvent, anAuditEvent } from './builders.js';
import { commit, type UnitOfWorkCase } from './harness.js';

export const journalCases: readonly UnitOfWorkCase[] = [
  {
    title: 'audit events are kept as they were given, in the order in which they were appended',
    run: async (harness) => {
      const events = [
        anAuditEvent({ target: 'Modèles/🚀.bin', userAgent: 'x'.repeat(512) }),
        anAuditEvent({ actorId: undefined, actorTokenId: undefined, address: undefined, userAgent: undefined, at: 0 }),
        anAuditEvent({ action: 'token.revoke', at: Number.MAX_SAFE_INTEGER }),
      ];
      await commit(harness, async ({ audit }) => {
        for (const event of events) await audit.append(event);
      });
      expect((await harness.journal()).auditEvents).to.deep.equal(events);
    },
  },
  {
    title: 'domain events are kept as they were given, in the order in which they were appended',
    run: async (harness) => {
      const events = [
        aDomainEvent({ data: { text: 'quote " 🚀', number: 0.5, largest: Number.MAX_SAFE_INTEGER } }),
        aDomainEvent({ repositoryId: undefined, type: 'repository.usage.changed', data: {} }),
        aDomainEvent(),
      ];
      for (const event of events) await commit(harness, ({ outbox }) => outbox.append(event));
      expect((await harness.journal()).domainEvents).to.deep.equal(events);
    },
  },
  {
    title: 'what is rolled back leaves no event behind',
    run: async (harness) => {
      const outcome = await harness.unitOfWork.transact(async ({ audit, outbox }): Promise<Result<void, string>> => {
        await audit.append(anAuditEvent());
        await outbox.append(aDomainEvent());
        return err('refused');
      });
      expect(outcome.isErr()).to.equal(true);
      expect(await harness.journal()).to.deep.equal({ auditEvents: [], domainEvents: [], ledgerEntries: [] });
    },
  },
];
