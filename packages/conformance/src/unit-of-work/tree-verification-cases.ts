import { type OrganizationId, type RepositoryId, trusted } from '@svc/core/model';
import type { ClaimedVerification, PendingVerification } from '@svc/core/ports';
import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository } from './stored.js';
import { aPendingVerification } from './tree-builders.js';

const minute = 60_000;

const putOff = (harness: UnitOfWorkHarness, verifications: readonly PendingVerification[]) =>
  commit(harness, async ({ tree }) => {
    for (const verification of verifications) await tree.addPendingVerification(verification);
  });

const claim = (harness: UnitOfWorkHarness, now: number, holder = 'a', until = now + minute) =>
  commit(harness, ({ tree }) => tree.claimVerification(holder, now, until));

/** A claim that must find something. */
const claimed = async (harness: UnitOfWorkHarness, now: number, holder = 'a'): Promise<ClaimedVerification> => {
  const verification = await claim(harness, now, holder);
  if (verification === undefined) throw new Error('a verification is due');
  return verification;
};

/** Claims one after the other until none is due. */
const claimAll = async (harness: UnitOfWorkHarness, now: number): Promise<readonly ClaimedVerification[]> => {
  const all: ClaimedVerification[] = [];
  for (let verification = await claim(harness, now); verification !== undefined; verification = await claim(harness, now))
    all.push(verification);
  return all;
};

const asClaimed = (verification: PendingVerification, holder = 'a', attempt = 1): ClaimedVerification => ({
  ...verification,
  holder,
  attempt,
});

const byDueAt = (left: PendingVerification, right: PendingVerification): number =>
  left.requestedAt - right.requestedAt || (left.repositoryId + left.oid < right.repositoryId + right.oid ? -1 : 1);

/** Builds verifications of one new repository and puts them off. */
const stored = async (harness: UnitOfWorkHarness, count: number): Promise<readonly PendingVerification[]> => {
  const { id } = await storedRepository(harness);
  const verifications = Array.from({ length: count }, (_, index) => aPendingVerification(id, { requestedAt: builtAt + index }));
  await putOff(harness, verifications);
  return verifications;
};

export const verificationCases: readonly UnitOfWorkCase[] = [
  {
    title:
      'a verification that is due later than any schedule means, since a clock was set back, is claimed when no other is due',
    run: async (harness) => {
      const beyond = builtAt + 10 * minute;
      const { id } = await storedRepository(harness);
      const [far, soon] = [
        aPendingVerification(id, { requestedAt: beyond + 1 }),
        aPendingVerification(id, { requestedAt: beyond }),
      ];
      await putOff(harness, [far, soon]);
      const claimNow = (until?: number) =>
        commit(harness, ({ tree }) =>
          tree.claimVerification('a', builtAt, builtAt + minute, until === undefined ? {} : { beyond: until }),
        );
      expect(await claimNow()).to.equal(undefined);
      expect(await claimNow(beyond)).to.deep.include({ oid: far.oid });
      expect(await claimNow(beyond)).to.equal(undefined);
    },
  },
  {
    title: 'verifications that were put off are found, and claimed over all repositories, the oldest first',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const first = aPendingVerification(repositoryId, { requestedAt: 0, sizeBytes: Number.MAX_SAFE_INTEGER, name: undefined });
      const verifications = [
        ...[builtAt, 1, 1, 1].map((requestedAt) => aPendingVerification(otherId, { requestedAt })),
        ...[1, 1, builtAt].map((requestedAt) => aPendingVerification(repositoryId, { requestedAt })),
        first,
      ];
      await putOff(harness, [...verifications, aPendingVerification(repositoryId, { requestedAt: builtAt + 1 })]);
      const find = (id: RepositoryId) => ask(harness, ({ tree }) => tree.findPendingVerification(id, first.oid));
      expect(await find(repositoryId)).to.deep.equal(first);
      expect(await find(otherId)).to.equal(undefined);
      const expected = verifications.toSorted(byDueAt).map((verification) => asClaimed(verification));
      expect(await claimAll(harness, builtAt), 'those that are due').to.deep.equal(expected);
      expect(await find(repositoryId), 'a claim changes nothing of it').to.deep.equal(first);
    },
  },
  {
    title: 'a verification is put off once for each object, also by many at once, and again when it was taken off the list',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const verification = aPendingVerification(repositoryId);
      const elsewhere = { ...verification, repositoryId: otherId };
      await putOff(harness, [verification, elsewhere]);
      const again = { ...verification, requestedAt: builtAt + 5 };
      await together(5, () => putOff(harness, [again]));
      const remove = () => commit(harness, ({ tree }) => tree.removePendingVerification(repositoryId, verification.oid));
      const find = (id: RepositoryId) => ask(harness, ({ tree }) => tree.findPendingVerification(id, verification.oid));
      expect(await find(repositoryId)).to.deep.equal(verification);
      await remove();
      expect(await find(repositoryId)).to.equal(undefined);
      expect(await find(otherId)).to.deep.equal(elsewhere);
      await remove();
      await putOff(harness, [again]);
      expect(await claimAll(harness, builtAt + 5)).to.deep.equal([asClaimed(elsewhere), asClaimed(again)]);
    },
  },
  {
    title: 'a verification that waits without a name gets the first one that comes, also while it is claimed, and nothing else',
    run: async (harness) => {
      const { id: repositoryId } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const verification = aPendingVerification(repositoryId, { name: undefined });
      const elsewhere = { ...verification, repositoryId: otherId };
      const later = { ...verification, sizeBytes: 9, requestedAt: builtAt + 5 };
      await putOff(harness, [verification, elsewhere]);
      const held = await claimed(harness, builtAt);
      const named = held.repositoryId === repositoryId ? later : { ...later, repositoryId: otherId };
      await putOff(harness, [named, { ...named, name: 'first.bin' }, { ...named, name: 'second.bin' }, named]);
      const find = (id: RepositoryId) => ask(harness, ({ tree }) => tree.findPendingVerification(id, verification.oid));
      const waiting = { ...verification, repositoryId: held.repositoryId, name: 'first.bin' };
      expect(await find(held.repositoryId)).to.deep.equal(waiting);
      expect(await commit(harness, ({ tree }) => tree.renewVerification(held, builtAt + minute))).to.equal(true);
      expect((await claimAll(harness, builtAt + minute)).map(({ name, attempt }) => [name, attempt])).to.have.deep.members([
        [undefined, 1],
        ['first.bin', 2],
      ]);
    },
  },
  {
    title: 'a verification belongs to a repository that is there',
    run: async (harness) => {
      const verification = aPendingVerification(trusted<RepositoryId>(uniqueId()));
      const [outcome] = await Promise.allSettled([putOff(harness, [verification])]);
      expect(outcome.status).to.equal('rejected');
    },
  },
  {
    title:
      "a verification that is claimed is nobody else's until its claim ends, and then the next one's, with the attempts counted",
    run: async (harness) => {
      const [verification] = await stored(harness, 1);
      if (verification === undefined) return;
      expect(await claim(harness, builtAt - 1), 'not due yet').to.equal(undefined);
      expect(await claim(harness, builtAt, 'a')).to.deep.equal(asClaimed(verification, 'a', 1));
      expect(await claim(harness, builtAt + minute - 1, 'b')).to.equal(undefined);
      expect(await claim(harness, builtAt + minute - 1, 'a'), "not even the claimer's once more").to.equal(undefined);
      expect(await claim(harness, builtAt + minute, 'b')).to.deep.equal(asClaimed(verification, 'b', 2));
      expect(await claim(harness, builtAt + 2 * minute, 'b')).to.deep.equal(asClaimed(verification, 'b', 3));
    },
  },
  {
    title: 'a claim goes on for as long as it is held, also after its end while nobody else has come',
    run: async (harness) => {
      await stored(harness, 1);
      const held = await claimed(harness, builtAt, 'a');
      const renew = (until: number) => commit(harness, ({ tree }) => tree.renewVerification(held, until));
      expect(await renew(builtAt + 2 * minute)).to.equal(true);
      expect(await claim(harness, builtAt + 2 * minute - 1, 'b')).to.equal(undefined);
      expect(await renew(builtAt + 3 * minute)).to.equal(true);
      expect(await claim(harness, builtAt + 2 * minute, 'b')).to.equal(undefined);
      expect(await claim(harness, builtAt + 3 * minute, 'b')).to.include({ holder: 'b', attempt: 2 });
      expect(await renew(builtAt + 9 * minute)).to.equal(false);
      expect(await claim(harness, builtAt + 4 * minute, 'b'), 'a lost claim holds nothing').to.include({ attempt: 3 });
    },
  },
  {
    title: 'a verification that is left goes behind those that have been due for longer',
    run: async (harness) => {
      const [first, second, third] = await stored(harness, 3);
      const left = await claimed(harness, builtAt + 10);
      expect(await commit(harness, ({ tree }) => tree.renewVerification(left, builtAt + 11))).to.equal(true);
      const order = (await claimAll(harness, builtAt + 11)).map(({ oid }) => oid);
      expect(order).to.deep.equal([second?.oid, third?.oid, first?.oid]);
    },
  },
  {
    title: 'of verifications that have been due for equally long the one that was requested first is claimed first',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const [first, second] = [aPendingVerification(id), aPendingVerification(id)].toSorted((left, right) =>
        left.oid < right.oid ? -1 : 1,
      );
      if (first === undefined || second === undefined) return;
      // The one whose oid comes last was requested first.
      await putOff(harness, [{ ...first, requestedAt: builtAt + 1 }, second]);
      for (const left of await claimAll(harness, builtAt + 1)) {
        await commit(harness, ({ tree }) => tree.renewVerification(left, builtAt + 10));
      }
      const order = (await claimAll(harness, builtAt + 10)).map(({ oid }) => oid);
      expect(order).to.deep.equal([second.oid, first.oid]);
    },
  },
  {
    title: 'a claimer takes its verification off the list, unless somebody has claimed it since or it was put off anew',
    run: async (harness) => {
      const [verification] = await stored(harness, 1);
      if (verification === undefined) return;
      const remove = (one: ClaimedVerification) => commit(harness, ({ tree }) => tree.removeClaimedVerification(one));
      const find = () => ask(harness, ({ tree }) => tree.findPendingVerification(verification.repositoryId, verification.oid));
      const early = await claimed(harness, builtAt, 'a');
      const late = await claimed(harness, builtAt + minute, 'a');
      expect(await remove(early)).to.equal(false);
      expect(await find()).to.deep.equal(verification);
      expect(await remove(late)).to.equal(true);
      expect(await find()).to.equal(undefined);
      expect(await remove(late)).to.equal(false);
      await putOff(harness, [verification]);
      expect(await remove(late)).to.equal(false);
      expect(await commit(harness, ({ tree }) => tree.renewVerification(late, builtAt + 9 * minute))).to.equal(false);
      expect(await find()).to.deep.equal(verification);
    },
  },
  {
    title: 'of busy organizations only verifications below a size are claimed, in the same order',
    run: async (harness) => {
      const busy = await storedRepository(harness);
      const other = await storedRepository(harness);
      const [huge, small] = [100, 10].map((sizeBytes, index) =>
        aPendingVerification(busy.id, { requestedAt: builtAt + index, sizeBytes }),
      );
      const theirs = aPendingVerification(other.id, { requestedAt: builtAt + 5, sizeBytes: 1000 });
      if (huge === undefined || small === undefined) return;
      await putOff(harness, [huge, small, theirs]);
      const claimBeside = (belowBytes: number) => {
        const passedOver = [busy, { organizationId: trusted<OrganizationId>(uniqueId()) }].map(({ organizationId }) => ({
          organizationId,
          belowBytes,
        }));
        return commit(harness, ({ tree }) => tree.claimVerification('a', builtAt + 9, builtAt + minute, { busy: passedOver }));
      };
      expect(await claimBeside(100)).to.deep.equal(asClaimed(small));
      expect(await claimBeside(0)).to.deep.equal(asClaimed(theirs));
      expect(await claimBeside(100)).to.equal(undefined);
      expect(await claimBeside(101)).to.deep.equal(asClaimed(huge));
    },
  },
  {
    title: 'many that claim at once get different verifications, and each verification is claimed once',
    run: async (harness) => {
      const verifications = await stored(harness, 10);
      const claims = await together(16, () => claim(harness, builtAt + 10, uniqueId()));
      const oids = claims.flatMap((one) => (one === undefined ? [] : [one.oid]));
      expect(oids).to.have.members(verifications.map(({ oid }) => oid));
    },
  },
];
