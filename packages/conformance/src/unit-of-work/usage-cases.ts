import { type OrganizationId, type RepositoryId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { seeded } from '../seeded.js';
import { aLedgerEntry, anObject, builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedRepository } from './stored.js';

const largest = Number.MAX_SAFE_INTEGER;

const usageOf = (harness: UnitOfWorkHarness, id: OrganizationId) => ask(harness, ({ usage }) => usage.ofOrganization(id));

/** Whether they fitted. */
const reserve = (harness: UnitOfWorkHarness, id: OrganizationId, bytes: number, limit: number | undefined): Promise<boolean> =>
  commit(harness, async ({ usage }) => (await usage.reserve(id, bytes, limit)) !== undefined);

export const usageCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a reservation fits up to the limit and not one byte above it; what does not fit writes nothing',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      await commit(harness, ({ usage }) => usage.charge(aLedgerEntry(id, { bytes: 60 })));
      expect(await reserve(harness, id, 41, 100)).to.equal(false);
      expect(await usageOf(harness, id)).to.deep.equal({ usedBytes: 60, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
      expect(await reserve(harness, id, 40, 100)).to.equal(true);
      expect(await usageOf(harness, id)).to.deep.equal({ usedBytes: 60, reservedBytes: 40, reclaimableBytes: 0, byosBytes: 0 });
      expect(await reserve(harness, id, 1, 100)).to.equal(false);
      expect(await reserve(harness, id, 0, 100)).to.equal(true);
      expect(await reserve(harness, id, 1, 99), 'a limit below what is used').to.equal(false);
    },
  },
  {
    title: 'without a limit every reservation fits that the integers hold',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      expect(await reserve(harness, id, largest - 5, undefined)).to.equal(true);
      expect(await usageOf(harness, id)).to.deep.equal({
        usedBytes: 0,
        reservedBytes: largest - 5,
        reclaimableBytes: 0,
        byosBytes: 0,
      });
      expect(await reserve(harness, id, 6, undefined)).to.equal(false);
      expect(await reserve(harness, id, largest, undefined)).to.equal(false);
      expect(await reserve(harness, id, 5, largest)).to.equal(true);
      expect(await usageOf(harness, id)).to.deep.equal({
        usedBytes: 0,
        reservedBytes: largest,
        reclaimableBytes: 0,
        byosBytes: 0,
      });
    },
  },
  {
    title: 'holding changes no usage of an organization or a repository, and takes ids that nothing has',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const usages = () =>
        ask(harness, async ({ usage }) => [await usage.ofOrganization(organizationId), await usage.ofRepository(repositoryId)]);
      await commit(harness, async ({ usage }) => {
        await usage.reserve(organizationId, 5, undefined);
        await usage.countTree(repositoryId, 7);
      });
      const before = await usages();
      await commit(harness, ({ usage }) => usage.hold({ organizationId, repositoryId }));
      expect(await usages()).to.deep.equal(before);
      const unknown = { organizationId: trusted<OrganizationId>(uniqueId()), repositoryId: trusted<RepositoryId>(uniqueId()) };
      await commit(harness, ({ usage }) => usage.hold(unknown));
    },
  },
  {
    title: 'an organization that is not there reserves nothing and uses nothing',
    run: async (harness) => {
      const unknown = trusted<OrganizationId>(uniqueId());
      expect(await reserve(harness, unknown, 1, undefined)).to.equal(false);
      expect(await usageOf(harness, unknown)).to.deep.equal({
        usedBytes: 0,
        reservedBytes: 0,
        reclaimableBytes: 0,
        byosBytes: 0,
      });
      await commit(harness, ({ usage }) => usage.release(unknown, 1));
      expect(await usageOf(harness, unknown)).to.deep.equal({
        usedBytes: 0,
        reservedBytes: 0,
        reclaimableBytes: 0,
        byosBytes: 0,
      });
    },
  },
  {
    title: 'of 200 reservations at once exactly those that fit succeed',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const claims = await together(200, () => reserve(harness, id, 1000, 10_999));
      expect(claims.filter(Boolean)).to.have.length(10);
      expect(await usageOf(harness, id)).to.deep.equal({
        usedBytes: 0,
        reservedBytes: 10_000,
        reclaimableBytes: 0,
        byosBytes: 0,
      });
    },
  },
  {
    title: 'what is kept and what is counted as reclaimable takes room from reservations until it is gone',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      await reserve(harness, id, 60, 100);
      await commit(harness, ({ usage }) => usage.keep(id, 50));
      await commit(harness, ({ usage }) => usage.countReclaimable(id, 30));
      expect(await usageOf(harness, id)).to.deep.equal({ usedBytes: 0, reservedBytes: 10, reclaimableBytes: 80, byosBytes: 0 });
      expect(await reserve(harness, id, 11, 100)).to.equal(false);
      await commit(harness, ({ usage }) => usage.countReclaimable(id, -80));
      expect(await usageOf(harness, id)).to.deep.equal({ usedBytes: 0, reservedBytes: 10, reclaimableBytes: 0, byosBytes: 0 });
      expect(await reserve(harness, id, 90, 100)).to.equal(true);
      const unknown = trusted<OrganizationId>(uniqueId());
      await commit(harness, ({ usage }) => usage.keep(unknown, 1));
      await commit(harness, ({ usage }) => usage.countReclaimable(unknown, 1));
    },
  },
  {
    title: 'reservations of one organization do not touch another',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedOrganization(harness), await storedOrganization(harness)];
      await reserve(harness, id, 100, 100);
      expect(await reserve(harness, otherId, 100, 100)).to.equal(true);
      await commit(harness, ({ usage }) => usage.release(id, 100));
      expect(await usageOf(harness, otherId)).to.deep.equal({
        usedBytes: 0,
        reservedBytes: 100,
        reclaimableBytes: 0,
        byosBytes: 0,
      });
    },
  },
  {
    title: 'what is given up can be reserved again',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      await reserve(harness, id, 100, 100);
      await commit(harness, ({ usage }) => usage.release(id, 30));
      expect(await usageOf(harness, id)).to.deep.equal({ usedBytes: 0, reservedBytes: 70, reclaimableBytes: 0, byosBytes: 0 });
      expect(await reserve(harness, id, 30, 100)).to.equal(true);
    },
  },
  seeded('the entries of the ledger add up to what the organization uses', async (harness, random) => {
    const { id } = await storedOrganization(harness);
    const entries = Array.from({ length: 30 }, () => aLedgerEntry(id, { bytes: 1 + random.integer(1_000_000), objects: 2 }));
    const withdrawal = aLedgerEntry(id, { bytes: -(entries[0]?.bytes ?? 0), objects: -1, reason: 'repository.deleted' });
    await Promise.all(entries.map((entry) => commit(harness, ({ usage }) => usage.charge(entry))));
    await commit(harness, ({ usage }) => usage.charge(withdrawal));
    const { ledgerEntries } = await harness.journal();
    expect(ledgerEntries).to.have.deep.members([...entries, withdrawal]);
    const sum = ledgerEntries.reduce((total, { bytes }) => total + bytes, 0);
    expect(await usageOf(harness, id)).to.deep.equal({ usedBytes: sum, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  }),
  seeded('bytes in buckets of its own are added up apart, and leave the whole limit to reservations', async (harness, random) => {
    const { id } = await storedOrganization(harness);
    const entries = Array.from({ length: 40 }, (_, at) =>
      aLedgerEntry(id, { bytes: random.integer(1_000_000), storageMode: at % 2 === 0 ? 'byos' : 'managed' }),
    );
    const { bytes, storageMode } = random.pick(entries);
    const withdrawal = aLedgerEntry(id, { bytes: -bytes, storageMode, reason: 'repository.deleted' });
    await Promise.all(entries.map((entry) => commit(harness, ({ usage }) => usage.charge(entry))));
    await commit(harness, ({ usage }) => usage.charge(withdrawal));
    const { ledgerEntries } = await harness.journal();
    const sumOf = (mode: string): number =>
      ledgerEntries.filter((entry) => entry.storageMode === mode).reduce((total, entry) => total + entry.bytes, 0);
    const [usedBytes, byosBytes] = [sumOf('managed'), sumOf('byos')];
    expect(await usageOf(harness, id)).to.deep.equal({ usedBytes, reservedBytes: 0, reclaimableBytes: 0, byosBytes });
    expect(await reserve(harness, id, 1000, usedBytes + 999)).to.equal(false);
    expect(await reserve(harness, id, 1000, usedBytes + 1000)).to.equal(true);
  }),
  {
    title:
      "a charge and a reservation answer where the organization then stands in the service's own storage, with the level that was noted last, which can be read too",
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const charge = (part: { bytes: number; storageMode?: 'byos' }) =>
        commit(harness, ({ usage }) => usage.charge(aLedgerEntry(id, part)));
      const note = (level: 'normal' | 'warning' | 'exceeded') => commit(harness, ({ usage }) => usage.setQuotaLevel(id, level));
      const held = { reservedBytes: 5, reclaimableBytes: 3 };
      expect(await commit(harness, ({ usage }) => usage.reserve(id, 8, undefined))).to.deep.equal({
        usedBytes: 0,
        reservedBytes: 8,
        reclaimableBytes: 0,
        quotaLevel: 'normal',
      });
      await commit(harness, ({ usage }) => usage.keep(id, 3));
      expect(await charge({ bytes: 60 })).to.deep.equal({ usedBytes: 60, ...held, quotaLevel: 'normal' });
      await note('warning');
      expect(await charge({ bytes: 7, storageMode: 'byos' })).to.deep.equal({ usedBytes: 60, ...held, quotaLevel: 'warning' });
      await note('exceeded');
      const reserveOne = () => commit(harness, ({ usage }) => usage.reserve(id, 1, 69));
      expect(await reserveOne()).to.deep.equal({ usedBytes: 60, ...held, reservedBytes: 6, quotaLevel: 'exceeded' });
      expect(await reserveOne()).to.equal(undefined);
      await commit(harness, ({ usage }) => usage.release(id, 1));
      expect(await charge({ bytes: -20 })).to.deep.equal({ usedBytes: 40, ...held, quotaLevel: 'exceeded' });
      const standing = (of: OrganizationId) => ask(harness, ({ usage }) => usage.standingOf(of));
      expect(await standing(id)).to.deep.equal({ usedBytes: 40, ...held, quotaLevel: 'exceeded' });
      expect(await standing((await storedOrganization(harness)).id)).to.deep.equal({
        usedBytes: 0,
        reservedBytes: 0,
        reclaimableBytes: 0,
        quotaLevel: 'normal',
      });
      const nobody = trusted<OrganizationId>(uniqueId());
      expect(await standing(nobody)).to.equal(undefined);
      const unknown = aLedgerEntry(nobody, { bytes: 1 });
      expect(await commit(harness, ({ usage }) => usage.charge(unknown))).to.equal(undefined);
    },
  },
  {
    title: 'no organization occupies less than nothing, in either mode',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      await commit(harness, ({ usage }) => usage.charge(aLedgerEntry(id, { bytes: 10, storageMode: 'managed' })));
      const entry = aLedgerEntry(id, { bytes: -1, storageMode: 'byos' });
      const [outcome] = await Promise.allSettled([commit(harness, ({ usage }) => usage.charge(entry))]);
      expect(outcome.status).to.equal('rejected');
      expect(await usageOf(harness, id)).to.deep.equal({ usedBytes: 10, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
    },
  },
  {
    title: 'the files of a chunk tree are added to what the repository occupies, and taken off again when they go',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      await commit(harness, (records) => records.objects.add(id, [anObject({ sizeBytes: 5, physicalBytes: 4 })]));
      await together(10, () => commit(harness, ({ usage }) => usage.countTree(id, 7)));
      await commit(harness, ({ usage }) => usage.countTree(id, -30));
      await ask(harness, async ({ usage }) => {
        const expected = { objectCount: 1, logicalBytes: 5, physicalBytes: 44, uploadedBytes: 0 };
        expect(await usage.ofRepository(id)).to.deep.equal(expected);
        expect(await usage.ofOrganization(organizationId), 'is charged apart').to.deep.equal({
          usedBytes: 0,
          reservedBytes: 0,
          reclaimableBytes: 0,
          byosBytes: 0,
        });
      });
    },
  },
  {
    title: 'what a tree gives back was counted before, and what is counted for no repository is nothing',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      await commit(harness, ({ usage }) => usage.countTree(id, 10));
      const [outcome] = await Promise.allSettled([commit(harness, ({ usage }) => usage.countTree(id, -11))]);
      expect(outcome.status).to.equal('rejected');
      expect((await ask(harness, ({ usage }) => usage.ofRepository(id))).physicalBytes).to.equal(10);
      const unknown = trusted<RepositoryId>(uniqueId());
      await commit(harness, ({ usage }) => usage.countTree(unknown, 7));
      expect((await ask(harness, ({ usage }) => usage.ofRepository(unknown))).physicalBytes).to.equal(0);
    },
  },
  {
    title: 'received bytes are added up for the repository, apart from what it holds',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      await commit(harness, (records) => records.objects.add(id, [anObject({ sizeBytes: 5, physicalBytes: 4 })]));
      const upload = { organizationId, repositoryId: id, storageMode: 'managed', bytes: 7, at: builtAt } as const;
      await together(10, () => commit(harness, ({ usage }) => usage.countUpload(upload)));
      await ask(harness, async ({ usage }) => {
        const expected = { objectCount: 1, logicalBytes: 5, physicalBytes: 4, uploadedBytes: 70 };
        expect(await usage.ofRepository(id)).to.deep.equal(expected);
        const nothing = { objectCount: 0, logicalBytes: 0, physicalBytes: 0, uploadedBytes: 0 };
        expect(await usage.ofRepository(otherId)).to.deep.equal(nothing);
        expect(await usage.ofRepository(trusted<RepositoryId>(uniqueId()))).to.deep.equal(nothing);
      });
    },
  },
  {
    title: 'all organizations are listed in the order of their ids, page by page',
    run: async (harness) => {
      const ids = [];
      for (let made = 0; made < 5; made += 1) ids.push((await storedOrganization(harness)).id);
      const list = (after: OrganizationId | undefined, limit: number) =>
        ask(harness, ({ usage }) => usage.listOrganizations(after, limit));
      const all = ids.toSorted();
      expect(await list(undefined, 9)).to.deep.equal(all);
      expect(await list(undefined, 2)).to.deep.equal(all.slice(0, 2));
      expect(await list(all[1], 2)).to.deep.equal(all.slice(2, 4));
      expect(await list(all[4], 2)).to.deep.equal([]);
    },
  },
  {
    title: 'the ledger of an organization is read in its order, slice by slice, also what the transaction itself has written',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const { id: otherId } = await storedOrganization(harness);
      const written = [
        aLedgerEntry(id, { bytes: 5 }),
        aLedgerEntry(id, { bytes: 7, storageMode: 'byos', at: 0 }),
        aLedgerEntry(id, { bytes: -3 }),
      ];
      for (const entry of written) {
        await commit(harness, ({ usage }) => usage.charge(aLedgerEntry(otherId)));
        await commit(harness, ({ usage }) => usage.charge(entry));
      }
      const expected = written.map(({ storageMode, bytes, at }) => ({ storageMode, bytes, at }));
      const first = await ask(harness, ({ usage }) => usage.listLedger(id, 0, 2));
      expect(first.map(({ place: _place, ...entry }) => entry)).to.deep.equal(expected.slice(0, 2));
      const rest = await commit(harness, async ({ usage }) => {
        await usage.charge(aLedgerEntry(id, { bytes: 1 }));
        return usage.listLedger(id, first[1]?.place ?? 0, 9);
      });
      expect(rest.map(({ bytes }) => bytes)).to.deep.equal([-3, 1]);
      const places = [...first, ...rest].map(({ place }) => place);
      expect(new Set(places).size).to.equal(4);
      expect(places).to.deep.equal(places.toSorted((left, right) => left - right));
      expect(Math.min(...places)).to.be.greaterThan(0);
    },
  },
  {
    title: 'what the repositories of an organization hold is added up for each storage mode',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const sum = () => ask(harness, ({ usage }) => usage.ofRepositories(organizationId));
      const nothing = { repositoryCount: 0, objectCount: 0, logicalBytes: 0, physicalBytes: 0, wholeBytes: 0 };
      expect(await sum()).to.deep.equal({ managed: nothing, byos: nothing });
      const managed = [await storedRepository(harness, { organizationId }), await storedRepository(harness, { organizationId })];
      const byos = await storedRepository(harness, { organizationId, storageMode: 'byos' });
      const foreign = await storedRepository(harness);
      for (const [index, { id }] of [...managed, byos, foreign].entries()) {
        await commit(harness, ({ usage }) => usage.countTree(id, 10 ** index));
        const whole = anObject({ sizeBytes: 5, physicalBytes: 2 * 10 ** index });
        await commit(harness, ({ objects }) => objects.add(id, [whole, anObject({ sizeBytes: 7, layout: 'chunks' })]));
      }
      expect(await sum()).to.deep.equal({
        managed: { repositoryCount: 2, objectCount: 4, logicalBytes: 24, physicalBytes: 33, wholeBytes: 10 },
        byos: { repositoryCount: 1, objectCount: 2, logicalBytes: 12, physicalBytes: 300, wholeBytes: 5 },
      });
    },
  },
];
