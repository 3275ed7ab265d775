import type { Oid } from '@svc/core';
import type { RepositoryId } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, uniqueHash, uniqueOid } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';

const manifestOf = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, oid: Oid) =>
  ask(harness, ({ tree }) => tree.findManifest(repositoryId, oid));

const freeze = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, oid: Oid, hash: string, chunkCount = 1) =>
  commit(harness, ({ tree }) => tree.setManifest(repositoryId, oid, hash, chunkCount));

export const manifestCases: readonly UnitOfWorkCase[] = [
  {
    title: 'the manifest of a registered object is frozen once, of one in chunks and of a whole one, in its own repository',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const objects = [anObject(), anObject({ layout: 'chunks' }), anObject()];
      for (const id of [repositoryId, otherId]) await commit(harness, (records) => records.objects.add(id, objects));
      for (const { oid } of objects.slice(0, 2)) {
        const hash = uniqueHash();
        await freeze(harness, repositoryId, oid, hash, 5);
        await freeze(harness, repositoryId, oid, uniqueHash(), 6);
        expect(await manifestOf(harness, repositoryId, oid)).to.equal(hash);
        expect((await ask(harness, ({ artifacts }) => artifacts.find(repositoryId, oid)))?.chunkCount).to.equal(5);
        expect((await ask(harness, ({ artifacts }) => artifacts.find(otherId, oid)))?.chunkCount).to.equal(undefined);
      }
      for (const { oid } of objects) expect(await manifestOf(harness, otherId, oid)).to.equal(undefined);
      expect(await manifestOf(harness, repositoryId, objects[2]?.oid ?? uniqueOid())).to.equal(undefined);
      const { items } = await ask(harness, (queries) => queries.objects.list(repositoryId, 'size', { limit: 9 }));
      expect(items, 'layouts stay').to.have.deep.members(objects);
    },
  },
  {
    title:
      'a manifest is replaced while it is the one that was named, of a registered and of a removed object, and nothing else changes',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const object = anObject({ layout: 'chunks' });
      const [former, latter, third] = [uniqueHash(), uniqueHash(), uniqueHash()];
      const replace = (repositoryId: RepositoryId, from: string, to: string) =>
        commit(harness, ({ tree }) => tree.replaceManifest(repositoryId, object.oid, from, to));
      expect(await replace(id, former, latter), 'of no object').to.equal(false);
      for (const repositoryId of [id, otherId]) {
        await commit(harness, (records) => records.objects.add(repositoryId, [object]));
        await freeze(harness, repositoryId, object.oid, former, 5);
      }
      expect(await replace(id, latter, third)).to.equal(false);
      expect(await replace(id, former, latter)).to.equal(true);
      expect(await manifestOf(harness, id, object.oid)).to.equal(latter);
      expect(await manifestOf(harness, otherId, object.oid)).to.equal(former);
      expect((await ask(harness, ({ artifacts }) => artifacts.find(id, object.oid)))?.chunkCount).to.equal(5);

      await commit(harness, ({ quarantine }) =>
        quarantine.put(id, [object.oid], { removedAt: 1, removedBy: undefined, dueAt: 2 }),
      );
      expect(await replace(id, former, third)).to.equal(false);
      expect(await replace(id, latter, third)).to.equal(true);
      const removed = await ask(harness, ({ quarantine }) => quarantine.find(id, [object.oid]));
      expect(removed.get(object.oid)?.manifestSha256).to.equal(third);
      await commit(harness, ({ quarantine }) => quarantine.restore([...removed.values()]));
      expect(await manifestOf(harness, id, object.oid)).to.equal(third);
      const { items } = await ask(harness, (queries) => queries.objects.list(id, 'size', { limit: 9 }));
      expect(items).to.deep.equal([object]);
    },
  },
  {
    title: 'no manifest is frozen for an object that is not registered',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const oid = uniqueOid();
      const [outcome] = await Promise.allSettled([freeze(harness, id, oid, uniqueHash())]);
      expect(outcome.status).to.equal('rejected');
      expect(await manifestOf(harness, id, oid)).to.equal(undefined);
    },
  },
];
