import type { Instant, RepositoryId } from '@svc/core/model';
import { HOUR_MS } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, builtAt } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedRepository } from './stored.js';

const put = (
  harness: UnitOfWorkHarness,
  id: RepositoryId,
  { oid }: Pick<ReturnType<typeof anObject>, 'oid'>,
  since: Instant,
  state: 'requested' | 'begun' | 'ended' = 'requested',
) => commit(harness, ({ requestedConversions }) => requestedConversions.put(id, oid, { state, since }));

const claim = (harness: UnitOfWorkHarness, now: Instant) =>
  commit(harness, ({ conversions }) => conversions.claim('a', now, now + HOUR_MS));

export const requestedConversionCases: readonly UnitOfWorkCase[] = [
  {
    title: 'what is said of an object that was asked for is the last word, whether the repository has the object or not',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const object = anObject();
      const find = (repositoryId: RepositoryId) =>
        ask(harness, ({ requestedConversions }) => requestedConversions.find(repositoryId, object.oid));
      expect(await find(id)).to.equal(undefined);
      await put(harness, id, object, builtAt);
      expect(await find(id)).to.deep.equal({ state: 'requested', since: builtAt });
      await put(harness, id, object, builtAt + 1, 'begun');
      expect(await find(id)).to.deep.equal({ state: 'begun', since: builtAt + 1 });
      expect(await find(otherId)).to.equal(undefined);
    },
  },
  {
    title: 'waiting are the objects of an organization that were asked for after an instant and have not begun, the oldest first',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const [first, second] = [
        await storedRepository(harness, { organizationId }),
        await storedRepository(harness, { organizationId }),
      ];
      const [early, late, begun, ended, old] = [anObject(), anObject(), anObject(), anObject(), anObject()];
      await put(harness, first.id, late, builtAt + 3);
      await put(harness, second.id, early, builtAt + 2);
      await put(harness, first.id, begun, builtAt + 2, 'begun');
      await put(harness, first.id, ended, builtAt + 2, 'ended');
      await put(harness, first.id, old, builtAt + 1);
      await put(harness, (await storedRepository(harness)).id, anObject(), builtAt + 2);
      const waiting = (limit: number) =>
        ask(harness, ({ requestedConversions }) => requestedConversions.listWaiting(organizationId, builtAt + 1, limit));
      const all = [
        { repositoryId: second.id, oid: early.oid },
        { repositoryId: first.id, oid: late.oid },
      ];
      expect(await waiting(9)).to.deep.equal(all);
      expect(await waiting(1)).to.deep.equal(all.slice(0, 1));
    },
  },
  {
    title: 'what was said before an instant of objects of an organization is forgotten, and goes with the repository',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id } = await storedRepository(harness, { organizationId });
      const other = await storedRepository(harness);
      const [old, young, others] = [anObject(), anObject(), anObject()];
      await put(harness, id, old, builtAt - 1, 'ended');
      await put(harness, id, young, builtAt);
      await put(harness, other.id, others, builtAt - 1);
      await commit(harness, ({ requestedConversions }) => requestedConversions.forget(organizationId, builtAt));
      const find = (repositoryId: RepositoryId, { oid }: typeof old) =>
        ask(harness, ({ requestedConversions }) => requestedConversions.find(repositoryId, oid));
      expect([await find(id, old), (await find(id, young))?.since, (await find(other.id, others))?.since]).to.deep.equal([
        undefined,
        builtAt,
        builtAt - 1,
      ]);
      await commit(harness, ({ repositories }) => repositories.remove(id));
      expect(await find(id, young)).to.equal(undefined);
    },
  },
  {
    title: 'a candidate is found by its oid for as long as it lies whole, also one that was looked at',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness, { deduplicate: 'all' });
      const object = anObject();
      const find = () => ask(harness, ({ conversions }) => conversions.findCandidate(id, object.oid));
      expect(await find()).to.equal(undefined);
      await commit(harness, ({ objects }) => objects.add(id, [object]));
      const of = { minBytes: 0, now: builtAt };
      const listed = await ask(harness, ({ conversions }) => conversions.listCandidates(organizationId, undefined, of, 1));
      expect([await find()]).to.deep.equal(listed);
      const trial = { dueAt: builtAt + 5, savedBytes: 0, sample: [] };
      await commit(harness, ({ conversions }) => conversions.noteTrial(id, object.oid, trial));
      expect((await find())?.object.oid).to.equal(object.oid);
      const chunked = { layout: 'chunks', physicalBytes: 7, manifestSha256: undefined, chunkCount: 3 } as const;
      await commit(harness, ({ conversions }) => conversions.changeLayout(id, object.oid, chunked));
      expect(await find()).to.equal(undefined);
    },
  },
  {
    title: 'an organization that rests is woken, and one that somebody has claimed is not disturbed',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const claimed = await claim(harness, builtAt);
      expect(claimed?.organizationId).to.equal(organizationId);
      if (claimed === undefined) return;
      const wake = (now: Instant) => commit(harness, ({ conversions }) => conversions.wake(organizationId, now));
      await wake(builtAt + 1);
      expect(await claim(harness, builtAt + 1), 'it is claimed').to.equal(undefined);
      const rest = builtAt + HOUR_MS;
      expect(await commit(harness, ({ conversions }) => conversions.release(claimed, rest, null))).to.equal(true);
      expect(await claim(harness, builtAt + 2), 'it rests').to.equal(undefined);
      expect(await commit(harness, ({ conversions }) => conversions.move(claimed, builtAt)), 'it is held no more').to.equal(
        false,
      );
      await wake(builtAt + 3);
      await wake(builtAt + 9);
      expect(await claim(harness, builtAt + 2)).to.equal(undefined);
      expect((await claim(harness, builtAt + 3))?.attempt).to.equal(claimed.attempt + 1);
    },
  },
];
