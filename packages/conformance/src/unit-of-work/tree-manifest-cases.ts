import { type Oid, type PendingProof, type RepositoryId, trusted } from '@svc/core';
import { expect } from 'chai';
import { anObject, builtAt, uniqueHash, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';
import { aPendingProof } from './tree-builders.js';

const manifestOf = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, oid: Oid) =>
  ask(harness, ({ tree }) => tree.findManifest(repositoryId, oid));

const freeze = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, oid: Oid, hash: string) =>
  commit(harness, ({ tree }) => tree.setManifest(repositoryId, oid, hash));

const putOff = (harness: UnitOfWorkHarness, proofs: readonly PendingProof[]) =>
  commit(harness, async ({ tree }) => {
    for (const proof of proofs) await tree.addPendingProof(proof);
  });

const inOrder = (left: PendingProof, right: PendingProof): number =>
  left.requestedAt - right.requestedAt || (left.repositoryId + left.oid < right.repositoryId + right.oid ? -1 : 1);

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
        await freeze(harness, repositoryId, oid, hash);
        await freeze(harness, repositoryId, oid, uniqueHash());
        expect(await manifestOf(harness, repositoryId, oid)).to.equal(hash);
      }
      for (const { oid } of objects) expect(await manifestOf(harness, otherId, oid)).to.equal(undefined);
      expect(await manifestOf(harness, repositoryId, objects[2]?.oid ?? uniqueOid())).to.equal(undefined);
      const { items } = await ask(harness, (queries) => queries.objects.list(repositoryId, 'size', { limit: 9 }));
      expect(items, 'layouts stay').to.have.deep.members(objects);
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
  {
    title: 'proofs that were put off are found, and listed over all repositories, the oldest first',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const first = aPendingProof(repositoryId, { requestedAt: 0, sizeBytes: Number.MAX_SAFE_INTEGER });
      const proofs = [
        ...[builtAt, 1, 1, 1].map((requestedAt) => aPendingProof(otherId, { requestedAt })),
        ...[1, 1, builtAt + 1].map((requestedAt) => aPendingProof(repositoryId, { requestedAt })),
        first,
      ];
      await putOff(harness, proofs);
      const list = (limit: number) => ask(harness, ({ tree }) => tree.listPendingProofs(limit));
      expect(await list(99)).to.deep.equal(proofs.toSorted(inOrder));
      expect(await list(3)).to.deep.equal(proofs.toSorted(inOrder).slice(0, 3));
      const find = (id: RepositoryId) => ask(harness, ({ tree }) => tree.findPendingProof(id, first.oid));
      expect(await find(repositoryId)).to.deep.equal(first);
      expect(await find(otherId)).to.equal(undefined);
    },
  },
  {
    title: 'a proof is put off once for each object, also by many at once, and again when it was taken off the list',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const proof = aPendingProof(repositoryId);
      const elsewhere = { ...proof, repositoryId: otherId };
      await putOff(harness, [proof, elsewhere]);
      const again = { ...proof, requestedAt: builtAt + 5 };
      await together(5, () => putOff(harness, [again]));
      const list = () => ask(harness, ({ tree }) => tree.listPendingProofs(9));
      expect(await list()).to.have.deep.members([proof, elsewhere]);
      await commit(harness, ({ tree }) => tree.removePendingProof(repositoryId, proof.oid));
      expect(await list()).to.deep.equal([elsewhere]);
      await commit(harness, ({ tree }) => tree.removePendingProof(repositoryId, proof.oid));
      await putOff(harness, [again]);
      expect(await list()).to.have.deep.members([again, elsewhere]);
    },
  },
  {
    title: 'a proof belongs to a repository that is there',
    run: async (harness) => {
      const proof = aPendingProof(trusted<RepositoryId>(uniqueId()));
      const [outcome] = await Promise.allSettled([putOff(harness, [proof])]);
      expect(outcome.status).to.equal('rejected');
    },
  },
];
