import type { Repository } from '@svc/core';
import { type CountedDownloads, DAY_MS, dayOf, type OrganizationId, trusted, type TrafficDay } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, oids, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedRepository } from './stored.js';

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
      expect((await ask(harness, ({ traffic }) => traffic.downloadsOf(repositoryId, [oid]))).size).to.equal(0);
    },
  },
];
