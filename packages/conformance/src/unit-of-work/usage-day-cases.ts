import { DAY_MS, dayOf, type OrganizationId, type StorageMode, trusted, type UsageByDay, type UsageDay } from '@svc/core/model';
import { expect } from 'chai';
import { seeded } from '../seeded.js';
import { aLedgerEntry, builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization } from './stored.js';

const today = dayOf(builtAt);

const byDay = (harness: UnitOfWorkHarness, id: OrganizationId, from = 0): Promise<UsageByDay> =>
  ask(harness, ({ usage }) => usage.byDay(id, from));

const daysOf = async (harness: UnitOfWorkHarness, id: OrganizationId): Promise<readonly UsageDay[]> =>
  (await byDay(harness, id)).days;

export const usageDayCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a day begins at midnight in UTC: the last millisecond before belongs to the day before',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      for (const at of [today - 1, today, today + DAY_MS - 1, today + DAY_MS]) {
        await commit(harness, ({ usage }) => usage.charge(aLedgerEntry(id, { bytes: 7, at })));
      }
      const row = (day: number, addedBytes: number) => ({ day, storageMode: 'managed', addedBytes, removedBytes: 0 });
      const days = [row(today - DAY_MS, 7), row(today, 14), row(today + DAY_MS, 7)];
      expect(await byDay(harness, id)).to.deep.equal({ before: { managed: 0, byos: 0 }, days });
      expect(await byDay(harness, id, today)).to.deep.equal({ before: { managed: 7, byos: 0 }, days: days.slice(1) });
      expect(await byDay(harness, id, today + 1)).to.deep.equal({ before: { managed: 21, byos: 0 }, days: days.slice(2) });
    },
  },
  {
    title: 'what comes and what goes on a day is added up apart, and the modes are too',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const { id: otherId } = await storedOrganization(harness);
      const charges: readonly (readonly [number, StorageMode])[] = [
        [10, 'managed'],
        [-4, 'managed'],
        [5, 'byos'],
        [0, 'byos'],
        [2, 'managed'],
      ];
      for (const [bytes, storageMode] of charges) {
        await commit(harness, ({ usage }) => usage.charge(aLedgerEntry(id, { bytes, storageMode })));
      }
      await commit(harness, ({ usage }) => usage.charge(aLedgerEntry(otherId, { bytes: 1000 })));
      expect(await daysOf(harness, id)).to.deep.equal([
        { day: today, storageMode: 'byos', addedBytes: 5, removedBytes: 0 },
        { day: today, storageMode: 'managed', addedBytes: 12, removedBytes: 4 },
      ]);
      const later = { before: { managed: 8, byos: 5 }, days: [] };
      expect(await byDay(harness, id, today + DAY_MS)).to.deep.equal(later);
      const nothing = { before: { managed: 0, byos: 0 }, days: [] };
      expect(await byDay(harness, trusted<OrganizationId>(uniqueId()))).to.deep.equal(nothing);
    },
  },
  {
    title: 'what stayed of earlier days is told exactly, also where more came and went than a number holds',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const [much, days] = [2 ** 53 - 10, 3];
      for (let day = 0; day < days; day += 1) {
        for (const bytes of [much, 1 - much]) {
          await commit(harness, ({ usage }) => usage.charge(aLedgerEntry(id, { bytes, at: today + day * DAY_MS })));
        }
      }
      expect(await byDay(harness, id, today + days * DAY_MS)).to.deep.equal({ before: { managed: days, byos: 0 }, days: [] });
    },
  },
  {
    title: 'charges at the same time are all in the day',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      await together(20, (index) => commit(harness, ({ usage }) => usage.charge(aLedgerEntry(id, { bytes: 2 ** index }))));
      expect(await daysOf(harness, id)).to.deep.equal([
        { day: today, storageMode: 'managed', addedBytes: 2 ** 20 - 1, removedBytes: 0 },
      ]);
    },
  },
  seeded('the days add up to the ledger and to what the organization uses', async (harness, random) => {
    const { id } = await storedOrganization(harness);
    for (let count = 0; count < 60; count += 1) {
      const { usedBytes } = await ask(harness, ({ usage }) => usage.ofOrganization(id));
      const bytes = random.integer(1000) - random.integer(Math.min(usedBytes, 900) + 1);
      const entry = aLedgerEntry(id, { bytes: Math.max(bytes, -usedBytes), at: builtAt + random.integer(5 * DAY_MS) });
      await commit(harness, ({ usage }) => usage.charge(entry));
    }
    const days = await daysOf(harness, id);
    const { usedBytes } = await ask(harness, ({ usage }) => usage.ofOrganization(id));
    expect(days.reduce((sum, day) => sum + day.addedBytes - day.removedBytes, 0)).to.equal(usedBytes);
    const ledger = (await harness.journal()).ledgerEntries.filter(({ organizationId }) => organizationId === id);
    for (const { day, addedBytes, removedBytes } of days) {
      const ofDay = ledger.filter(({ at }) => dayOf(at) === day).map(({ bytes }) => bytes);
      expect(ofDay.filter((bytes) => bytes > 0).reduce((sum, bytes) => sum + bytes, 0)).to.equal(addedBytes);
      expect(ofDay.filter((bytes) => bytes < 0).reduce((sum, bytes) => sum - bytes, 0)).to.equal(removedBytes);
    }
  }),
];
