import type { Oid } from '@svc/core';
import {
  type QuarantinedObject,
  type RepositoryId,
  type StoredObject,
  trusted,
  type UploadSessionId,
  type UserId,
} from '@svc/core/model';
import { expect } from 'chai';
import { anObject, builtAt, oids, uniqueHash, uniqueId } from './builders.js';
import { expectPaging } from './expect-paging.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { removeRepository, storedOrganization, storedRepository } from './stored.js';

const admin = trusted<UserId>(uniqueId());
const removal = { removedAt: builtAt + 5, removedBy: admin, dueAt: builtAt + 100 };

const add = (harness: UnitOfWorkHarness, id: RepositoryId, ...objects: readonly StoredObject[]) =>
  commit(harness, (records) => records.objects.add(id, objects));

const put = (
  harness: UnitOfWorkHarness,
  id: RepositoryId,
  objects: readonly StoredObject[],
  part: Partial<typeof removal> = {},
) =>
  commit(harness, ({ quarantine }) =>
    quarantine.put(
      id,
      objects.map(({ oid }) => oid),
      { ...removal, ...part },
    ),
  );

const find = (harness: UnitOfWorkHarness, id: RepositoryId, ...wanted: readonly Oid[]) =>
  ask(harness, ({ quarantine }) => quarantine.find(id, wanted));

/** An object that was added and put into quarantine. */
const quarantined = async (
  harness: UnitOfWorkHarness,
  id: RepositoryId,
  object: StoredObject = anObject(),
  part: Partial<typeof removal> = {},
): Promise<QuarantinedObject> => {
  await add(harness, id, object);
  const [one] = await put(harness, id, [object], part);
  return one ?? expect.fail('it is put into quarantine');
};

const restore = (harness: UnitOfWorkHarness, ...found: readonly QuarantinedObject[]) =>
  commit(harness, ({ quarantine }) => quarantine.restore(found));

/** All that is counted of a repository's objects, and the lists of them. */
const lookAt = (harness: UnitOfWorkHarness, id: RepositoryId, object: StoredObject) =>
  ask(harness, async ({ objects, artifacts, usage, storage, tree, traffic }) => {
    const detail = await artifacts.find(id, object.oid);
    return {
      listed: (await objects.list(id, 'size', { limit: 9 })).items,
      sizes: await objects.findSizes(id, [object.oid]),
      stored: await objects.findStored(id, [object.oid]),
      knownSizes: await objects.findKnownSizes(id, [object.sizeBytes]),
      usage: await usage.ofRepository(id),
      totals: await storage.totals(id),
      folder: await storage.folder(id, 'models'),
      folders: (await storage.listFolders(id, '', { limit: 9 })).items,
      manifest: await tree.findManifest(id, object.oid),
      downloads: await traffic.downloadsOf(id, [object.oid]),
      detail: detail && { ...detail, registeredAt: 0 },
      versions: (await artifacts.listVersions(id, object.name ?? '', { limit: 9 })).length,
    };
  });

export const quarantineCases: readonly UnitOfWorkCase[] = [
  {
    title: 'what is put into quarantine is in no answer and in no count, and is found there as it was',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const stays = anObject({ name: 'notes.txt', sizeBytes: 7, physicalBytes: 7 });
      await add(harness, id, stays);
      const object = anObject({ name: 'models/engine.onnx', type: 'model', sizeBytes: 50, physicalBytes: 40 });
      const before = await lookAt(harness, id, object);
      const manifestSha256 = uniqueHash();
      await add(harness, id, object);
      await commit(harness, ({ tree }) => tree.setManifest(id, object.oid, manifestSha256, 3));
      const taken = await put(harness, id, [object, object, anObject()]);
      const expected = {
        repositoryId: id,
        organizationId,
        object,
        manifestSha256,
        chunkCount: 3,
        chunkBytes: undefined,
        ...removal,
        state: 'quarantined',
      };
      expect(taken).to.deep.equal([expected]);
      expect(await lookAt(harness, id, object)).to.deep.equal(before);
      expect(await find(harness, id, ...oids(2), object.oid)).to.deep.equal(new Map([[object.oid, expected]]));
      expect(await find(harness, id, stays.oid)).to.deep.equal(new Map());
      expect(await find(harness, otherId, object.oid)).to.deep.equal(new Map());
      expect(await put(harness, id, [object])).to.deep.equal([]);
    },
  },
  {
    title: 'what a removed object occupied in chunks is noted with it, in quarantine alone',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [cut, empty, other] = [anObject(), anObject(), anObject()];
      await add(harness, id, cut, empty, other);
      const oidsOfAll = [cut.oid, empty.oid, other.oid];
      const chunkBytes = new Map([
        [cut.oid, 5],
        [empty.oid, 0],
      ]);
      const taken = await commit(harness, ({ quarantine }) => quarantine.put(id, oidsOfAll, removal, chunkBytes));
      const noted = (all: readonly QuarantinedObject[]) => new Map(all.map((one) => [one.object.oid, one.chunkBytes]));
      const expected = new Map([...chunkBytes, [other.oid, undefined]]);
      expect(noted(taken)).to.deep.equal(expected);
      expect(noted([...(await find(harness, id, ...oidsOfAll)).values()])).to.deep.equal(expected);
      await restore(harness, ...taken);
      expect(noted(await put(harness, id, [cut]))).to.deep.equal(new Map([[cut.oid, undefined]]));
    },
  },
  {
    title: 'what is brought back is in every answer as it was, with its manifest and its downloads',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const object = anObject({ name: 'models/engine.onnx', type: 'model', layout: 'chunks', sizeBytes: 50, physicalBytes: 40 });
      await add(harness, id, anObject({ name: 'models/other.onnx', type: 'model' }), object);
      await commit(harness, async ({ tree, traffic }) => {
        await tree.setManifest(id, object.oid, uniqueHash(), 3);
        const downloads = { repositoryId: id, oid: object.oid, downloads: 4, lastDownloadedAt: builtAt + 1 };
        await traffic.addDownloads({ egress: [], objects: [downloads] });
      });
      const before = await lookAt(harness, id, object);
      const [one] = await put(harness, id, [object]);
      expect(one?.object).to.deep.equal(object);
      expect(await restore(harness, one ?? expect.fail())).to.deep.equal([object]);
      expect(await lookAt(harness, id, object)).to.deep.equal(before);
      expect(await find(harness, id, object.oid)).to.deep.equal(new Map());
    },
  },
  {
    title: 'downloads of an object that are written while it is in quarantine are counted when it is brought back',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const nobody = trusted<UserId>(uniqueId());
      const write = (oid: Oid, downloads: number, lastDownloadedAt: number) =>
        commit(harness, ({ traffic }) =>
          traffic.addDownloads({ egress: [], objects: [{ repositoryId: id, oid, downloads, lastDownloadedAt }] }),
        );
      const [known, fresh] = [anObject({ name: 'known', type: 'model' }), anObject({ name: 'fresh', type: 'model' })];
      await add(harness, id, known, fresh);
      await write(known.oid, 4, builtAt + 3);
      const removed = await put(harness, id, [known, fresh]);
      await write(known.oid, 2, builtAt + 1);
      await write(fresh.oid, 1, builtAt + 2);
      await restore(harness, ...removed);
      const counted = await ask(harness, ({ traffic }) => traffic.downloadsOf(id, [known.oid, fresh.oid]));
      expect(counted.get(known.oid)).to.deep.equal({ downloads: 6, lastDownloadedAt: builtAt + 3 });
      expect(counted.get(fresh.oid)).to.deep.equal({ downloads: 1, lastDownloadedAt: builtAt + 2 });
      const { artifacts } = await ask(harness, (queries) =>
        queries.artifacts.list(organizationId, { hiddenFrom: nobody }, { sort: 'downloads', limit: 9 }),
      );
      expect(artifacts.map(({ oid, downloads }) => [oid, downloads])).to.deep.equal([
        [known.oid, 6],
        [fresh.oid, 1],
      ]);
    },
  },
  {
    title: 'what is brought back without a manifest takes one',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const one = await quarantined(harness, id);
      await restore(harness, one);
      const hash = uniqueHash();
      await commit(harness, ({ tree }) => tree.setManifest(id, one.object.oid, hash, 2));
      expect(await ask(harness, ({ tree }) => tree.findManifest(id, one.object.oid))).to.equal(hash);
    },
  },
  {
    title: 'one that is in quarantine is changed, brought back and forgotten only as it was when it was found',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const former = await quarantined(harness, id);
      const update = (as: QuarantinedObject) =>
        commit(harness, ({ quarantine }) => quarantine.update(as, { state: 'deleting', dueAt: builtAt + 200 }));
      const remove = (as: QuarantinedObject) => commit(harness, ({ quarantine }) => quarantine.remove(as));
      expect(await together(10, () => update(former))).to.have.members([true, ...Array<boolean>(9).fill(false)]);
      const changed: QuarantinedObject = { ...former, state: 'deleting', dueAt: builtAt + 200 };
      expect(await find(harness, id, former.object.oid)).to.deep.equal(new Map([[former.object.oid, changed]]));
      for (const as of [former, { ...changed, dueAt: builtAt }, { ...former, dueAt: changed.dueAt }]) {
        expect(await remove(as)).to.equal(false);
        expect(await restore(harness, as)).to.deep.equal([]);
      }
      expect(await remove(changed)).to.equal(true);
      expect(await remove(changed)).to.equal(false);
      expect(await find(harness, id, former.object.oid)).to.deep.equal(new Map());
    },
  },
  {
    title: 'of those who want to bring one back and to delete it one succeeds',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const former = await quarantined(harness, id);
      const outcomes = await together(10, (at) =>
        at % 2 === 0
          ? restore(harness, former).then((restored) => restored.length > 0)
          : commit(harness, ({ quarantine }) => quarantine.update(former, { state: 'deleting', dueAt: builtAt + 200 })),
      );
      expect(outcomes.filter(Boolean)).to.have.length(1);
      const isBack = (await ask(harness, ({ objects }) => objects.findSizes(id, [former.object.oid]))).size === 1;
      expect((await find(harness, id, former.object.oid)).size).to.equal(isBack ? 0 : 1);
    },
  },
  {
    title:
      'the session in which one was sent again is noted until it is taken back, another one is noted, or it leaves quarantine',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [sender, other] = [trusted<UploadSessionId>(uniqueId()), trusted<UploadSessionId>(uniqueId())];
      const former = await quarantined(harness, id);
      const { object } = former;
      const isNoted = (sessionId: UploadSessionId) =>
        ask(harness, ({ quarantine }) => quarantine.isResentIn(id, object.oid, sessionId));
      const noted = async () => [await isNoted(sender), await isNoted(other)];
      const note = (sessionId: UploadSessionId, oid = object.oid) =>
        commit(harness, ({ quarantine }) => quarantine.noteResentIn(id, oid, sessionId));
      const forget = (sessionId: UploadSessionId) =>
        commit(harness, ({ quarantine }) => quarantine.forgetResentIn(id, object.oid, sessionId));
      const beside = await quarantined(harness, id);
      await note(sender, beside.object.oid);
      expect(await noted()).to.deep.equal([false, false]);
      await note(sender);
      await note(other);
      expect(await noted()).to.deep.equal([false, true]);
      await note(sender);
      await forget(other);
      expect(await noted()).to.deep.equal([true, false]);
      expect(await find(harness, id, object.oid)).to.deep.equal(new Map([[object.oid, former]]));
      const change = { state: 'deleting', dueAt: builtAt + 200 } as const;
      await commit(harness, ({ quarantine }) => quarantine.update(former, change));
      expect(await noted(), 'its bytes are being removed').to.deep.equal([true, false]);
      await restore(harness, { ...former, ...change });
      await note(sender);
      expect(await noted()).to.deep.equal([false, false]);
      await put(harness, id, [object]);
      expect(await noted(), 'removed once more').to.deep.equal([false, false]);
      await note(other);
      await forget(other);
      expect(await noted()).to.deep.equal([false, false]);
    },
  },
  {
    title: 'those that can be brought back are listed, the last one that was removed first, within their repository only',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      await quarantined(harness, (await storedRepository(harness)).id);
      const removed: QuarantinedObject[] = [];
      for (const offset of [3, 1, 2, 2, 2]) {
        removed.push(await quarantined(harness, id, anObject(), { removedAt: builtAt + offset }));
      }
      const deleting = await quarantined(harness, id);
      await commit(harness, ({ quarantine }) => quarantine.update(deleting, { state: 'deleting', dueAt: builtAt }));
      const newestFirst = removed.toSorted(
        (left, right) => right.removedAt - left.removedAt || (left.object.oid < right.object.oid ? -1 : 1),
      );
      await expectPaging((page) => ask(harness, ({ quarantine }) => quarantine.list(id, page)), newestFirst);
    },
  },
  {
    title: 'those of all repositories are due from their moment on, the longest due first, in whatever state',
    run: async (harness) => {
      const [first, second] = [await storedRepository(harness), await storedRepository(harness)];
      const later = await quarantined(harness, first.id, anObject(), { dueAt: builtAt + 20 });
      const sooner = await quarantined(harness, second.id, anObject(), { dueAt: builtAt + 10 });
      const due = (now: number, limit = 9) => ask(harness, ({ quarantine }) => quarantine.listDue(now, limit));
      expect(await due(builtAt + 9)).to.deep.equal([]);
      expect(await due(builtAt + 10)).to.deep.equal([sooner]);
      expect(await due(builtAt + 20)).to.deep.equal([sooner, later]);
      expect(await due(builtAt + 20, 1)).to.deep.equal([sooner]);
      await commit(harness, ({ quarantine }) => quarantine.update(sooner, { state: 'deleting', dueAt: builtAt + 30 }));
      expect(await due(builtAt + 30)).to.deep.equal([later, { ...sooner, state: 'deleting', dueAt: builtAt + 30 }]);
    },
  },
  {
    title: "what is rid of with a repository's quarantine is summed up, of objects in chunks nothing",
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id } = await storedRepository(harness, { organizationId });
      const { id: byosId } = await storedRepository(harness, { organizationId, storageMode: 'byos' });
      const totals = (of: RepositoryId) => ask(harness, ({ quarantine }) => quarantine.totals(of));
      expect(await totals(id)).to.deep.equal({ objects: 0, bytes: 0 });
      for (const physicalBytes of [1, 20]) await quarantined(harness, id, anObject({ physicalBytes }));
      await quarantined(harness, id, anObject({ layout: 'chunks', physicalBytes: 300 }));
      await quarantined(harness, byosId, anObject({ physicalBytes: 4000 }));
      await quarantined(harness, byosId, anObject({ layout: 'chunks', physicalBytes: 50_000 }));
      expect(await totals(id)).to.deep.equal({ objects: 3, bytes: 21 });
      expect(await totals(byosId)).to.deep.equal({ objects: 2, bytes: 4000 });
      expect(await ask(harness, ({ usage }) => usage.reclaimableByosBytes(organizationId))).to.equal(4000);
    },
  },
  {
    title: 'what is in quarantine goes with its repository',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { object } = await quarantined(harness, id);
      await removeRepository(harness, id);
      expect(await find(harness, id, object.oid)).to.deep.equal(new Map());
      expect(await ask(harness, ({ quarantine }) => quarantine.listDue(removal.dueAt, 9))).to.deep.equal([]);
    },
  },
  {
    title: 'an object that is brought back is found by a part of its name, whether its name was in the index or not',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const object = anObject({ name: 'models/engine.onnx', type: 'model' });
      await add(harness, id, object);
      const nobody = trusted<UserId>(uniqueId());
      const named = () =>
        ask(harness, async ({ artifacts }) => {
          const filter = { hiddenFrom: nobody, nameKeyPart: 'engine' };
          return (await artifacts.list(organizationId, filter, { sort: 'recent', limit: 9 })).artifacts.map(({ oid }) => oid);
        });
      for (let round = 0; round < 2; round += 1) {
        expect(await named()).to.deep.equal([object.oid]);
        const [one] = await put(harness, id, [object]);
        expect(await named()).to.deep.equal([]);
        await restore(harness, one ?? expect.fail());
        await commit(harness, ({ artifacts }) => artifacts.indexNames(organizationId));
      }
      expect(await named()).to.deep.equal([object.oid]);
    },
  },
];
