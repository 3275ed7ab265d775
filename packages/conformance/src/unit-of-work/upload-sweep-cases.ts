import type { UploadSession } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedSession } from './stored.js';

const end = builtAt + 1000;

const idsOf = (sessions: readonly UploadSession[]): string[] => sessions.map(({ id }) => id);

const unswept = async (harness: UnitOfWorkHarness, endedBefore: number, limit = 9) =>
  idsOf(await ask(harness, ({ uploads }) => uploads.listUnswept('session', endedBefore, limit)));

export const uploadSweepCases: readonly UnitOfWorkCase[] = [
  {
    title: 'expired sessions are the OPEN ones at or past their end, the oldest first, at most as many as asked for',
    run: async (harness) => {
      const sessions = [];
      for (const offset of [3, 1, 4, 0, 2]) sessions.push(await storedSession(harness, { expiresAt: end + offset }));
      const oldestFirst = sessions.toSorted((left, right) => left.expiresAt - right.expiresAt);
      const finalized = await storedSession(harness);
      await commit(harness, ({ uploads }) => uploads.finalize(finalized.id, builtAt));
      const list = (now: number, limit: number) => ask(harness, ({ uploads }) => uploads.listExpired(now, limit));
      expect(await list(end - 1, 9)).to.deep.equal([]);
      expect(await list(end, 9)).to.deep.equal(oldestFirst.slice(0, 1));
      expect(await list(end + 4, 9)).to.deep.equal(oldestFirst);
      expect(await list(end + 4, 2)).to.deep.equal(oldestFirst.slice(0, 2));
      await commit(harness, ({ uploads }) => uploads.expire(oldestFirst[0]?.id ?? expect.fail(), end));
      expect(await list(end + 4, 9)).to.deep.equal(oldestFirst.slice(1));
    },
  },
  {
    title: 'a session is unswept from its end until it is marked, and an OPEN one has none',
    run: async (harness) => {
      const session = await storedSession(harness);
      expect(await unswept(harness, end + 9)).to.deep.equal([]);
      await commit(harness, ({ uploads }) => uploads.expire(session.id, end + 5));
      expect(await unswept(harness, end - 1)).to.deep.equal([]);
      const found = await ask(harness, ({ uploads }) => uploads.listUnswept('session', end, 9));
      expect(found).to.deep.equal([{ ...session, status: 'EXPIRED' }]);
      await commit(harness, ({ uploads }) => uploads.markSwept(session.id));
      expect(await unswept(harness, end + 9)).to.deep.equal([]);
      const still = await ask(harness, ({ uploads }) => uploads.find(session.repositoryId, session.id));
      expect(still).to.deep.equal({ ...session, status: 'EXPIRED' });
    },
  },
  {
    title: 'unswept sessions are listed by their kind',
    run: async (harness) => {
      const [session, lfs] = [await storedSession(harness), await storedSession(harness, { kind: 'lfs' })];
      for (const { id } of [session, lfs]) await commit(harness, ({ uploads }) => uploads.expire(id, end));
      expect(await unswept(harness, end)).to.deep.equal([session.id]);
      const ofLfs = await ask(harness, ({ uploads }) => uploads.listUnswept('lfs', end, 9));
      expect(ofLfs).to.deep.equal([{ ...lfs, status: 'EXPIRED' }]);
    },
  },
  {
    title: 'a session that was finalized, or whose repository was deleted, ended at that time',
    run: async (harness) => {
      const [finalized, orphaned] = [await storedSession(harness), await storedSession(harness)];
      await commit(harness, async ({ uploads }) => {
        await uploads.finalize(finalized.id, builtAt + 3);
        await uploads.expireAllOfRepository(orphaned.repositoryId, builtAt + 4);
      });
      expect(await unswept(harness, builtAt + 2)).to.deep.equal([]);
      expect(await unswept(harness, builtAt + 3)).to.deep.equal([finalized.id]);
      expect(await unswept(harness, builtAt + 4)).to.have.members([finalized.id, orphaned.id]);
      expect(await unswept(harness, builtAt + 4, 1)).to.have.length(1);
    },
  },
  {
    title:
      'unswept sessions are listed by their ends, and one whose sweep is postponed goes behind the others; an OPEN one has no end',
    run: async (harness) => {
      const [first, second, open] = [await storedSession(harness), await storedSession(harness), await storedSession(harness)];
      await commit(harness, async ({ uploads }) => {
        await uploads.finalize(first.id, builtAt + 1);
        await uploads.finalize(second.id, builtAt + 2);
      });
      expect(await unswept(harness, end)).to.deep.equal([first.id, second.id]);
      const postpone = (id: UploadSession['id'], to: number) => commit(harness, ({ uploads }) => uploads.postponeSweep(id, to));
      await postpone(first.id, builtAt + 3);
      await postpone(open.id, builtAt);
      expect(await unswept(harness, builtAt + 2)).to.deep.equal([second.id]);
      expect(await unswept(harness, end)).to.deep.equal([second.id, first.id]);
      const found = await ask(harness, ({ uploads }) => uploads.find(first.repositoryId, first.id));
      expect(found, 'nothing else changes').to.deep.equal({ ...first, status: 'FINALIZED' });
    },
  },
];
