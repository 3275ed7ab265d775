import type { Repository } from '@svc/core';
import { type CondemnedFile, type GraphEdgeId, type RepositoryId, trusted, type UserId, wordsOfQuery } from '@svc/core/model';
import type { Queries } from '@svc/core/ports';
import { expect } from 'chai';
import { aLock, anObject, aRepository, builtAt, oids, slug, uniqueHash, uniqueId } from './builders.js';
import { anIndex, aSession } from './git-index-builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRemains, storedMember, storedRepository, storedUser } from './stored.js';
import { aPendingVerification, aTreeFile } from './tree-builders.js';

/** Later than everything that is due. */
const late = builtAt + 1000;

const storedOwner = async (harness: UnitOfWorkHarness, { organizationId }: Repository): Promise<UserId> => {
  const { id: userId } = await storedUser(harness);
  await commit(harness, ({ organizations }) =>
    organizations.putMembership({ organizationId, userId, role: 'OWNER', joinedAt: builtAt }),
  );
  return userId;
};

/** Something of everything that is looked for by other things than its repository. */
const fill = async (harness: UnitOfWorkHarness, { id, organizationId, namespace }: Repository): Promise<void> => {
  const node = (repositoryId: RepositoryId) => ({ repositoryId, kind: 'artifact', id: 'shared' }) as const;
  const condemned: CondemnedFile = {
    path: aTreeFile().path,
    sizeBytes: 1,
    state: 'seen',
    seenAt: builtAt,
    quarantinedAt: undefined,
    dueAt: builtAt,
    holder: undefined,
    removedAt: undefined,
  };
  await commit(harness, async (records) => {
    const [kept, cut, hot, taken] = ['kept', 'cut', 'hot', 'taken'].map((name) =>
      anObject({ name: `weights ${name}`, sizeBytes: 100_000 }),
    );
    if (kept === undefined || cut === undefined || hot === undefined || taken === undefined) throw new Error('there are four');
    await records.objects.add(id, [kept, cut, hot, taken]);
    await records.quarantine.put(id, [taken.oid], { removedAt: builtAt, removedBy: undefined, dueAt: builtAt }, new Map());
    const latter = { layout: 'chunks', physicalBytes: 7, manifestSha256: uniqueHash(), chunkCount: 3 } as const;
    await records.conversions.changeLayout(id, hot.oid, latter);
    await records.conversions.countDownloads(id, hot.oid, builtAt);
    await records.traffic.addDownloads({
      egress: [],
      objects: [{ repositoryId: id, oid: hot.oid, downloads: 5, lastDownloadedAt: builtAt }],
    });
    await records.tree.putFile(id, aTreeFile({ state: 'receiving', changedAt: builtAt }));
    await records.tree.countFile(id, 9);
    await records.tree.addPendingVerification(aPendingVerification(id));
    await records.condemned.put(id, [condemned]);
    await records.unreachable.begin(id, builtAt);
    await records.requestedConversions.put(id, kept.oid, { state: 'requested', since: builtAt });
    await records.locks.add(aLock(id), 9);
    await records.gitIndex.put(id, anIndex);
    await records.gitIndex.addSession(aSession(id, { expiresAt: builtAt }));
    const edge = { id: trusted<GraphEdgeId>(uniqueId()), type: 'derived_from', from: node(id), note: undefined } as const;
    await records.lineage.add({ ...edge, repositoryId: id, to: node(id), createdBy: kept.uploadedBy, createdAt: builtAt }, 9);
    await records.activity.append({
      type: 'repository.created',
      organizationId,
      actorId: undefined,
      repositoryId: id,
      data: {},
      at: builtAt,
    });
    expect(namespace).to.contain(id);
  });
};

/** Everything that says something of the repository without being asked about this very one. */
const looks = (
  { id, organizationId, slug: ofRepository }: Repository,
  userId: UserId,
): Readonly<Record<string, (queries: Queries) => Promise<readonly unknown[]>>> => {
  const reach = { userId, organizationId: undefined, repositoryId: undefined };
  const listed =
    (sort: 'recent' | 'size' | 'downloads' | 'name', nameKeyPart?: string) =>
    async ({ artifacts }: Queries) => {
      const filter = { hiddenFrom: userId, nameKeyPart };
      return (await artifacts.list(organizationId, filter, { sort, limit: 9, before: undefined })).artifacts;
    };
  const some = (one: unknown): readonly unknown[] => (one === undefined ? [] : [one]);
  return {
    find: async ({ repositories }) => some(await repositories.find(id)),
    access: async ({ access }) => some(await access.ofRepository(userId, id)),
    list: async ({ repositories }) => (await repositories.listOfOrganization(organizationId, userId, { limit: 9 })).items,
    count: async ({ organizations }) => some((await organizations.countRepositories(organizationId)) || undefined),
    usage: async ({ usage }) => some((await usage.ofRepositories(organizationId)).managed.objectCount || undefined),
    artifacts: listed('recent'),
    greatest: listed('size'),
    'most downloaded': listed('downloads'),
    'by name': listed('name'),
    'by a part of the name': listed('recent', 'weights'),
    'total of artifacts': async ({ artifacts }) =>
      some(
        (await artifacts.list(organizationId, { hiddenFrom: userId }, { sort: 'recent', limit: 1, before: undefined })).total ||
          undefined,
      ),
    search: ({ search }) => search.named(reach, 'weights', 9),
    'search by words': ({ search }) => search.repositories(reach, wordsOfQuery(ofRepository), 9),
    candidates: ({ conversions }) => conversions.listCandidates(organizationId, undefined, { minBytes: 1, now: late }, 9),
    converted: ({ conversions }) => conversions.listConverted(organizationId, { downloadedSince: 0, now: late }, 9),
    requested: ({ requestedConversions }) => requestedConversions.listWaiting(organizationId, 0, 9),
    'due in quarantine': ({ quarantine }) => quarantine.listDue(late, 9),
    'due looks': ({ unreachable }) => unreachable.listDue(late, late, 9),
    integrity: ({ integrity }) => integrity.listRepositories(undefined, 9),
    'owner of keys': async ({ integrity }) => [...(await integrity.findOwners([id])).values()],
    'Git index': async ({ gitIndex }) => some(await gitIndex.find(id)),
    'ended index sessions': ({ gitIndex }) => gitIndex.listEndedSessions(late, 9),
    largest: ({ recommendations }) => recommendations.largestRepositories(organizationId, userId, 9),
  };
};

/** What changes what it finds, and so is asked for once. */
const claims = (harness: UnitOfWorkHarness) => ({
  stale: () => commit(harness, ({ tree }) => tree.listStaleFiles(late, 9)),
  collection: async () => {
    const found = await commit(harness, ({ condemned }) => condemned.claimCollection('a', late, late + 1));
    return found === undefined ? [] : [found];
  },
  verification: async () => {
    const found = await commit(harness, ({ tree }) => tree.claimVerification('a', late, late + 1));
    return found === undefined ? [] : [found];
  },
});

export const removedRepositoryCases: readonly UnitOfWorkCase[] = [
  {
    title: 'what a removed repository has left is met by nobody who does not ask for this very one',
    run: async (harness) => {
      const repository = await storedRepository(harness, { slug: slug('weights') });
      const userId = await storedOwner(harness, repository);
      await fill(harness, repository);
      const seen = async (): Promise<readonly string[]> => {
        const found: string[] = [];
        for (const [name, look] of Object.entries(looks(repository, userId))) {
          if ((await ask(harness, look)).length > 0) found.push(name);
        }
        return found;
      };
      expect(await seen()).to.deep.equal(Object.keys(looks(repository, userId)));
      await commit(harness, ({ repositories }) => repositories.remove(repository.id));
      expect(await seen()).to.deep.equal([]);
      for (const [name, find] of Object.entries(claims(harness))) expect(await find(), name).to.deep.equal([]);
      expect(await commit(harness, ({ repositories }) => repositories.bumpGeneration(repository.id, late))).to.equal(undefined);
      const adding = commit(harness, ({ objects }) => objects.add(repository.id, [anObject()]));
      const outcome = await adding.then(() => 'it has taken an object', String);
      expect(outcome).to.include('invariant');
      await removeRemains(harness);
      expect(await seen()).to.deep.equal([]);
    },
  },
  {
    title: 'the events of a removed repository call it what it was called last',
    run: async (harness) => {
      const repository = await storedRepository(harness, { slug: slug('before') });
      const userId = await storedOwner(harness, repository);
      await fill(harness, repository);
      const called = async () => {
        const filter = { types: ['repository.created'], hiddenFrom: userId } as const;
        const events = await ask(harness, ({ activity }) =>
          activity.list(repository.organizationId, filter, { limit: 9, skip: 0 }),
        );
        return events.map((event) => event.repository?.slug);
      };
      await commit(harness, ({ repositories }) => repositories.remove(repository.id));
      expect(await called()).to.deep.equal(['before']);
      await removeRemains(harness);
      expect(await called()).to.deep.equal(['before']);
    },
  },
  {
    title: 'an organization is removed at once, whatever its repositories have left, and what they have left goes afterwards',
    run: async (harness) => {
      const repository = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId: repository.organizationId });
      const elsewhere = await storedRepository(harness);
      const objects = oids(7).map((oid) => anObject({ oid }));
      await commit(harness, async (records) => {
        for (const { id } of [repository, other, elsewhere]) await records.objects.add(id, objects);
      });
      await commit(harness, async ({ organizations, repositories }) => {
        await repositories.remove(repository.id);
        await repositories.remove(other.id);
        await organizations.remove(repository.organizationId);
      });
      const left = () =>
        ask(harness, async ({ objects: of }) => {
          const found = [];
          for (const { id } of [repository, other, elsewhere]) {
            found.push(
              (
                await of.findSizes(
                  id,
                  objects.map(({ oid }) => oid),
                )
              ).size,
            );
          }
          return found;
        });
      await removeRemains(harness);
      expect(await left()).to.deep.equal([0, 0, 7]);
      expect(await ask(harness, ({ organizations }) => organizations.find(repository.organizationId))).to.equal(undefined);
      expect(
        (await ask(harness, ({ organizations }) => organizations.listAll({ limit: 9 }))).items.map(({ id }) => id),
      ).to.deep.equal([elsewhere.organizationId]);
    },
  },
  {
    title: 'levels and slugs of a removed repository are free for the next one while the former has rows left',
    run: async (harness) => {
      const repository = await storedRepository(harness, { slug: slug('models') });
      const { id: guest } = await storedUser(harness);
      await storedMember(harness, repository.id, guest, 'WRITE');
      for (let round = 0; round < 3; round += 1) {
        const next = aRepository(repository.organizationId, { slug: slug('models') });
        await commit(harness, async ({ repositories }) => {
          const [former] = await repositories.allOfOrganization(repository.organizationId);
          if (former !== undefined) await repositories.remove(former.id);
          expect(await repositories.add(next)).to.equal(true);
        });
        const found = await ask(harness, ({ access }) => access.ofRepository(guest, next.id));
        expect(found?.override).to.equal(undefined);
        expect((await ask(harness, ({ repositories }) => repositories.listShared(guest, { limit: 9 }))).items).to.deep.equal([]);
      }
    },
  },
];
