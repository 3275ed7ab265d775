import { type AuditEvent, MINUTE_MS, type OrganizationId, type TokenId, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { anAuditEvent, builtAt, uniqueId } from './builders.js';
import { expectUncounted } from './expect-uncounted.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedUser } from './stored.js';

const anOrganizationId = () => trusted<OrganizationId>(uniqueId());

const append = (harness: UnitOfWorkHarness, ...events: readonly AuditEvent[]) =>
  commit(harness, async ({ audit }) => {
    for (const event of events) await audit.append(event);
  });

const latest = (harness: UnitOfWorkHarness, organizationId: OrganizationId, limit = 100) =>
  ask(harness, ({ audit }) => audit.latest(organizationId, limit));

const targets = async (harness: UnitOfWorkHarness, organizationId: OrganizationId, limit?: number) =>
  (await latest(harness, organizationId, limit)).map(({ target }) => target);

export const auditCases: readonly UnitOfWorkCase[] = [
  {
    title: "the log shows an event as it was given, with its actor's name and address",
    run: async (harness) => {
      const organizationId = anOrganizationId();
      const user = await storedUser(harness);
      const unnamed = await storedUser(harness, { email: undefined, emailVerified: false });
      const events = [
        anAuditEvent({ organizationId, actorId: user.id, at: 1 }),
        anAuditEvent({ organizationId, actorId: unnamed.id, actorTokenId: undefined, at: 2 }),
        anAuditEvent({ organizationId, at: 3, target: 'Modèles/🚀.bin', userAgent: 'x'.repeat(512) }),
        anAuditEvent({
          organizationId,
          actorId: undefined,
          actorTokenId: undefined,
          details: {},
          at: 4,
          address: undefined,
          userAgent: undefined,
        }),
      ];
      await append(harness, ...events);
      const actors = [{ name: user.name, email: user.email }, { name: unnamed.name, email: undefined }, undefined, undefined];
      const shown = await latest(harness, organizationId);
      expect(shown.map(({ id: _id, ...entry }) => entry).toReversed()).to.deep.equal(
        events.map((event, at) => ({ ...event, actor: actors[at] })),
      );
      expect(new Set(shown.map(({ id }) => id)).size).to.equal(events.length);
    },
  },
  {
    title: 'the log shows first what was appended last, whatever the time of the event',
    run: async (harness) => {
      const organizationId = anOrganizationId();
      const at = (target: string, time: number) => anAuditEvent({ organizationId, target, at: builtAt + time });
      await append(harness, at('fifth', 5), at('fourth', 1));
      await append(harness, at('third', 9), at('second', 2));
      await append(harness, at('first', 5));
      expect(await targets(harness, organizationId)).to.deep.equal(['first', 'second', 'third', 'fourth', 'fifth']);
    },
  },
  {
    title: 'the log shows the last events up to the limit, and those of its organization alone',
    run: async (harness) => {
      const organizationId = anOrganizationId();
      const other = anOrganizationId();
      for (let at = 0; at < 5; at += 1) {
        await append(harness, anAuditEvent({ organizationId, target: `${at}`, at }), anAuditEvent({ organizationId: other, at }));
      }
      expect(await targets(harness, organizationId, 3)).to.deep.equal(['4', '3', '2']);
      expect(await targets(harness, organizationId, 5)).to.deep.equal(['4', '3', '2', '1', '0']);
      expect(await latest(harness, other)).to.have.length(5);
      expect(await latest(harness, anOrganizationId())).to.deep.equal([]);
    },
  },
  {
    title: "an event's id stays, is unique in its organization's log, and counts nothing that others do",
    run: async (harness) => {
      const [organizationId, other] = [anOrganizationId(), anOrganizationId()];
      const ids = async (of: OrganizationId) => (await latest(harness, of)).map(({ id }) => id);
      await append(harness, anAuditEvent({ organizationId, at: 1 }));
      const first = await ids(organizationId);
      for (let at = 0; at < 20; at += 1) await append(harness, anAuditEvent({ organizationId: other, at }));
      await append(harness, anAuditEvent({ organizationId, at: 2 }));
      const both = await ids(organizationId);
      expect(both.slice(1)).to.deep.equal(first);
      expectUncounted(both);
    },
  },
  {
    title: 'the log tells when it last had the same, of an instant or later, by whatever address, and of nothing that differs',
    run: async (harness) => {
      const event = anAuditEvent({ details: { session_id: 's' }, at: 5 });
      const nobodys = anAuditEvent({ actorId: undefined, actorTokenId: undefined, details: {}, at: 5 });
      await append(harness, event, nobodys);
      const last = (wanted: AuditEvent, since: number) => ask(harness, ({ audit }) => audit.lastSame(wanted, since));
      const elsewhere = { at: 99, address: undefined, userAgent: 'another' };
      for (const known of [event, nobodys]) {
        expect(await last({ ...known, ...elsewhere }, 5)).to.equal(5);
        expect(await last({ ...known, ...elsewhere }, 6)).to.equal(undefined);
      }
      const others: readonly Partial<AuditEvent>[] = [
        { organizationId: anOrganizationId() },
        { action: 'webhook.redeliver' },
        { actorId: undefined },
        { actorId: trusted<UserId>(uniqueId()) },
        { actorTokenId: undefined },
        { actorTokenId: trusted<TokenId>(uniqueId()) },
        { target: 'another' },
        { details: { session_id: 't' } },
        { details: {} },
      ];
      for (const other of others) expect(await last({ ...event, ...other }, 0), JSON.stringify(other)).to.equal(undefined);
      const own = await commit(harness, async ({ audit }) => {
        for (const at of [7, 9, 8]) await audit.append({ ...event, target: 'mine', at });
        return audit.lastSame({ ...event, target: 'mine' }, 5);
      });
      expect(own).to.equal(9);
      const behind = { ...event, target: 'mine', at: 9 - MINUTE_MS };
      expect(await last(behind, 0), 'a minute ahead').to.equal(9);
      expect(await last({ ...behind, at: behind.at - 1 }, 0), 'of before the clock was set back').to.equal(8);
    },
  },
  {
    title: 'a transaction sees what it has appended to the log',
    run: async (harness) => {
      const event = anAuditEvent();
      const seen = await commit(harness, async ({ audit }) => {
        await audit.append(event);
        return audit.latest(event.organizationId, 1);
      });
      expect(seen.map(({ target }) => target)).to.deep.equal([event.target]);
    },
  },
];
