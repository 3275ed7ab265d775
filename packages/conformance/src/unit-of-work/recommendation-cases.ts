import { type OrganizationId, type RepositoryId, trusted, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, anUploadObject, builtAt, slug, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import {
  removeRepository,
  storedMember,
  storedOrganization,
  storedRepository,
  storedSession,
  storedToken,
  storedUser,
} from './stored.js';

const nobody = trusted<UserId>(uniqueId());

const weigh = (harness: UnitOfWorkHarness, id: RepositoryId, bytes: number): Promise<void> =>
  commit(harness, ({ usage }) => usage.countTree(id, bytes));

export const recommendationCases: readonly UnitOfWorkCase[] = [
  {
    title: 'the repositories that occupy most are found, the greatest first, without hidden and foreign ones',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const repositories = [];
      for (const [at, name] of ['small', 'greatest', 'hidden', 'great'].entries()) {
        const repository = await storedRepository(harness, { organizationId, slug: slug(name) });
        await weigh(harness, repository.id, [10, 1000, 500, 100][at] ?? 0);
        repositories.push(repository);
      }
      const [small, greatest, hidden, great] = repositories.map(({ id }) => id);
      const foreign = await storedRepository(harness);
      await weigh(harness, foreign.id, 5000);
      const user = await storedUser(harness);
      if (hidden !== undefined) await storedMember(harness, hidden, user.id, 'NONE');
      if (great !== undefined) await storedMember(harness, great, user.id, 'READ');
      const idsFor = async (userId: UserId, limit: number) =>
        (await ask(harness, ({ recommendations }) => recommendations.largestRepositories(organizationId, userId, limit))).map(
          ({ id }) => id,
        );
      expect(await idsFor(nobody, 10)).to.deep.equal([greatest, hidden, great, small]);
      expect(await idsFor(nobody, 2)).to.deep.equal([greatest, hidden]);
      expect(await idsFor(user.id, 10)).to.deep.equal([greatest, great, small]);
      const [first] = await ask(harness, ({ recommendations }) => recommendations.largestRepositories(organizationId, nobody, 1));
      expect(first).to.deep.equal({ id: greatest, slug: 'greatest', logicalBytes: 0, physicalBytes: 1000 });
    },
  },
  {
    title: 'unused are those of the greatest objects that are large enough, old enough and were never downloaded',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const object = (sizeBytes: number, createdAt: number) =>
        anObject({ oid: uniqueOid(), sizeBytes, physicalBytes: 1, createdAt });
      const [used, unused, young, large, small] = [
        object(500, 1),
        object(400, 1),
        object(300, 100),
        object(200, 99),
        object(199, 1),
      ];
      await commit(harness, ({ objects }) => objects.add(repositoryId, [used, unused, young, large, small]));
      const downloads = [{ repositoryId, oid: used.oid, downloads: 1, lastDownloadedAt: builtAt }];
      await commit(harness, ({ traffic }) => traffic.addDownloads({ egress: [], objects: downloads }));
      const find = async (among: number) =>
        (
          await ask(harness, ({ recommendations }) =>
            recommendations.unusedObjects(repositoryId, { minBytes: 200, storedBefore: 100, among }),
          )
        ).map(({ oid }) => oid);
      expect(await find(10)).to.deep.equal([unused.oid, large.oid]);
      expect(await find(3)).to.deep.equal([unused.oid]);
      expect(await find(1)).to.deep.equal([]);
      const other = await storedRepository(harness, { organizationId });
      const none = await ask(harness, ({ recommendations }) =>
        recommendations.unusedObjects(other.id, { minBytes: 0, storedBefore: builtAt, among: 10 }),
      );
      expect(none).to.deep.equal([]);
    },
  },
  {
    title: 'stale are the sessions that were opened long ago, are still open and hold bytes back',
    run: async (harness) => {
      const { id: repositoryId, organizationId, slug: name } = await storedRepository(harness);
      const open = async (part: object, reservedBytes: number) => {
        const session = await storedSession(harness, { repositoryId, organizationId, createdAt: 10, expiresAt: 200, ...part });
        const objects = [anUploadObject({ reservedBytes }), anUploadObject({ reservedBytes: 1 })];
        await commit(harness, ({ uploads }) => uploads.addObjects(session.id, reservedBytes === 0 ? [] : objects));
        return session;
      };
      const later = await open({ expiresAt: 300 }, 7);
      const sooner = await open({}, 5);
      await open({ createdAt: 50 }, 5);
      await open({ expiresAt: 100 }, 5);
      await open({ kind: 'lfs' }, 5);
      await open({ status: 'EXPIRED' }, 5);
      await open({}, 0);
      await open({ organizationId: trusted<OrganizationId>(uniqueId()) }, 5);
      const find = (userId: UserId, limit: number) =>
        ask(harness, ({ recommendations }) =>
          recommendations.staleSessions(organizationId, userId, { now: 100, openedBefore: 50 }, limit),
        );
      const repository = { id: repositoryId, slug: name };
      expect(await find(nobody, 10)).to.deep.equal([
        { id: sooner.id, repository, reservedBytes: 6 },
        { id: later.id, repository, reservedBytes: 8 },
      ]);
      expect((await find(nobody, 1)).map(({ id }) => id)).to.deep.equal([sooner.id]);
      const user = await storedUser(harness);
      await storedMember(harness, repositoryId, user.id, 'NONE');
      expect(await find(user.id, 10)).to.deep.equal([]);
    },
  },
  {
    title: 'of one repository its own stale sessions and its own weight are found',
    run: async (harness) => {
      const { id: repositoryId, organizationId, slug: name } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const open = async (part: object) => {
        const session = await storedSession(harness, { repositoryId, organizationId, createdAt: 10, expiresAt: 200, ...part });
        await commit(harness, ({ uploads }) => uploads.addObjects(session.id, [anUploadObject({ reservedBytes: 5 })]));
        return session;
      };
      const later = await open({ expiresAt: 300 });
      const sooner = await open({});
      await open({ repositoryId: other.id });
      await open({ createdAt: 50 });
      await open({ expiresAt: 100 });
      await open({ kind: 'lfs' });
      const find = (limit: number) =>
        ask(harness, ({ recommendations }) =>
          recommendations.staleSessionsOf(repositoryId, { now: 100, openedBefore: 50 }, limit),
        );
      const repository = { id: repositoryId, slug: name };
      expect(await find(10)).to.deep.equal([
        { id: sooner.id, repository, reservedBytes: 5 },
        { id: later.id, repository, reservedBytes: 5 },
      ]);
      expect((await find(1)).map(({ id }) => id)).to.deep.equal([sooner.id]);
      await weigh(harness, repositoryId, 70);
      await weigh(harness, other.id, 9);
      const weighOf = (id: RepositoryId) => ask(harness, ({ recommendations }) => recommendations.weigh(id));
      expect(await weighOf(repositoryId)).to.deep.equal({ ...repository, logicalBytes: 0, physicalBytes: 70 });
      expect(await weighOf(trusted<RepositoryId>(uniqueId()))).to.equal(undefined);
    },
  },
  {
    title: 'a dismissal is noted once, until it is older than what is asked for, and goes with its repository',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const dismiss = (id: RepositoryId, recommendationId: string, dismissedAt: number, since = 0) =>
        commit(harness, ({ recommendations }) =>
          recommendations.dismiss({ repositoryId: id, recommendationId, dismissedBy: nobody, dismissedAt }, since),
        );
      const dismissed = async (ids: readonly RepositoryId[], since: number) =>
        [...(await ask(harness, ({ recommendations }) => recommendations.listDismissed(ids, since)))].sort();
      expect(await dismissed([repositoryId], 0)).to.deep.equal([]);
      expect(await dismiss(repositoryId, 'a', 10)).to.equal(true);
      expect(await dismiss(repositoryId, 'a', 20, 10), 'while it holds').to.equal(false);
      expect(await dismissed([repositoryId], 10)).to.deep.equal(['a']);
      expect(await dismissed([repositoryId], 11)).to.deep.equal([]);
      expect(await dismiss(repositoryId, 'a', 20, 11), 'when it is over').to.equal(true);
      expect(await dismissed([repositoryId], 20)).to.deep.equal(['a']);
      await dismiss(repositoryId, 'b', 15);
      await dismiss(other.id, 'c', 15);
      expect(await dismissed([repositoryId, other.id], 15)).to.deep.equal(['a', 'b', 'c']);
      expect(await dismissed([other.id], 15)).to.deep.equal(['c']);
      expect(await dismissed([], 0)).to.deep.equal([]);
      await removeRepository(harness, repositoryId);
      expect(await dismissed([repositoryId, other.id], 0)).to.deep.equal(['c']);
    },
  },
  {
    title: 'tokens without an end are counted from some age on',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      await storedToken(harness, { organizationId, createdAt: 10 });
      await storedToken(harness, { organizationId, createdAt: 19 });
      await storedToken(harness, { organizationId, createdAt: 20 });
      await storedToken(harness, { organizationId, createdAt: 10, expiresAt: builtAt });
      await storedToken(harness, { createdAt: 10 });
      const count = await ask(harness, ({ recommendations }) => recommendations.countEndlessTokens(organizationId, 20));
      expect(count).to.equal(2);
    },
  },
];
