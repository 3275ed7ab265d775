import type { Repository } from '@svc/core';
import { type CountedDownloads, DAY_MS, dayOf, type OrganizationId, trusted, type TrafficDay } from '@svc/core/model';
import { expect } from 'chai';
import { err, type Result } from 'neverthrow';
import { builtAt, oids, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRemains, storedOrganization, storedRepository } from './stored.js';

const today = dayOf(builtAt);

const daysOf = (harness: UnitOfWorkHarness, id: OrganizationId, from = 0): Promise<readonly TrafficDay[]> =>
  ask(harness, ({ traffic }) => traffic.listDays(id, from));

const add = (harness: UnitOfWorkHarness, counted: Partial<CountedDownloads>): Promise<CountedDownloads> =>
  commit(harness, ({ traffic }) => traffic.addDownloads({ egress: [], objects: [], ...counted }));

const egressOf = ({ id, organizationId, storageMode }: Repository, day: number, bytes: number, downloads: number) => ({
  organizationId,
  repositoryId: id,
  storageMode,
  day,
  bytes,
  downloads,
});

export const trafficCases: readonly UnitOfWorkCase[] = [
  {
    title: 'egress of several repositories is added up for the organization, by day and mode',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const first = await storedRepository(harness, { organizationId });
      const second = await storedRepository(harness, { organizationId });
      const own = await storedRepository(harness, { organizationId, storageMode: 'byos' });
      const foreign = await storedRepository(harness);
      const egress = [
        egressOf(first, today, 5, 1),
        egressOf(second, today, 6, 0),
        egressOf(own, today, 7, 2),
        egressOf(first, today + DAY_MS, 8, 3),
        egressOf(foreign, today, 1000, 9),
      ];
      await add(harness, { egress });
      await add(harness, { egress: [egressOf(first, today, 10, 1)] });
      const row = (day: number, storageMode: string, egressBytes: number, downloads: number) => ({
        day,
        storageMode,
        uploadedBytes: 0,
        egressBytes,
        downloads,
      });
      const days = [row(today, 'byos', 7, 2), row(today, 'managed', 21, 2), row(today + DAY_MS, 'managed', 8, 3)];
      expect(await daysOf(harness, organizationId)).to.deep.equal(days);
      expect(await daysOf(harness, organizationId, today + 1)).to.deep.equal(days.slice(2));
      expect(await daysOf(harness, trusted<OrganizationId>(uniqueId()))).to.deep.equal([]);
    },
  },
  {
    title: 'sums of bytes stop at the largest number that is exact, of a day, a repository and an organization',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const first = await storedRepository(harness, { organizationId });
      const second = await storedRepository(harness, { organizationId });
      const most = Number.MAX_SAFE_INTEGER;
      await add(harness, { egress: [egressOf(first, today, most - 1, 1)] });
      for (const bytes of [1, 1, most]) await add(harness, { egress: [egressOf(first, today, bytes, 1)] });
      const egress = [first, second].map((repository) => egressOf(repository, today + DAY_MS, most, 1));
      await add(harness, { egress });
      const days = await daysOf(harness, organizationId);
      expect(days.map(({ egressBytes, downloads }) => [egressBytes, downloads])).to.deep.equal([
        [most, 4],
        [most, 2],
      ]);
      const ofFirst = await ask(harness, ({ storage }) => storage.trafficByDay(first.id, today));
      expect(ofFirst.map(({ egressBytes }) => egressBytes)).to.deep.equal([most, most]);
    },
  },
  {
    title: 'uploads and downloads of a day stand side by side',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const { id: repositoryId, organizationId } = repository;
      const upload = { organizationId, repositoryId, storageMode: 'managed', bytes: 3, at: builtAt } as const;
      await commit(harness, ({ usage }) => usage.countUpload(upload));
      await add(harness, { egress: [egressOf(repository, today, 5, 1)] });
      await commit(harness, ({ usage }) => usage.countUpload(upload));
      expect(await daysOf(harness, organizationId)).to.deep.equal([
        { day: today, storageMode: 'managed', uploadedBytes: 6, egressBytes: 5, downloads: 1 },
      ]);
    },
  },
  {
    title: 'an object knows how often it was downloaded and when last, whatever the order of the writings',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [oid, other, never] = [uniqueOid(), uniqueOid(), uniqueOid()];
      await add(harness, {
        objects: [
          { repositoryId, oid, downloads: 2, lastDownloadedAt: 500 },
          { repositoryId, oid: other, downloads: 1, lastDownloadedAt: 100 },
        ],
      });
      await add(harness, { objects: [{ repositoryId, oid, downloads: 3, lastDownloadedAt: 400 }] });
      await add(harness, { objects: [{ repositoryId, oid: other, downloads: 1, lastDownloadedAt: 900 }] });
      const found = await ask(harness, ({ traffic }) => traffic.downloadsOf(repositoryId, [never, other, oid]));
      expect(found).to.deep.equal(
        new Map([
          [oid, { downloads: 5, lastDownloadedAt: 500 }],
          [other, { downloads: 2, lastDownloadedAt: 900 }],
        ]),
      );
      expect((await ask(harness, ({ traffic }) => traffic.downloadsOf(otherId, [oid]))).size).to.equal(0);
      expect((await ask(harness, ({ traffic }) => traffic.downloadsOf(repositoryId, []))).size).to.equal(0);
    },
  },
  {
    title: 'downloads written at the same time, in whatever order of objects, are all counted',
    run: async (harness) => {
      const repositories = [await storedRepository(harness), await storedRepository(harness)];
      const names = oids(150);
      await together(10, (index) => {
        const inTurn = index % 2 === 0 ? repositories : repositories.toReversed();
        const ordered = index % 2 === 0 ? names : names.toReversed();
        return add(harness, {
          egress: inTurn.map((repository) => egressOf(repository, today, 4, 1)),
          objects: inTurn.flatMap(({ id: repositoryId }) =>
            ordered.map((oid) => ({ repositoryId, oid, downloads: 1, lastDownloadedAt: index })),
          ),
        });
      });
      for (const { id, organizationId } of repositories) {
        const found = await ask(harness, ({ traffic }) => traffic.downloadsOf(id, names));
        expect(found.size).to.equal(names.length);
        for (const counted of found.values()) expect(counted).to.deep.equal({ downloads: 10, lastDownloadedAt: 9 });
        expect((await daysOf(harness, organizationId)).map(({ egressBytes }) => egressBytes)).to.deep.equal([40]);
      }
    },
  },
  {
    title: 'a batch of downloads is noted once, by one of many at once, and not after a later one of its writer',
    run: async (harness) => {
      const [writer, other] = [uniqueId(), uniqueId()];
      const note = (number: number, by = writer) =>
        commit(harness, ({ traffic }) => traffic.noteBatch({ writer: by, number }, builtAt));
      const noted = await together(10, () => note(1));
      expect(noted.filter(Boolean)).to.have.length(1);
      expect([await note(2), await note(2), await note(1), await note(3)]).to.deep.equal([true, false, false, true]);
      expect([await note(1, other), await note(1, other)]).to.deep.equal([true, false]);
    },
  },
  {
    title: 'a batch whose transaction is rolled back is not noted',
    run: async (harness) => {
      const batch = { writer: uniqueId(), number: 1 };
      const outcome = await harness.unitOfWork.transact(async ({ traffic }): Promise<Result<void, string>> => {
        expect(await traffic.noteBatch(batch, builtAt)).to.equal(true);
        return err('refused');
      });
      expect(outcome.isErr()).to.equal(true);
      expect(await commit(harness, ({ traffic }) => traffic.noteBatch(batch, builtAt))).to.equal(true);
    },
  },
  {
    title: 'writers whose last batch is older than a time are forgotten, and no others',
    run: async (harness) => {
      const [older, younger] = [uniqueId(), uniqueId()];
      const noted = await commit(harness, async ({ traffic }) => {
        const note = (writer: string, number: number, at: number) => traffic.noteBatch({ writer, number }, at);
        await note(older, 1, builtAt - 1);
        await note(younger, 1, builtAt - 1);
        await note(younger, 2, builtAt);
        await traffic.forgetWriters(builtAt);
        return [await note(older, 1, builtAt), await note(younger, 2, builtAt)];
      });
      expect(noted).to.deep.equal([true, false]);
    },
  },
  {
    title: "downloads from a repository that was deleted meanwhile stay in the organization's egress, and nowhere else",
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const { id: repositoryId, organizationId } = repository;
      const oid = uniqueOid();
      const counted = {
        egress: [egressOf(repository, today, 5, 1)],
        objects: [{ repositoryId, oid, downloads: 1, lastDownloadedAt: builtAt }],
      };
      await add(harness, counted);
      await commit(harness, ({ repositories }) => repositories.remove(repositoryId));
      expect(await add(harness, counted), 'left for later').to.deep.equal({ egress: [], objects: [] });
      expect(await daysOf(harness, organizationId)).to.deep.equal([
        { day: today, storageMode: 'managed', uploadedBytes: 0, egressBytes: 10, downloads: 2 },
      ]);
      const downloads = await ask(harness, ({ traffic }) => traffic.downloadsOf(repositoryId, [oid]));
      expect(downloads.get(oid)?.downloads ?? 0).to.be.below(2);
      await removeRemains(harness);
      expect((await ask(harness, ({ traffic }) => traffic.downloadsOf(repositoryId, [oid]))).size).to.equal(0);
    },
  },
];
