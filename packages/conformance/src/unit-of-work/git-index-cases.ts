import type { Repository } from '@svc/core';
import { type GitIndex, type GitObject, type GitPath, type GitRefName, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt, uniqueHash } from './builders.js';
import { expectPaging } from './expect-paging.js';
import {
  sha1,
  sha256,
  path,
  anIndex,
  aSession,
  aCommit,
  aRef,
  aPending,
  indexed,
  begun,
  longPaths,
  plainPending,
} from './git-index-builders.js';
import { ask, commit, together, type UnitOfWorkCase } from './harness.js';
import { removeRepository, storedRepository } from './stored.js';

export const gitIndexCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an index is what was put last, each repository has its own, and there is none before',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      expect(await ask(harness, ({ gitIndex }) => gitIndex.find(id))).to.equal(undefined);
      expect(await commit(harness, ({ gitIndex }) => gitIndex.lock(id))).to.equal(undefined);
      await commit(harness, ({ gitIndex }) => gitIndex.put(id, anIndex));
      expect(await commit(harness, ({ gitIndex }) => gitIndex.lock(id))).to.deep.equal(anIndex);
      const next: GitIndex = {
        ...anIndex,
        objectFormat: 'sha256',
        generation: 1,
        indexedAt: builtAt,
        head: trusted<GitRefName>('refs/heads/é'),
        complete: { at: builtAt + 1, repositoryGeneration: 2 ** 40 },
      };
      await commit(harness, ({ gitIndex }) => gitIndex.put(id, next));
      expect(await ask(harness, ({ gitIndex }) => gitIndex.find(id))).to.deep.equal(next);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.find(other))).to.equal(undefined);
    },
  },
  {
    title: 'of many that lock an index at once each begins where the one before has ended',
    run: async (harness) => {
      const id = await indexed(harness);
      await together(8, () =>
        commit(harness, async ({ gitIndex }) => {
          const index = await gitIndex.lock(id);
          if (index !== undefined) await gitIndex.put(id, { ...index, generation: index.generation + 1 });
        }),
      );
      expect((await ask(harness, ({ gitIndex }) => gitIndex.find(id)))?.generation).to.equal(8);
    },
  },
  {
    title: 'a session belongs to its repository, and has an outcome once it is finalized',
    run: async (harness) => {
      const session = await begun(harness);
      const other = await indexed(harness);
      const find = (repositoryId: Repository['id']) =>
        ask(harness, ({ gitIndex }) => gitIndex.findSession(repositoryId, session.id));
      expect(await find(session.repositoryId)).to.deep.equal(session);
      expect(await find(other)).to.equal(undefined);
      const outcome = { generation: 1, commits: 2, refs: 0, missingObjects: 3 };
      await commit(harness, ({ gitIndex }) => gitIndex.finalizeSession(session.id, outcome));
      expect(await find(session.repositoryId)).to.deep.equal({ ...session, outcome });
    },
  },
  {
    title: 'sessions are listed by age, and those that have ended by their end, of all repositories',
    run: async (harness) => {
      const first = await begun(harness, { openedAt: builtAt + 1, expiresAt: builtAt + 30 });
      const second = aSession(first.repositoryId, { openedAt: builtAt, expiresAt: builtAt + 20 });
      await commit(harness, ({ gitIndex }) => gitIndex.addSession(second));
      const foreign = await begun(harness, { expiresAt: builtAt + 10 });
      await begun(harness, { expiresAt: builtAt + 31 });
      expect(await commit(harness, ({ gitIndex }) => gitIndex.listSessions(first.repositoryId))).to.deep.equal([second, first]);
      const ended = (limit: number) => ask(harness, ({ gitIndex }) => gitIndex.listEndedSessions(builtAt + 31, limit));
      expect(await ended(9)).to.deep.equal([foreign, second, first]);
      expect(await ended(2)).to.deep.equal([foreign, second]);
    },
  },
  {
    title: 'a commit is pending in its session, with how far it has come, until it is removed',
    run: async (harness) => {
      const [session, other] = [await begun(harness), await begun(harness)];
      const [one, two] = [aPending(), aPending({ id: sha256() })];
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addPending(session.id, [one, two]);
        await gitIndex.addPending(other.id, [one]);
      });
      const find = () => ask(harness, ({ gitIndex }) => gitIndex.findPending(session.id, [two.id, sha1(), one.id]));
      const sizes = () => ask(harness, ({ gitIndex }) => gitIndex.findPendingSizes(session.id, [two.id, sha1(), one.id]));
      expect(plainPending(await find())).to.have.deep.members(
        plainPending(
          new Map([
            [one.id, one],
            [two.id, two],
          ]),
        ),
      );
      expect(Object.fromEntries(await sizes())).to.deep.equal({ [one.id]: one.raw.byteLength, [two.id]: two.raw.byteLength });
      const progress = {
        number: 7,
        root: { commit: 9, offset: 3 },
        parts: [uniqueHash(), ''],
        held: [
          { path: path('a\xe9"\\'), file: undefined, sizeBytes: 0 },
          { path: path('b'), file: { mode: 0o100644 as const, object: 1, changedIn: 7 }, sizeBytes: 12 },
        ],
      };
      await commit(harness, ({ gitIndex }) => gitIndex.putProgress(session.id, one.id, progress));
      expect((await find()).get(one.id)?.progress).to.deep.equal(progress);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.countPending(session.id))).to.equal(2);
      await commit(harness, ({ gitIndex }) => gitIndex.removePending(session.id, [one.id, sha1()]));
      expect([...(await find()).keys()]).to.deep.equal([two.id]);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.countPending(other.id))).to.equal(1);
    },
  },
  {
    title: 'folders that a pending commit changes are listed by their bytes, each once',
    run: async (harness) => {
      const session = await begun(harness);
      const [one, two] = [aPending(), aPending()];
      const folders = (['', path('a'), path('a-b'), path('a/b'), path('\xff')] as const).map((folder) => ({
        folder,
        odd: undefined,
      }));
      const odd = { folder: path('a/b'), odd: { id: sha1(), plainId: sha1() } };
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addPending(session.id, [one, two]);
        await gitIndex.addPendingFolders(session.id, one.id, folders.slice(2));
        await gitIndex.addPendingFolders(session.id, one.id, [odd]);
        await gitIndex.addPendingFolders(session.id, one.id, folders.toReversed());
        await gitIndex.addPendingFolders(session.id, two.id, [{ folder: '', odd: undefined }]);
      });
      const list = (after: GitPath | '' | undefined, limit: number) =>
        ask(harness, ({ gitIndex }) => gitIndex.listPendingFolders(session.id, one.id, after, limit));
      expect(await list(undefined, 9)).to.deep.equal(folders.map((each) => (each.folder === odd.folder ? odd : each)));
      expect(await list('', 2)).to.deep.equal(folders.slice(1, 3));
      await commit(harness, ({ gitIndex }) => gitIndex.removePending(session.id, [one.id]));
      expect(await list(undefined, 9)).to.deep.equal([]);
    },
  },
  {
    title: 'folders with paths as long as they may be are kept, each once, and listed in the order of all of their bytes',
    run: async (harness) => {
      const session = await begun(harness);
      const pending = aPending();
      const folders = longPaths.map((folder) => ({ folder, odd: { id: sha1(), plainId: sha1() } }));
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addPending(session.id, [pending]);
        const plain = longPaths.map((folder) => ({ folder, odd: undefined }));
        await gitIndex.addPendingFolders(session.id, pending.id, plain.slice(1));
        await gitIndex.addPendingFolders(session.id, pending.id, folders.toReversed());
        await gitIndex.addPendingFolders(session.id, pending.id, plain);
      });
      const list = (after: GitPath | undefined, limit: number) =>
        ask(harness, ({ gitIndex }) => gitIndex.listPendingFolders(session.id, pending.id, after, limit));
      expect(await list(undefined, 99)).to.deep.equal(folders);
      for (const [at, { folder }] of folders.entries()) {
        expect(await list(folder, 2)).to.deep.equal(folders.slice(at + 1, at + 3));
      }
    },
  },
  {
    title: 'a session is removed with what it leaves incomplete, and nothing else; it tells how much that was',
    run: async (harness) => {
      const session = await begun(harness);
      const other = aSession(session.repositoryId);
      const [done, open] = [aPending(), aPending()];
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addSession(other);
        await gitIndex.addPending(session.id, [done, open]);
        await gitIndex.addPending(other.id, [open]);
        await gitIndex.addNodes(
          session.repositoryId,
          new Map([
            [1, Uint8Array.of(1)],
            [2, Uint8Array.of(1, 2)],
            [3, Uint8Array.of(1, 2, 3)],
          ]),
        );
        await gitIndex.addPendingPages(session.id, done.id, [1]);
        await gitIndex.addPendingPages(session.id, open.id, [2]);
        await gitIndex.addPendingFolders(session.id, open.id, [{ folder: '', odd: undefined }]);
      });
      await commit(harness, ({ gitIndex }) => gitIndex.removePending(session.id, [done.id]));
      expect(await commit(harness, ({ gitIndex }) => gitIndex.removeSession(session))).to.equal(5);
      const pages = await ask(harness, ({ gitIndex }) => gitIndex.loadNodes(session.repositoryId, [1, 2, 3]));
      expect([...pages.keys()].sort()).to.deep.equal([1, 3]);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.findSession(session.repositoryId, session.id))).to.equal(undefined);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.countPending(session.id))).to.equal(0);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.countPending(other.id))).to.equal(1);
    },
  },
  {
    title: 'an index goes with its repository',
    run: async (harness) => {
      const session = await begun(harness);
      const { repositoryId } = session;
      const [first, pending] = [aCommit(0), aPending()];
      const object: GitObject = { number: 0, id: sha1(), sizeBytes: 1, lfs: undefined };
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addObjects(repositoryId, [object]);
        await gitIndex.addCommits(repositoryId, [first]);
        await gitIndex.addNodes(repositoryId, new Map([[0, Uint8Array.of(1)]]));
        await gitIndex.putGraphChunks(repositoryId, new Map([[0, Uint8Array.of(1)]]));
        await gitIndex.putRefs(repositoryId, [aRef('refs/heads/main', first)]);
        await gitIndex.addRenames(repositoryId, 0, [{ from: path('a'), to: path('b'), similarity: 60 }]);
        await gitIndex.addDeletions(repositoryId, [{ commit: 0, path: path('a') }]);
        await gitIndex.addPending(session.id, [pending]);
        await gitIndex.addPendingPages(session.id, pending.id, [0]);
        await gitIndex.addPendingFolders(session.id, pending.id, [{ folder: '', odd: undefined }]);
      });
      await removeRepository(harness, repositoryId);
      const left = await ask(harness, async ({ gitIndex }) => [
        await gitIndex.find(repositoryId),
        await gitIndex.findSession(repositoryId, session.id),
        (await gitIndex.findCommits(repositoryId, [first.id])).size,
        (await gitIndex.findObjects(repositoryId, [object.id])).size,
        (await gitIndex.findObjectIds(repositoryId, [0])).size,
        (await gitIndex.loadNodes(repositoryId, [0])).size,
        (await gitIndex.listGraphChunks(repositoryId, 0)).length,
        await gitIndex.countRefs(repositoryId),
        await gitIndex.countPending(session.id),
        (await gitIndex.listDeletions(repositoryId, path('a'), 9, 9)).length,
      ]);
      expect(left).to.deep.equal([undefined, undefined, 0, 0, 0, 0, 0, 0, 0, 0]);
    },
  },
  {
    title: 'refs are listed by name, found, counted, moved and removed',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const [first, second] = [aCommit(0), aCommit(1)];
      const tag = { id: sha1(), taggerName: 'Ada', taggerEmail: 'a@b.c', taggedAt: builtAt, notes: '# First\n' };
      const refs = [
        aRef('refs/heads/Z', first),
        aRef('refs/heads/a', first),
        aRef('refs/heads/é', second),
        aRef('refs/heads/\u{1f600}', first),
        aRef('refs/tags/v1', second, { tag }),
        aRef('refs/tags/v2', second, { tag: { ...tag, taggerName: '', taggerEmail: '', taggedAt: undefined } }),
      ];
      await commit(harness, async ({ gitIndex }) => {
        for (const repositoryId of [id, other]) await gitIndex.addCommits(repositoryId, [first, second]);
        await gitIndex.putRefs(id, refs.toReversed());
        await gitIndex.putRefs(other, [aRef('refs/heads/other', first)]);
      });
      await expectPaging((page) => ask(harness, ({ gitIndex }) => gitIndex.listRefs(id, page)), refs);
      const targets = refs.map(({ name, target, tag: own }) => ({ name, target, tagId: own?.id }));
      await expectPaging((page) => ask(harness, ({ gitIndex }) => gitIndex.listRefTargets(id, page)), targets);
      const names = refs.map(({ name }) => name);
      const find = () =>
        ask(harness, ({ gitIndex }) => gitIndex.findRefs(id, [...names, trusted<GitRefName>('refs/heads/other')]));
      expect(await find()).to.deep.equal(new Map(refs.map((ref) => [ref.name, ref])));
      const [moved, lost] = [aRef('refs/heads/Z', second), names[1]];
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.putRefs(id, [moved, aRef('refs/tags/v1', first)]);
        await gitIndex.removeRefs(id, lost === undefined ? [] : [lost]);
      });
      const after = await find();
      expect(after.get(moved.name)).to.deep.equal(moved);
      expect(after.get(trusted<GitRefName>('refs/tags/v1'))).to.deep.equal(aRef('refs/tags/v1', first));
      expect(after.size).to.equal(5);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.countRefs(id))).to.equal(5);
    },
  },
];
