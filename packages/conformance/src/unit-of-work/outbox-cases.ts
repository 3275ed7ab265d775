import { type OrganizationId, publicEventTypes, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { aDomainEvent, builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase } from './harness.js';

export const outboxCases: readonly UnitOfWorkCase[] = [
  {
    title: 'public events are pending as they were given, the oldest first, up to the limit; those of the service never are',
    run: async (harness) => {
      const events = publicEventTypes.map((type, at) =>
        aDomainEvent({ type, occurredAt: builtAt - at, data: { text: '🚀', at } }),
      );
      const nowhere = aDomainEvent({ type: 'storage.quota.warning', repositoryId: undefined, occurredAt: builtAt + 1 });
      for (const event of [...events, nowhere]) await commit(harness, ({ outbox }) => outbox.append(event));
      for (const type of ['upload.session.created', 'upload.session.finalized', 'repository.usage.changed'] as const) {
        await commit(harness, ({ outbox }) => outbox.append(aDomainEvent({ type })));
      }
      const oldestFirst = [...events.toReversed(), nowhere];
      const list = async (limit: number) =>
        (await ask(harness, ({ outbox }) => outbox.listPending(limit))).map(({ event }) => event);
      expect(await list(100)).to.deep.equal(oldestFirst);
      expect(await list(2)).to.deep.equal(oldestFirst.slice(0, 2));
    },
  },
  {
    title: 'pending events can be listed of one organization alone',
    run: async (harness) => {
      const { organizationId } = aDomainEvent();
      const own = [1, 0].map((later) => aDomainEvent({ organizationId, occurredAt: builtAt + later }));
      const other = aDomainEvent();
      for (const event of [...own, other]) await commit(harness, ({ outbox }) => outbox.append(event));
      const list = async (id: OrganizationId, limit: number) =>
        (await ask(harness, ({ outbox }) => outbox.listPending(limit, id))).map(({ event }) => event);
      expect(await list(organizationId, 10)).to.deep.equal(own.toReversed());
      expect(await list(organizationId, 1)).to.deep.equal(own.slice(1));
      expect(await list(other.organizationId, 10)).to.deep.equal([other]);
      expect(await list(trusted<OrganizationId>(uniqueId()), 10)).to.deep.equal([]);
    },
  },
  {
    title: 'an event is taken by one of 30 at once, whatever each of them takes beside it, and stays in the journal',
    run: async (harness) => {
      const events = [aDomainEvent(), aDomainEvent(), aDomainEvent(), aDomainEvent()];
      for (const event of events) await commit(harness, ({ outbox }) => outbox.append(event));
      const pending = await ask(harness, ({ outbox }) => outbox.listPending(10));
      const places = pending.slice(0, 3).map(({ place }) => place);
      const taken = await together(30, (index) =>
        commit(harness, ({ outbox }) => outbox.take([0, 1].map((next) => places[(index + next) % 3] ?? 0))),
      );
      expect(taken.flatMap((each) => [...each]).toSorted()).to.deep.equal(places.toSorted());
      expect(await commit(harness, ({ outbox }) => outbox.take([...places, 1_000_000]))).to.deep.equal(new Set());
      expect(await commit(harness, ({ outbox }) => outbox.take([]))).to.deep.equal(new Set());
      expect(await ask(harness, ({ outbox }) => outbox.listPending(10))).to.deep.equal(pending.slice(3));
      expect((await harness.journal()).domainEvents).to.deep.equal(events);
    },
  },
];
