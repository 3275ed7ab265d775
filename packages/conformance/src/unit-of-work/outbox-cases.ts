import { type DomainEvent, type OrganizationId, publicEventTypes, trusted } from '@svc/core/model';
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
  {
    title: 'what is not pending and happened before an instant is removed from among the first; a place is never given again',
    run: async (harness) => {
      const at = (occurredAt: number, type: DomainEvent['type'] = 'upload.session.created') => aDomainEvent({ type, occurredAt });
      const events = [at(builtAt - 3), at(builtAt - 2, 'repository.push'), at(builtAt), at(builtAt - 1), at(builtAt - 4)];
      for (const event of events) await commit(harness, ({ outbox }) => outbox.append(event));
      const remove = (limit: number) => commit(harness, ({ outbox }) => outbox.removeOlder(builtAt, builtAt + 10, limit));
      const left = async () => (await harness.journal()).domainEvents;
      expect(await remove(2)).to.equal(1);
      expect(await left()).to.deep.equal(events.slice(1));
      expect(await remove(1), 'the first one is pending').to.equal(0);
      expect(await remove(10)).to.equal(2);
      expect(await left()).to.deep.equal(events.slice(1, 3));
      const later = at(builtAt, 'repository.push');
      await commit(harness, ({ outbox }) => outbox.append(later));
      const pending = await ask(harness, ({ outbox }) => outbox.listPending(10));
      expect(pending.map(({ event }) => event)).to.deep.equal([events[1], later]);
      const places = pending.map(({ place }) => place);
      expect(await commit(harness, ({ outbox }) => outbox.take(places))).to.deep.equal(new Set(places));
      expect(await remove(10), 'nobody waits for it now').to.equal(1);
      expect(await left()).to.deep.equal([events[2], later]);
    },
  },
  {
    title: 'what lies ahead, since the clock was set back, is removed like what is old, and does not keep what comes after it',
    run: async (harness) => {
      const events = [builtAt + 11, builtAt + 10, builtAt - 1].map((occurredAt) =>
        aDomainEvent({ type: 'upload.session.created', occurredAt }),
      );
      for (const event of events) await commit(harness, ({ outbox }) => outbox.append(event));
      expect(await commit(harness, ({ outbox }) => outbox.removeOlder(builtAt, builtAt + 10, 3))).to.equal(2);
      expect((await harness.journal()).domainEvents).to.deep.equal(events.slice(1, 2));
    },
  },
];
