import { type ClaimedProof, type PendingProof, type RepositoryId, trusted } from '@svc/core';
import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';
import { aPendingProof } from './tree-builders.js';

const minute = 60_000;

const putOff = (harness: UnitOfWorkHarness, proofs: readonly PendingProof[]) =>
  commit(harness, async ({ tree }) => {
    for (const proof of proofs) await tree.addPendingProof(proof);
  });

const claim = (harness: UnitOfWorkHarness, now: number, holder = 'a', until = now + minute) =>
  commit(harness, ({ tree }) => tree.claimProof(holder, now, until));

/** A claim that must find something. */
const claimed = async (harness: UnitOfWorkHarness, now: number, holder = 'a'): Promise<ClaimedProof> => {
  const proof = await claim(harness, now, holder);
  if (proof === undefined) throw new Error('a proof is due');
  return proof;
};

/** Claims one after the other until none is due. */
const claimAll = async (harness: UnitOfWorkHarness, now: number): Promise<readonly ClaimedProof[]> => {
  const all: ClaimedProof[] = [];
  for (let proof = await claim(harness, now); proof !== undefined; proof = await claim(harness, now)) all.push(proof);
  return all;
};

const asClaimed = (proof: PendingProof, holder = 'a', attempt = 1): ClaimedProof => ({ ...proof, holder, attempt });

const inOrder = (left: PendingProof, right: PendingProof): number =>
  left.requestedAt - right.requestedAt || (left.repositoryId + left.oid < right.repositoryId + right.oid ? -1 : 1);

/** Builds proofs of one new repository and puts them off. */
const stored = async (harness: UnitOfWorkHarness, count: number): Promise<readonly PendingProof[]> => {
  const { id } = await storedRepository(harness);
  const proofs = Array.from({ length: count }, (_, index) => aPendingProof(id, { requestedAt: builtAt + index }));
  await putOff(harness, proofs);
  return proofs;
};

export const proofCases: readonly UnitOfWorkCase[] = [
  {
    title: 'proofs that were put off are found, and claimed over all repositories, the oldest first',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const first = aPendingProof(repositoryId, { requestedAt: 0, sizeBytes: Number.MAX_SAFE_INTEGER });
      const proofs = [
        ...[builtAt, 1, 1, 1].map((requestedAt) => aPendingProof(otherId, { requestedAt })),
        ...[1, 1, builtAt].map((requestedAt) => aPendingProof(repositoryId, { requestedAt })),
        first,
      ];
      await putOff(harness, [...proofs, aPendingProof(repositoryId, { requestedAt: builtAt + 1 })]);
      const find = (id: RepositoryId) => ask(harness, ({ tree }) => tree.findPendingProof(id, first.oid));
      expect(await find(repositoryId)).to.deep.equal(first);
      expect(await find(otherId)).to.equal(undefined);
      const expected = proofs.toSorted(inOrder).map((proof) => asClaimed(proof));
      expect(await claimAll(harness, builtAt), 'those that are due').to.deep.equal(expected);
      expect(await find(repositoryId), 'a claim changes nothing of it').to.deep.equal(first);
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
      const remove = () => commit(harness, ({ tree }) => tree.removePendingProof(repositoryId, proof.oid));
      const find = (id: RepositoryId) => ask(harness, ({ tree }) => tree.findPendingProof(id, proof.oid));
      expect(await find(repositoryId)).to.deep.equal(proof);
      await remove();
      expect(await find(repositoryId)).to.equal(undefined);
      expect(await find(otherId)).to.deep.equal(elsewhere);
      await remove();
      await putOff(harness, [again]);
      expect(await claimAll(harness, builtAt + 5)).to.deep.equal([asClaimed(elsewhere), asClaimed(again)]);
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
  {
    title: "a proof that is claimed is nobody else's until its claim ends, and then the next one's, with the attempts counted",
    run: async (harness) => {
      const [proof] = await stored(harness, 1);
      if (proof === undefined) return;
      expect(await claim(harness, builtAt - 1), 'not due yet').to.equal(undefined);
      expect(await claim(harness, builtAt, 'a')).to.deep.equal(asClaimed(proof, 'a', 1));
      expect(await claim(harness, builtAt + minute - 1, 'b')).to.equal(undefined);
      expect(await claim(harness, builtAt + minute - 1, 'a'), "not even the claimer's once more").to.equal(undefined);
      expect(await claim(harness, builtAt + minute, 'b')).to.deep.equal(asClaimed(proof, 'b', 2));
      expect(await claim(harness, builtAt + 2 * minute, 'b')).to.deep.equal(asClaimed(proof, 'b', 3));
    },
  },
  {
    title: 'a claim goes on for as long as it is held, also after its end while nobody else has come',
    run: async (harness) => {
      await stored(harness, 1);
      const held = await claimed(harness, builtAt, 'a');
      const hold = (until: number) => commit(harness, ({ tree }) => tree.holdProof(held, until));
      expect(await hold(builtAt + 2 * minute)).to.equal(true);
      expect(await claim(harness, builtAt + 2 * minute - 1, 'b')).to.equal(undefined);
      expect(await hold(builtAt + 3 * minute)).to.equal(true);
      expect(await claim(harness, builtAt + 2 * minute, 'b')).to.equal(undefined);
      expect(await claim(harness, builtAt + 3 * minute, 'b')).to.include({ holder: 'b', attempt: 2 });
      expect(await hold(builtAt + 9 * minute)).to.equal(false);
      expect(await claim(harness, builtAt + 4 * minute, 'b'), 'a lost claim holds nothing').to.include({ attempt: 3 });
    },
  },
  {
    title: 'a proof that is left goes behind those that have been due for longer',
    run: async (harness) => {
      const [first, second, third] = await stored(harness, 3);
      const left = await claimed(harness, builtAt + 10);
      expect(await commit(harness, ({ tree }) => tree.holdProof(left, builtAt + 11))).to.equal(true);
      const order = (await claimAll(harness, builtAt + 11)).map(({ oid }) => oid);
      expect(order).to.deep.equal([second?.oid, third?.oid, first?.oid]);
    },
  },
  {
    title: 'a claimer takes its proof off the list, unless somebody has claimed it since or it was put off anew',
    run: async (harness) => {
      const [proof] = await stored(harness, 1);
      if (proof === undefined) return;
      const remove = (one: ClaimedProof) => commit(harness, ({ tree }) => tree.removeClaimedProof(one));
      const find = () => ask(harness, ({ tree }) => tree.findPendingProof(proof.repositoryId, proof.oid));
      const early = await claimed(harness, builtAt, 'a');
      const late = await claimed(harness, builtAt + minute, 'a');
      expect(await remove(early)).to.equal(false);
      expect(await find()).to.deep.equal(proof);
      expect(await remove(late)).to.equal(true);
      expect(await find()).to.equal(undefined);
      expect(await remove(late)).to.equal(false);
      await putOff(harness, [proof]);
      expect(await remove(late)).to.equal(false);
      expect(await commit(harness, ({ tree }) => tree.holdProof(late, builtAt + 9 * minute))).to.equal(false);
      expect(await find()).to.deep.equal(proof);
    },
  },
  {
    title: 'many that claim at once get different proofs, and each proof is claimed once',
    run: async (harness) => {
      const proofs = await stored(harness, 10);
      const claims = await together(16, () => claim(harness, builtAt + 10, uniqueId()));
      const oids = claims.flatMap((one) => (one === undefined ? [] : [one.oid]));
      expect(oids).to.have.members(proofs.map(({ oid }) => oid));
    },
  },
];
