import type { Repository } from '@svc/core';
import { type GitId, type GitPath, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { aCommit, aPending, begun, bytesOf, indexed, lightOf, longPaths, path, sha1, sha256 } from './git-index-builders.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';

export const gitCommitCases: readonly UnitOfWorkCase[] = [
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
    title: 'bytes that were put are their giver’s again, and those that are answered their reader’s',
    run: async (harness) => {
      const id = await indexed(harness);
      const session = await begun(harness);
      const pending = aPending();
      const expected = [...pending.raw];
      const bytes = Uint8Array.from(expected);
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addPending(session.id, [pending]);
        await gitIndex.addNodes(id, new Map([[0, bytes]]));
        await gitIndex.putGraphChunks(id, new Map([[0, bytes]]));
      });
      for (const given of [pending.raw, bytes]) given.fill(0);
      for (let time = 0; time < 2; time += 1) {
        const answered = await ask(harness, async ({ gitIndex }) => [
          (await gitIndex.findPending(session.id, [pending.id])).get(pending.id)?.raw,
          (await gitIndex.loadNodes(id, [0])).get(0),
          ...(await gitIndex.listGraphChunks(id, 0)),
        ]);
        expect(answered.map((read) => [...(read ?? [])])).to.deep.equal([expected, expected, expected]);
        for (const read of answered) read?.fill(0);
      }
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
        await gitIndex.findRenamesFrom(id, 1, [path('x'), moved.from, path('y')], 9),
        await gitIndex.findRenamesTo(id, 1, [path('x'), moved.to], 9),
      ]);
      expect(from).to.have.deep.members([moved, more]);
      expect(to).to.deep.equal([moved]);
      expect(await ask(harness, ({ gitIndex }) => gitIndex.findRenamesTo(id, 1, [], 9))).to.deep.equal([]);
    },
  },
  {
    title: 'no more renames are found than are asked for, of one path and of many',
    run: async (harness) => {
      const id = await indexed(harness);
      const numbers = Array.from({ length: 250 }, (_, at) => at);
      const toOne = numbers.map((at) => ({ from: path(`former/${at}`), to: path('b'), similarity: 60 }));
      const fromOne = numbers.map((at) => ({ from: path('a'), to: path(`new/${at}`), similarity: 60 }));
      await commit(harness, ({ gitIndex }) => gitIndex.addRenames(id, 1, [...toOne, ...fromOne]));
      const newPaths = fromOne.map((rename) => rename.to);
      const formerPaths = toOne.map((rename) => rename.from);
      const found = await ask(harness, async ({ gitIndex }) => ({
        toOne: await gitIndex.findRenamesTo(id, 1, [path('b')], 3),
        fromOne: await gitIndex.findRenamesFrom(id, 1, [path('a')], 3),
        toMany: await gitIndex.findRenamesTo(id, 1, newPaths, 201),
        fromMany: await gitIndex.findRenamesFrom(id, 1, formerPaths, 201),
        allToMany: await gitIndex.findRenamesTo(id, 1, newPaths, 251),
        allFromMany: await gitIndex.findRenamesFrom(id, 1, formerPaths, 251),
      }));
      expect(toOne).to.include.deep.members([...found.toOne, ...found.fromMany]);
      expect(fromOne).to.include.deep.members([...found.fromOne, ...found.toMany]);
      expect([found.toOne, found.fromOne, found.toMany, found.fromMany].map(({ length }) => length)).to.deep.equal([
        3, 3, 201, 201,
      ]);
      expect(found.allToMany).to.have.deep.members(fromOne);
      expect(found.allFromMany).to.have.deep.members(toOne);
    },
  },
  {
    title: 'renames of paths as long as they may be are kept, each once, and found by either path',
    run: async (harness) => {
      const id = await indexed(harness);
      const renames = longPaths.flatMap((from) => longPaths.map((to) => ({ from, to, similarity: 60 })));
      await commit(harness, ({ gitIndex }) => gitIndex.addRenames(id, 1, renames.slice(1)));
      await commit(harness, ({ gitIndex }) => gitIndex.addRenames(id, 1, renames));
      const listed = await ask(harness, ({ gitIndex }) => gitIndex.listRenames(id, [1], 99));
      expect(listed).to.have.deep.members(renames.map((rename) => ({ commit: 1, ...rename })));
      for (const long of longPaths) {
        const [from, to] = await ask(harness, async ({ gitIndex }) => [
          await gitIndex.findRenamesFrom(id, 1, [path('x'), long], 99),
          await gitIndex.findRenamesTo(id, 1, [long, path('x')], 99),
        ]);
        expect(from).to.have.deep.members(renames.filter((rename) => rename.from === long));
        expect(to).to.have.deep.members(renames.filter((rename) => rename.to === long));
      }
    },
  },
  {
    title: 'deletions of a path are told up to a commit, the highest first, each once, of one repository and path',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const [nearly = path('b'), long = path('b')] = longPaths.slice(-2);
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
      expect(await list(nearly, 100, 10)).to.deep.equal([]);
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
      const ids = await ask(harness, ({ gitIndex }) => gitIndex.findCommitIds(id, [2, 0, 9]));
      expect([...ids].toSorted(([left], [right]) => left - right)).to.deep.equal([
        [0, idOf('a')],
        [2, idOf('c')],
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
];
