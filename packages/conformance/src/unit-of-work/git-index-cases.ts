import type { Oid, Repository } from '@svc/core';
import {
  type GitId,
  type GitIndex,
  type GitObject,
  type GitPath,
  gitPathOfBytes,
  type GitRef,
  type GitRefName,
  type GitUse,
  type IndexedCommitDetails,
  type IndexSession,
  type IndexSessionId,
  newGitIndex,
  type PendingCommit,
  trusted,
  type UserId,
} from '@svc/core/model';
import { expect } from 'chai';
import { anObject, builtAt, uniqueHash, uniqueId, uniqueOid } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';

const sha1 = (): GitId => trusted<GitId>(uniqueHash().slice(0, 40));
const sha256 = (): GitId => trusted<GitId>(uniqueHash());

const path = (text: string): GitPath => {
  const bytes = gitPathOfBytes(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  if (bytes === undefined) throw new Error(`invariant: ${text} is a path`);
  return bytes;
};

const anIndex: GitIndex = { ...newGitIndex('sha1'), commitCount: 3, objectCount: 7, writeCount: 4, bytes: 2 ** 40 };

const aSession = (repositoryId: Repository['id'], part: Partial<IndexSession> = {}): IndexSession => ({
  id: trusted<IndexSessionId>(uniqueId()),
  repositoryId,
  objectFormat: 'sha1',
  baseGeneration: 0,
  repositoryGeneration: 7,
  openedBy: trusted<UserId>(uniqueId()),
  openedAt: builtAt,
  expiresAt: builtAt + 1000,
  outcome: undefined,
  ...part,
});

const aCommit = (number: number, part: Partial<IndexedCommitDetails> = {}): IndexedCommitDetails => ({
  number,
  id: sha1(),
  treeObject: 0,
  root: { commit: number, offset: 70_000 },
  parents: number === 0 ? [] : [number - 1],
  author: { name: 'Ada', email: 'ada@example.org', at: -5, offsetMinutes: -90 },
  committer: { name: 'Bob "漢" \u{1f600}', email: '', at: 253_402_300_799, offsetMinutes: 840 },
  message: "line\n'second' \\ \u0001 😀\n",
  ...part,
});

const lightOf = ({ number, id, treeObject, root }: IndexedCommitDetails) => ({ number, id, treeObject, root });

const aRef = (name: string, { id, number }: IndexedCommitDetails, part: Partial<GitRef> = {}): GitRef => ({
  name: trusted<GitRefName>(name),
  target: id,
  commit: number,
  tag: undefined,
  ...part,
});

const aPending = (part: Partial<PendingCommit> = {}): PendingCommit => ({
  id: sha1(),
  raw: Uint8Array.of(0, 255, 10),
  progress: undefined,
  ...part,
});

/** A repository with an index. */
const indexed = async (harness: UnitOfWorkHarness): Promise<Repository['id']> => {
  const { id } = await storedRepository(harness);
  await commit(harness, ({ gitIndex }) => gitIndex.put(id, anIndex));
  return id;
};

/** With a session besides. */
const begun = async (harness: UnitOfWorkHarness, part: Partial<IndexSession> = {}): Promise<IndexSession> => {
  const session = aSession(await indexed(harness), part);
  await commit(harness, ({ gitIndex }) => gitIndex.addSession(session));
  return session;
};

const bytesOf = (found: ReadonlyMap<number, Uint8Array>) => new Map([...found].map(([page, bytes]) => [page, [...bytes]]));

const plainPending = (found: ReadonlyMap<GitId, PendingCommit>) =>
  [...found.values()].map((one) => ({ ...one, raw: [...one.raw] }));

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
    title: 'objects are found by their ids and by their numbers, of both formats, with what was told of them',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const oid: Oid = uniqueOid();
      const objects: GitObject[] = [
        { number: 0, id: sha1(), sizeBytes: undefined, lfs: undefined },
        { number: 1, id: sha1(), sizeBytes: 0, lfs: undefined },
        { number: 2, id: sha256(), sizeBytes: 130, lfs: { oid, sizeBytes: Number.MAX_SAFE_INTEGER } },
        { number: 3, id: sha1(), sizeBytes: 2 ** 40, lfs: { oid, sizeBytes: 0 } },
      ];
      await commit(harness, ({ gitIndex }) => gitIndex.addObjects(id, objects));
      const ids = objects.map((object) => object.id);
      const found = await ask(harness, ({ gitIndex }) => gitIndex.findObjects(id, [sha1(), ...ids]));
      expect(ids.map((one) => found.get(one))).to.deep.equal(objects);
      expect(found.size).to.equal(4);
      const numbers = await ask(harness, ({ gitIndex }) => gitIndex.findObjectIds(id, [3, 1, 99]));
      expect(numbers).to.deep.equal(
        new Map([
          [3, ids[3]],
          [1, ids[1]],
        ]),
      );
      expect((await ask(harness, ({ gitIndex }) => gitIndex.findObjects(other, ids))).size).to.equal(0);
      expect((await ask(harness, ({ gitIndex }) => gitIndex.findObjectIds(other, [0]))).size).to.equal(0);
    },
  },
  {
    title: 'thousands of objects are added and found at once',
    run: async (harness) => {
      const id = await indexed(harness);
      const objects = Array.from({ length: 2500 }, (_, number): GitObject => ({
        number,
        id: sha1(),
        sizeBytes: number,
        lfs: undefined,
      }));
      await commit(harness, ({ gitIndex }) => gitIndex.addObjects(id, objects));
      const found = await ask(harness, ({ gitIndex }) =>
        gitIndex.findObjects(
          id,
          objects.map((object) => object.id),
        ),
      );
      expect([...found.values()].sort((left, right) => left.number - right.number)).to.deep.equal(objects);
      const numbers = await ask(harness, ({ gitIndex }) =>
        gitIndex.findObjectIds(
          id,
          objects.map(({ number }) => number),
        ),
      );
      expect(numbers.size).to.equal(2500);
    },
  },
  {
    title: 'objects that LFS pointers name are missing until the repository has them, each counted once',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const count = () => ask(harness, ({ gitIndex }) => gitIndex.countMissingObjects(id));
      const [stored, missing] = [anObject(), uniqueOid()];
      const pointers = [stored.oid, missing, missing].map((oid, number): GitObject => ({
        number,
        id: sha1(),
        sizeBytes: 130,
        lfs: { oid, sizeBytes: 1000 },
      }));
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addObjects(id, [...pointers, { number: 3, id: sha1(), sizeBytes: 1, lfs: undefined }]);
      });
      expect(await count()).to.equal(2);
      await commit(harness, ({ objects }) => objects.add(other, [stored]));
      expect(await count(), 'another repository has it').to.equal(2);
      await commit(harness, ({ objects }) => objects.add(id, [stored]));
      expect(await count()).to.equal(1);
    },
  },
  {
    title: 'objects that came after a time and that no pointer names are counted up to a limit, from the oldest on',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const objects = [0, 1, 2, 3].map((at) => anObject({ createdAt: builtAt + at }));
      const [, named] = objects;
      if (named === undefined) throw new Error('invariant: there are four objects');
      const pointer: GitObject = { number: 0, id: sha1(), sizeBytes: 130, lfs: { oid: named.oid, sizeBytes: 1000 } };
      await commit(harness, async (records) => {
        await records.objects.add(id, objects);
        await records.objects.add(other, [anObject({ createdAt: builtAt + 9 })]);
        await records.gitIndex.addObjects(id, [pointer]);
      });
      const find = (after: number, limit = 9) => ask(harness, ({ gitIndex }) => gitIndex.unindexedObjects(id, after, limit));
      expect(await find(builtAt - 1)).to.deep.equal({ count: 3, oldestAt: builtAt });
      expect(await find(builtAt)).to.deep.equal({ count: 2, oldestAt: builtAt + 2 });
      expect(await find(builtAt - 1, 2)).to.deep.equal({ count: 2, oldestAt: builtAt });
      expect(await find(builtAt + 3)).to.deep.equal({ count: 0, oldestAt: undefined });
    },
  },
  {
    title: 'commits are found by their ids once they are added, in their own repository alone',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const commits = [aCommit(0), aCommit(1), aCommit(2, { id: sha256(), parents: [1, 0], message: '' })];
      await commit(harness, ({ gitIndex }) => gitIndex.addCommits(id, commits));
      const ids = commits.map((one) => one.id);
      const found = await ask(harness, ({ gitIndex }) => gitIndex.findCommits(id, [...ids, sha1()]));
      expect(found.size).to.equal(3);
      for (const one of commits) expect(found.get(one.id)).to.deep.include(lightOf(one));
      expect((await ask(harness, ({ gitIndex }) => gitIndex.findCommits(other, ids))).size).to.equal(0);
    },
  },
  {
    title: 'nodes and chunks of the graph are the bytes that were put, by their numbers',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const [first, second] = [Uint8Array.of(0, 1, 255), new Uint8Array(40_000).fill(7)];
      const far = 2 ** 46;
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addNodes(
          id,
          new Map([
            [0, first],
            [far, second],
          ]),
        );
        await gitIndex.putGraphChunks(
          id,
          new Map([
            [0, first],
            [1, first],
          ]),
        );
      });
      await commit(harness, ({ gitIndex }) =>
        gitIndex.putGraphChunks(
          id,
          new Map([
            [1, second],
            [2, first],
          ]),
        ),
      );
      const load = (repositoryId: Repository['id']) =>
        ask(harness, ({ gitIndex }) => gitIndex.loadNodes(repositoryId, [far, 5, 0]));
      expect(bytesOf(await load(id))).to.deep.equal(
        new Map([
          [far, [...second]],
          [0, [...first]],
        ]),
      );
      expect((await load(other)).size).to.equal(0);
      const chunks = (from: number) => ask(harness, ({ gitIndex }) => gitIndex.listGraphChunks(id, from));
      expect((await chunks(0)).map((bytes) => bytes.length)).to.deep.equal([3, 40_000, 3]);
      expect((await chunks(1)).map((bytes) => bytes.length)).to.deep.equal([40_000, 3]);
    },
  },
  {
    title: 'renames of a commit may come twice, and are found by either path',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const moved = { from: path('a\xff'), to: path('b/c'), similarity: 100 };
      const more = { from: path('x'), to: path('y'), similarity: 50 };
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addRenames(id, 1, [moved]);
        await gitIndex.addRenames(id, 2, [{ ...moved, similarity: 70 }]);
        await gitIndex.addRenames(other, 1, [{ ...moved, similarity: 80 }]);
      });
      await commit(harness, ({ gitIndex }) => gitIndex.addRenames(id, 1, [moved, more]));
      const [from, to] = await ask(harness, async ({ gitIndex }) => [
        await gitIndex.findRenamesFrom(id, 1, [path('x'), moved.from, path('y')]),
        await gitIndex.findRenamesTo(id, 1, [path('x'), moved.to]),
      ]);
      expect(from).to.have.deep.members([moved, more]);
      expect(to).to.deep.equal([moved]);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.findRenamesTo(id, 1, []))).to.deep.equal([]);
    },
  },
  {
    title: 'deletions of a path are told up to a commit, the highest first, each once, of one repository and path',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const long = path(`a/${'\xe9'.repeat(4000)}`);
      const deletions = [3, 9, 12, 7].flatMap((number) => [
        { commit: number, path: long },
        { commit: number + 1, path: path('a') },
      ]);
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addDeletions(id, deletions);
        await gitIndex.addDeletions(id, deletions.slice(2));
        await gitIndex.addDeletions(other, [{ commit: 5, path: long }]);
        await gitIndex.addDeletions(other, []);
      });
      const list = (name: GitPath, upTo: number, limit: number) =>
        ask(harness, ({ gitIndex }) => gitIndex.listDeletions(id, name, upTo, limit));
      expect(await list(long, 100, 10)).to.deep.equal([12, 9, 7, 3]);
      expect(await list(long, 9, 2)).to.deep.equal([9, 7]);
      expect(await list(long, 2, 10)).to.deep.equal([]);
      expect(await list(path('a'), 100, 10)).to.deep.equal([13, 10, 8, 4]);
      expect(await list(path('b'), 100, 10)).to.deep.equal([]);
    },
  },
  {
    title: 'the roots of path trees are found by the numbers of their commits',
    run: async (harness) => {
      const id = await indexed(harness);
      const commits = [aCommit(0), aCommit(1), aCommit(2)];
      await commit(harness, ({ gitIndex }) => gitIndex.addCommits(id, commits));
      const found = await ask(harness, ({ gitIndex }) => gitIndex.findRoots(id, [2, 7, 0]));
      expect(found).to.deep.equal(
        new Map([
          [2, { commit: 2, offset: 70_000 }],
          [0, { commit: 0, offset: 70_000 }],
        ]),
      );
    },
  },
  {
    title: 'uses of an LFS object are found by its pointers, in the order of commits and paths, part by part',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const oid = uniqueOid();
      const pointer = (number: number, lfs: Oid): GitObject => ({
        number,
        id: sha1(),
        sizeBytes: 130,
        lfs: { oid: lfs, sizeBytes: 2 ** 40 },
      });
      const uses: readonly GitUse[] = [
        { object: 1, commit: 0, path: path('a/b') },
        { object: 1, commit: 2, path: path('a') },
        { object: 4, commit: 2, path: path('a\xff') },
        { object: 1, commit: 2, path: path('b') },
        { object: 4, commit: 11, path: path('a') },
      ];
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addObjects(id, [pointer(4, oid), pointer(1, oid), pointer(2, uniqueOid())]);
        await gitIndex.addObjects(other, [pointer(0, oid)]);
        await gitIndex.addUses(id, [...uses.toReversed(), { object: 2, commit: 1, path: path('z') }]);
        await gitIndex.addUses(other, [{ object: 1, commit: 1, path: path('elsewhere') }]);
      });
      // Again they are the same.
      await commit(harness, ({ gitIndex }) => gitIndex.addUses(id, uses));
      await commit(harness, ({ gitIndex }) => gitIndex.addUses(id, []));
      expect(await ask(harness, ({ gitIndex }) => gitIndex.listPointers(id, oid, 10))).to.deep.equal([1, 4]);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.listPointers(id, oid, 1))).to.deep.equal([1]);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.listPointers(id, uniqueOid(), 1))).to.deep.equal([]);
      const list = (limit: number, after?: GitUse): Promise<readonly GitUse[]> =>
        ask(harness, ({ gitIndex }) => gitIndex.listUses(id, [1, 4], { after, limit }));
      expect(await list(10)).to.deep.equal(uses);
      for (const limit of [1, 2, 3]) {
        const parts: GitUse[] = [];
        for (let part = await list(limit); part.length > 0; part = await list(limit, parts.at(-1))) parts.push(...part);
        expect(parts).to.deep.equal(uses);
      }
      expect(await ask(harness, ({ gitIndex }) => gitIndex.listUses(id, [], { after: undefined, limit: 5 }))).to.deep.equal([]);
    },
  },
  {
    title: 'renames are listed of several commits, by the numbers of the commits, of one repository',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const rename = { from: path('a'), to: path('\xff'), similarity: 60 };
      await commit(harness, async ({ gitIndex }) => {
        for (const number of [7, 3, 5]) await gitIndex.addRenames(id, number, [rename]);
        await gitIndex.addRenames(other, 4, [rename]);
      });
      const list = (commits: readonly number[], limit: number) =>
        ask(harness, ({ gitIndex }) => gitIndex.listRenames(id, commits, limit));
      expect(await list([9, 7, 4, 3], 10)).to.deep.equal([3, 7].map((number) => ({ commit: number, ...rename })));
      expect(await list([3, 5, 7], 2)).to.have.length(2);
      expect(await list([], 2)).to.deep.equal([]);
    },
  },
  {
    title: 'uses of pointers are listed up to a commit, of one repository',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const use = (object: number, number: number, text: string): GitUse => ({ object, commit: number, path: path(text) });
      const uses = [use(1, 2, 'a'), use(1, 2, 'b'), use(1, 9, 'a'), use(3, 4, '\xff')];
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addUses(id, uses);
        await gitIndex.addUses(other, [use(1, 1, 'z')]);
      });
      const list = (pointers: readonly number[], upTo: number, limit: number) =>
        ask(harness, ({ gitIndex }) => gitIndex.listUsesUpTo(id, pointers, upTo, limit));
      expect(await list([1, 2, 3], 9, 10)).to.have.deep.members(uses);
      expect(await list([1, 2, 3], 8, 10)).to.have.deep.members([uses[0], uses[1], uses[3]]);
      expect(await list([1, 2, 3], 8, 2)).to.have.length(2);
      expect(await list([1, 3], 1, 10)).to.deep.equal([]);
      expect(await list([], 9, 10)).to.deep.equal([]);
    },
  },
  {
    title: 'a Git object has the oid of its bytes once that is put, in its own repository alone',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const objects: GitObject[] = [0, 1].map((number) => ({ number, id: sha1(), sizeBytes: 5, lfs: undefined }));
      const [first, second] = [uniqueOid(), uniqueOid()];
      for (const repositoryId of [id, other]) {
        await commit(harness, ({ gitIndex }) => gitIndex.addObjects(repositoryId, objects));
      }
      await commit(harness, ({ gitIndex }) => gitIndex.putContents(id, new Map([[0, first]])));
      await commit(harness, ({ gitIndex }) => gitIndex.putContents(id, new Map([[1, second]])));
      await commit(harness, ({ gitIndex }) => gitIndex.putContents(id, new Map()));
      const oidsOf = async (repositoryId: Repository['id']) => {
        const byNumber = await ask(harness, ({ gitIndex }) => gitIndex.findObjectsByNumber(repositoryId, [0, 1]));
        const ids = objects.map((object) => object.id);
        const byId = await ask(harness, ({ gitIndex }) => gitIndex.findObjects(repositoryId, ids));
        return [0, 1].flatMap((at) => [byNumber.get(at)?.contentOid, byId.get(ids[at] ?? sha1())?.contentOid]);
      };
      expect(await oidsOf(id)).to.deep.equal([first, first, second, second]);
      expect(await oidsOf(other)).to.deep.equal([undefined, undefined, undefined, undefined]);
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
      ];
      await commit(harness, async ({ gitIndex }) => {
        for (const repositoryId of [id, other]) await gitIndex.addCommits(repositoryId, [first, second]);
        await gitIndex.putRefs(id, refs.toReversed());
        await gitIndex.putRefs(other, [aRef('refs/heads/other', first)]);
      });
      await expectPaging((page) => ask(harness, ({ gitIndex }) => gitIndex.listRefs(id, page)), refs);
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
      expect(after.size).to.equal(4);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.countRefs(id))).to.equal(4);
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
      await commit(harness, ({ repositories }) => repositories.remove(repositoryId));
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
    title: 'commits are found whole by their numbers, and by what their ids lie between',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const idOf = (digit: string): GitId => trusted<GitId>(digit.repeat(40));
      const commits = ['a', '3', 'c'].map((digit, number) =>
        aCommit(number, { id: idOf(digit), parents: number === 2 ? [0, 1] : [] }),
      );
      await commit(harness, ({ gitIndex }) => gitIndex.addCommits(id, commits));
      await commit(harness, ({ gitIndex }) => gitIndex.addCommits(other, [aCommit(0, { id: idOf('b') })]));
      const found = await ask(harness, ({ gitIndex }) => gitIndex.findCommitDetails(id, [2, 0, 9]));
      expect([...found].toSorted(([left], [right]) => left - right)).to.deep.equal([
        [0, commits[0]],
        [2, commits[2]],
      ]);
      const between = async (from: string, to: string, limit = 9) =>
        (await ask(harness, ({ gitIndex }) => gitIndex.listCommitsBetween(id, trusted(from), trusted(to), limit))).map(
          (one) => one.number,
        );
      expect(await between('3'.padEnd(40, '0'), 'c'.repeat(40))).to.deep.equal([1, 0, 2]);
      expect(await between('3'.padEnd(40, '0'), 'c'.repeat(40), 2)).to.deep.equal([1, 0]);
      expect(await between('b'.padEnd(40, '0'), 'b'.padEnd(40, 'f'))).to.deep.equal([]);
    },
  },
  {
    title: 'objects are found by their numbers, and the tips of all refs in the order of their names',
    run: async (harness) => {
      const id = await indexed(harness);
      const objects: GitObject[] = [
        { number: 0, id: sha1(), sizeBytes: 130, lfs: { oid: uniqueOid(), sizeBytes: 2 ** 40 } },
        { number: 1, id: sha1(), sizeBytes: undefined, lfs: undefined },
      ];
      const commits = [aCommit(0), aCommit(1)];
      const [first, second] = commits;
      if (first === undefined || second === undefined) throw new Error('invariant: there are two commits');
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addObjects(id, objects);
        await gitIndex.addCommits(id, commits);
        const tag = { id: sha1(), taggerName: 'Ada', taggerEmail: '', taggedAt: builtAt, notes: '' };
        const refs = [aRef('refs/tags/v1', first, { tag }), aRef('refs/heads/main', second), aRef('refs/heads/a', first)];
        await gitIndex.putRefs(id, refs);
      });
      const found = await ask(harness, ({ gitIndex }) => gitIndex.findObjectsByNumber(id, [1, 0, 7]));
      expect([...found].toSorted(([left], [right]) => left - right)).to.deep.equal([
        [0, objects[0]],
        [1, objects[1]],
      ]);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.listTips(id))).to.deep.equal([
        { name: 'refs/heads/a', commit: 0, taggedAt: undefined },
        { name: 'refs/heads/main', commit: 1, taggedAt: undefined },
        { name: 'refs/tags/v1', commit: 0, taggedAt: builtAt },
      ]);
    },
  },
];
