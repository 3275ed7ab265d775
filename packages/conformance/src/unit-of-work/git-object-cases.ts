import type { Oid, Repository } from '@svc/core';
import type { GitObject, GitUse } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, builtAt, uniqueOid } from './builders.js';
import { sha1, sha256, path, aCommit, aRef, indexed, longPaths } from './git-index-builders.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';

export const gitObjectCases: readonly UnitOfWorkCase[] = [
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
      const places = (...oids: readonly Oid[]) => ask(harness, ({ gitIndex }) => gitIndex.findPlaces(id, oids));
      expect(await places(oid, uniqueOid())).to.deep.equal(new Map([[oid, path('a/b')]]));
      expect(await places()).to.deep.equal(new Map());
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
    title: 'uses at paths as long as they may be are kept, each once, and listed in the order of all of their bytes',
    run: async (harness) => {
      const id = await indexed(harness);
      const oid = uniqueOid();
      const uses = [1, 2].flatMap((number) => longPaths.map((long): GitUse => ({ object: 0, commit: number, path: long })));
      await commit(harness, async ({ gitIndex }) => {
        await gitIndex.addObjects(id, [{ number: 0, id: sha1(), sizeBytes: 130, lfs: { oid, sizeBytes: 1 } }]);
        await gitIndex.addUses(id, uses.slice(-3));
      });
      expect(await ask(harness, ({ gitIndex }) => gitIndex.findPlaces(id, [oid]))).to.deep.equal(
        new Map([[oid, longPaths.at(-3)]]),
      );
      await commit(harness, ({ gitIndex }) => gitIndex.addUses(id, uses.toReversed()));
      expect(await ask(harness, ({ gitIndex }) => gitIndex.findPlaces(id, [oid]))).to.deep.equal(new Map([[oid, longPaths[0]]]));
      const list = (limit: number, after?: GitUse): Promise<readonly GitUse[]> =>
        ask(harness, ({ gitIndex }) => gitIndex.listUses(id, [0], { after, limit }));
      expect(await list(99)).to.deep.equal(uses);
      for (const [at, use] of uses.entries()) expect(await list(2, use)).to.deep.equal(uses.slice(at + 1, at + 3));
      const upTo = await ask(harness, ({ gitIndex }) => gitIndex.listUsesUpTo(id, [0], 1, 99));
      expect(upTo).to.have.deep.members(uses.slice(0, longPaths.length));
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
    title: 'a Git object has the oid of its bytes once that is put, and these are content, in its own repository alone',
    run: async (harness) => {
      const [id, other] = [await indexed(harness), await indexed(harness)];
      const objects: GitObject[] = [0, 1].map((number) => ({ number, id: sha1(), sizeBytes: 5, lfs: undefined }));
      const [first, second, named] = [uniqueOid(), uniqueOid(), uniqueOid()];
      const pointer: GitObject = { number: 2, id: sha1(), sizeBytes: 130, lfs: { oid: named, sizeBytes: 5 } };
      for (const repositoryId of [id, other]) {
        await commit(harness, ({ gitIndex }) => gitIndex.addObjects(repositoryId, [...objects, pointer]));
      }
      const isContent = (repositoryId: Repository['id']) =>
        ask(harness, async ({ gitIndex }) => {
          const found: boolean[] = [];
          for (const oid of [first, second, named]) found.push(await gitIndex.isContent(repositoryId, oid));
          return found;
        });
      expect(await isContent(id)).to.deep.equal([false, false, false]);
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
      expect(await isContent(id)).to.deep.equal([true, true, false]);
      expect(await isContent(other)).to.deep.equal([false, false, false]);
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
        const untold = { ...tag, id: sha1(), taggerName: '', taggedAt: undefined };
        const tags = [aRef('refs/tags/v1', first, { tag }), aRef('refs/tags/v0', first, { tag: untold })];
        const refs = [...tags, aRef('refs/heads/main', second), aRef('refs/heads/a', first)];
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
        { name: 'refs/tags/v0', commit: 0, taggedAt: undefined },
        { name: 'refs/tags/v1', commit: 0, taggedAt: builtAt },
      ]);
    },
  },
];
