import {
  type Damage,
  packPath,
  type RepositoryId,
  type Stored,
  type TreePath,
  trusted,
  type UploadSessionId,
} from '@svc/core/model';
import { expect } from 'chai';
import { anUploadObject, builtAt, oids, uniqueOid } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedRepository, storedSession } from './stored.js';
import { aChunk, aPackName } from './tree-builders.js';

const note = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, of: Stored, part: Partial<Damage> = {}): Promise<boolean> =>
  commit(harness, ({ damage }) => damage.note({ repositoryId, of, problem: 'missing', foundAt: builtAt, ...part }));

const list = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, after?: Stored, limit = 100) =>
  ask(harness, ({ damage }) => damage.list(repositoryId, after, limit));

const aFile = (name: string): Stored => ({ kind: 'file', path: trusted<TreePath>(name) });

export const damageCases: readonly UnitOfWorkCase[] = [
  {
    title: 'damage is noted once, told with its problem, and gone when it is healed',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const of: Stored = { kind: 'object', oid: uniqueOid() };
      expect(await note(harness, id, of, { problem: 'wrong_bytes' })).to.equal(true);
      expect(await note(harness, id, of, { problem: 'missing', foundAt: builtAt + 1 })).to.equal(false);
      expect(await list(harness, id)).to.deep.equal([{ repositoryId: id, of, problem: 'wrong_bytes', foundAt: builtAt }]);
      const problemOf = (repositoryId: RepositoryId, asked: Stored) =>
        ask(harness, ({ damage }) => damage.problemOf(repositoryId, asked));
      expect(await problemOf(id, of)).to.equal('wrong_bytes');
      expect(await problemOf(id, { kind: 'object', oid: uniqueOid() })).to.equal(undefined);
      const { id: otherId } = await storedRepository(harness);
      expect(await problemOf(otherId, of)).to.equal(undefined);
      expect(await commit(harness, ({ damage }) => damage.heal(id, of))).to.equal(true);
      expect(await commit(harness, ({ damage }) => damage.heal(id, of))).to.equal(false);
      expect(await list(harness, id)).to.deep.equal([]);
    },
  },
  {
    title: 'damaged are the objects and files that were noted, within their repository only, of hundreds that are asked for',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [bad = uniqueOid(), ...good] = oids(250);
      await note(harness, id, { kind: 'object', oid: bad });
      await note(harness, id, aFile('meta/bad'));
      const findObjects = (repositoryId: RepositoryId) =>
        ask(harness, ({ damage }) => damage.findObjects(repositoryId, [...good, bad]));
      const findFiles = (repositoryId: RepositoryId) =>
        ask(harness, ({ damage }) => damage.findFiles(repositoryId, [trusted('meta/bad'), trusted('meta/good'), trusted(bad)]));
      expect(await findObjects(id)).to.deep.equal(new Set([bad]));
      expect(await findObjects(otherId)).to.deep.equal(new Set());
      expect(await findFiles(id)).to.deep.equal(new Set(['meta/bad']));
      expect(await findFiles(otherId)).to.deep.equal(new Set());
      expect(await ask(harness, ({ damage }) => damage.findObjects(id, []))).to.deep.equal(new Set());
    },
  },
  {
    title: 'damage is listed in pieces, files before objects, and added up',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const objects = oids(3).sort();
      const all: Stored[] = [aFile('a'), aFile('a/b'), aFile('b'), ...objects.map((oid): Stored => ({ kind: 'object', oid }))];
      for (const [at, of] of [...all].reverse().entries()) await note(harness, id, of, { foundAt: builtAt + at });
      await note(harness, otherId, aFile('c'));
      expect((await list(harness, id)).map(({ of }) => of)).to.deep.equal(all);
      const paged: Stored[] = [];
      for (let slice = await list(harness, id, undefined, 2); slice.length > 0;) {
        expect(slice.length).to.be.at.most(2);
        paged.push(...slice.map(({ of }) => of));
        slice = await list(harness, id, paged.at(-1), 2);
      }
      expect(paged).to.deep.equal(all);
      expect(await ask(harness, ({ damage }) => damage.sumUp(id))).to.deep.equal({ count: 6, firstAt: builtAt });
      const { id: emptyId } = await storedRepository(harness);
      expect(await ask(harness, ({ damage }) => damage.sumUp(emptyId))).to.deep.equal({ count: 0, firstAt: undefined });
    },
  },
  {
    title: 'of a damaged pack nothing is known any more, and of the others everything',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [bad, good] = [aPackName(), aPackName()];
      const [lost, kept] = [aChunk({ pack: bad }), aChunk({ pack: good })];
      await commit(harness, async ({ tree }) => {
        await tree.addPack(id, bad, [lost], builtAt);
        await tree.addPack(id, good, [kept], builtAt);
      });
      await note(harness, id, { kind: 'file', path: packPath(bad) });
      const { chunks, packs } = await ask(harness, async ({ tree }) => ({
        chunks: await tree.findChunks(id, [lost.name, kept.name]),
        packs: await tree.findVerifiedPacks(id, [bad, good]),
      }));
      expect(chunks).to.deep.equal(new Map([[kept.name, kept]]));
      expect(packs).to.deep.equal(new Set([good]));
      // Its chunks may come with another pack from then on.
      const [again, other] = [{ ...lost, pack: aPackName() }, aPackName()];
      await commit(harness, ({ tree }) => tree.addPack(id, other, [again], builtAt));
      expect(await ask(harness, ({ tree }) => tree.findChunks(id, [lost.name]))).to.deep.equal(new Map([[lost.name, again]]));
    },
  },
  {
    title:
      'a damaged object that an LFS session has verified is one that it does not have, and other objects and sessions stay as they are',
    run: async (harness) => {
      const { id: repositoryId, organizationId, namespace } = await storedRepository(harness);
      const of = { repositoryId, organizationId, namespace };
      const lfs = await storedSession(harness, { ...of, kind: 'lfs' });
      const client = await storedSession(harness, { ...of, kind: 'session' });
      const swept = await storedSession(harness, { ...of, kind: 'lfs' });
      const [damaged = uniqueOid(), other = uniqueOid()] = oids(2);
      await commit(harness, async ({ uploads }) => {
        for (const { id } of [lfs, client, swept]) {
          await uploads.addObjects(
            id,
            [damaged, other].map((oid) => anUploadObject({ oid, sizeBytes: 10, reservedBytes: 0 })),
          );
          for (const oid of [damaged, other]) await uploads.completeObject(id, { oid, sizeBytes: 10 }, 0);
        }
      });
      await commit(harness, ({ uploads }) => uploads.markSwept(swept.id));
      await note(harness, repositoryId, { kind: 'object', oid: damaged });
      const count = () => ask(harness, ({ uploads }) => uploads.countObjects(lfs.id));
      expect(await count()).to.equal(1);
      const sizesIn = (id: UploadSessionId) => ask(harness, ({ uploads }) => uploads.findObjectSizes(id, [damaged, other]));
      expect(await sizesIn(lfs.id)).to.deep.equal(new Map([[other, 10]]));
      for (const { id } of [client, swept]) expect(await sizesIn(id)).to.have.all.keys(damaged, other);
      const fresh = [anUploadObject({ oid: damaged, sizeBytes: 10 })];
      expect(await commit(harness, ({ uploads }) => uploads.addObjects(lfs.id, fresh))).to.deep.equal([damaged]);
      expect(await count()).to.equal(2);
    },
  },
  {
    title:
      'a damaged object that an LFS session has verified and holds something back for still is awaited anew, with what is held back',
    run: async (harness) => {
      const { id: repositoryId, organizationId, namespace } = await storedRepository(harness);
      const of = { repositoryId, organizationId, namespace };
      const lfs = await storedSession(harness, { ...of, kind: 'lfs' });
      const client = await storedSession(harness, { ...of, kind: 'session' });
      const [damaged = uniqueOid(), other = uniqueOid()] = oids(2);
      const verified = [damaged, other].map((oid) => ({ oid, sizeBytes: 10 }));
      await commit(harness, async ({ uploads }) => {
        for (const { id } of [lfs, client]) {
          await uploads.addObjects(
            id,
            verified.map((object) => anUploadObject({ ...object, reservedBytes: 15 })),
          );
          for (const object of verified) {
            if (id === lfs.id) await uploads.refuseObject(id, object);
            await uploads.completeObject(id, { ...object, type: 'media' }, 0);
          }
        }
      });
      await note(harness, repositoryId, { kind: 'object', oid: damaged });
      const find = (id: UploadSessionId, oid: typeof damaged) => ask(harness, ({ uploads }) => uploads.findObject(id, oid));
      const again = await find(lfs.id, damaged);
      expect(again).to.include({ state: 'AUTHORIZED', sizeBytes: 10, reservedBytes: 15 });
      expect(again?.type).to.equal(undefined);
      expect(await find(lfs.id, other)).to.include({ state: 'COMPLETED', reservedBytes: 15 });
      expect(await find(client.id, damaged)).to.include({ state: 'COMPLETED', reservedBytes: 15 });
      await ask(harness, async ({ uploads }) => {
        expect(await uploads.countObjects(lfs.id)).to.equal(2);
        const [pending] = await uploads.findPendingLfs(repositoryId, [damaged], 0);
        expect(pending?.refused).to.equal(undefined);
      });
      expect(await commit(harness, ({ uploads }) => uploads.completeObject(lfs.id, { oid: damaged, sizeBytes: 10 }, 0))).to.equal(
        true,
      );
    },
  },
  {
    title: 'what is noted goes with the repository',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      await note(harness, id, aFile('a'));
      await removeRepository(harness, id);
      expect(await list(harness, id)).to.deep.equal([]);
    },
  },
];
