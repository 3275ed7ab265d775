import { MINUTE_MS, type RepositoryId, trusted, type UploadSession, type UploadSessionId } from '@svc/core/model';
import { expect } from 'chai';
import { anUploadObject, builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedSession } from './stored.js';

const end = builtAt + 1000;

const look = (harness: UnitOfWorkHarness, session: UploadSession) =>
  ask(harness, ({ uploads }) => uploads.find(session.repositoryId, session.id));

const finalize = (harness: UnitOfWorkHarness, { id }: UploadSession, now: number) =>
  commit(harness, ({ uploads }) => uploads.finalize(id, now));

const expire = (harness: UnitOfWorkHarness, { id }: UploadSession, now: number) =>
  commit(harness, ({ uploads }) => uploads.expire(id, now));

export const uploadSessionCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an added session is found as it was given, within its repository only',
    run: async (harness) => {
      const bare = await storedSession(harness);
      const full = await storedSession(harness, { kind: 'lfs', expectedObjects: 0, createdAt: 0 });
      const elsewhere = trusted<RepositoryId>(uniqueId());
      for (const session of [bare, full]) {
        expect(await look(harness, session)).to.deep.equal(session);
        expect(await commit(harness, ({ uploads }) => uploads.lock(session.repositoryId, session.id))).to.deep.equal(session);
        expect(await ask(harness, ({ uploads }) => uploads.find(elsewhere, session.id))).to.equal(undefined);
        expect(await commit(harness, ({ uploads }) => uploads.lock(elsewhere, session.id))).to.equal(undefined);
      }
      expect(await look(harness, { ...bare, id: trusted<UploadSessionId>(uniqueId()) })).to.equal(undefined);
    },
  },
  {
    title: 'a held session cannot change by another hand',
    run: async (harness) => {
      const session = await storedSession(harness);
      const { id, repositoryId } = session;
      const generations = await together(20, () =>
        commit(harness, async ({ uploads }) => {
          const held = await uploads.lock(repositoryId, id);
          await Promise.resolve();
          const generation = (held?.generation ?? 0) + 1;
          await uploads.setGeneration(id, generation);
          return generation;
        }),
      );
      expect(new Set(generations).size).to.equal(20);
    },
  },
  {
    title: 'the open LFS session is that of one user and one repository, OPEN and not at its end',
    run: async (harness) => {
      const lfs = await storedSession(harness, { kind: 'lfs' });
      const { repositoryId, userId } = lfs;
      await storedSession(harness, { repositoryId, userId });
      await storedSession(harness, { kind: 'lfs', repositoryId });
      await storedSession(harness, { kind: 'lfs', userId });
      const find = (now: number) => ask(harness, ({ uploads }) => uploads.findOpenLfs(repositoryId, userId, now));
      expect(await find(end - 1)).to.deep.equal(lfs);
      expect(await find(end)).to.equal(undefined);
      await expire(harness, lfs, end);
      expect(await find(builtAt)).to.equal(undefined);
    },
  },
  {
    title: 'of several open LFS sessions of a user the one that ends last is found, but for those that are being settled',
    run: async (harness) => {
      const { repositoryId, userId } = await storedSession(harness, { kind: 'lfs', expiresAt: end + 2 });
      const of = { kind: 'lfs', repositoryId, userId } as const;
      const last = await storedSession(harness, { ...of, expiresAt: end + 5 });
      const second = await storedSession(harness, { ...of, expiresAt: end + 3 });
      const find = () => ask(harness, ({ uploads }) => uploads.findOpenLfs(repositoryId, userId, builtAt));
      expect(await find()).to.deep.equal(last);
      await commit(harness, ({ uploads }) => uploads.beginSettling(last.id));
      expect(await find()).to.deep.equal(second);
    },
  },
  {
    title: 'open sessions of clients are listed for one organization, the oldest first, not at their end, without LFS sessions',
    run: async (harness) => {
      const session = await storedSession(harness);
      const { organizationId } = session;
      const second = await storedSession(harness, { organizationId, createdAt: builtAt - 1, expiresAt: end + 5 });
      await storedSession(harness, { organizationId, kind: 'lfs' });
      await storedSession(harness);
      const list = (now: number) => ask(harness, ({ uploads }) => uploads.listOpen(organizationId, now));
      expect(await list(end - 1)).to.deep.equal([second, session]);
      expect(await list(end)).to.deep.equal([second]);
      await finalize(harness, second, builtAt);
      expect(await list(end - 1)).to.deep.equal([session]);
      await commit(harness, ({ uploads }) => uploads.abort(session.id, builtAt));
      expect(await list(end - 1)).to.deep.equal([]);
    },
  },
  {
    title: 'OPEN sessions of both kinds that have an object are listed until their end, the oldest first',
    run: async (harness) => {
      const session = await storedSession(harness);
      const { organizationId, repositoryId } = session;
      const of = { organizationId, repositoryId };
      const lfs = await storedSession(harness, { ...of, kind: 'lfs', createdAt: builtAt - 1, expiresAt: end + 5 });
      const [without, ended, elsewhere] = [
        await storedSession(harness, of),
        await storedSession(harness, of),
        await storedSession(harness),
      ];
      const object = anUploadObject();
      for (const { id } of [session, lfs, ended, elsewhere]) {
        await commit(harness, ({ uploads }) => uploads.addObjects(id, [object, anUploadObject()]));
      }
      await commit(harness, ({ uploads }) => uploads.addObjects(without.id, [anUploadObject()]));
      await commit(harness, ({ uploads }) => uploads.abort(ended.id, builtAt));
      const list = (now: number, limit: number) =>
        ask(harness, ({ uploads }) => uploads.listWithObject(repositoryId, object.oid, now, limit));
      expect(await list(end - 1, 5)).to.deep.equal([lfs, session]);
      expect(await list(end - 1, 1)).to.deep.equal([lfs]);
      expect(await list(end, 5)).to.deep.equal([lfs]);
      expect(await list(end + 5, 5)).to.deep.equal([]);
    },
  },
  {
    title: 'what was done last in a session moves on, and back only where the clock was set back since',
    run: async (harness) => {
      const [session, other] = [await storedSession(harness), await storedSession(harness)];
      const touch = (activeAt: number) => commit(harness, ({ uploads }) => uploads.touch(session.id, activeAt));
      await touch(builtAt + 5);
      await touch(builtAt + 3);
      expect(await look(harness, session)).to.deep.equal({ ...session, activeAt: builtAt + 5 });
      await touch(builtAt + 5 - MINUTE_MS);
      expect(await look(harness, session)).to.deep.equal({ ...session, activeAt: builtAt + 5 });
      await touch(builtAt + 4 - MINUTE_MS);
      expect(await look(harness, session)).to.deep.equal({ ...session, activeAt: builtAt + 4 - MINUTE_MS });
      expect(await look(harness, other)).to.deep.equal(other);
    },
  },
  {
    title: 'an OPEN session is aborted once, also at its end, and is swept like one that has expired',
    run: async (harness) => {
      const [session, late] = [await storedSession(harness), await storedSession(harness)];
      const [finalized, expired] = [await storedSession(harness), await storedSession(harness)];
      await finalize(harness, finalized, builtAt);
      await expire(harness, expired, end);
      const abort = ({ id }: UploadSession, now: number) => commit(harness, ({ uploads }) => uploads.abort(id, now));
      expect(await abort(session, builtAt + 7)).to.equal(true);
      expect(await abort(session, builtAt + 7)).to.equal(false);
      expect(await abort(late, end + 9)).to.equal(true);
      expect(await abort(finalized, builtAt)).to.equal(false);
      expect(await abort(expired, end)).to.equal(false);
      const found = await Promise.all([session, late, finalized, expired].map((each) => look(harness, each)));
      expect(found.map((each) => each?.status)).to.deep.equal(['ABORTED', 'ABORTED', 'FINALIZED', 'EXPIRED']);
      expect(await finalize(harness, session, builtAt + 8)).to.equal(false);
      const unswept = async (endedBefore: number) => {
        const ids = (await ask(harness, ({ uploads }) => uploads.listUnswept('session', endedBefore, 1000))).map(({ id }) => id);
        return [session, late].map(({ id }) => ids.includes(id));
      };
      expect(await unswept(builtAt + 6)).to.deep.equal([false, false]);
      expect(await unswept(builtAt + 7)).to.deep.equal([true, false]);
      expect(await unswept(end)).to.deep.equal([true, true]);
    },
  },
  {
    title: 'extend moves the end of an OPEN session on, never back, and of no other',
    run: async (harness) => {
      const session = await storedSession(harness);
      const [finalized, expired] = [await storedSession(harness), await storedSession(harness)];
      await finalize(harness, finalized, builtAt);
      await expire(harness, expired, end);
      await commit(harness, async ({ uploads }) => {
        for (const { id } of [session, finalized, expired]) await uploads.extend(id, end + 7);
        await uploads.extend(session.id, end + 3);
      });
      expect(await look(harness, session)).to.deep.equal({ ...session, expiresAt: end + 7 });
      expect(await look(harness, finalized)).to.deep.equal({ ...finalized, status: 'FINALIZED' });
      expect(await look(harness, expired)).to.deep.equal({ ...expired, status: 'EXPIRED' });
    },
  },
  {
    title: 'an OPEN session is finalized once, before its end',
    run: async (harness) => {
      const [session, late, expired] = [await storedSession(harness), await storedSession(harness), await storedSession(harness)];
      expect(await finalize(harness, late, end)).to.equal(false);
      expect(await look(harness, late)).to.deep.equal(late);
      await expire(harness, expired, end);
      expect(await finalize(harness, expired, builtAt)).to.equal(false);
      expect(await finalize(harness, session, end - 1)).to.equal(true);
      expect(await finalize(harness, session, builtAt)).to.equal(false);
      expect(await look(harness, session)).to.deep.equal({ ...session, status: 'FINALIZED' });
      expect(await finalize(harness, { ...session, id: trusted<UploadSessionId>(uniqueId()) }, builtAt)).to.equal(false);
    },
  },
  {
    title: 'the generation that finalize answered is kept',
    run: async (harness) => {
      const session = await storedSession(harness);
      await commit(harness, ({ uploads }) => uploads.setGeneration(session.id, 0));
      expect((await look(harness, session))?.generation).to.equal(0);
      await commit(harness, ({ uploads }) => uploads.setGeneration(session.id, Number.MAX_SAFE_INTEGER));
      expect((await look(harness, session))?.generation).to.equal(Number.MAX_SAFE_INTEGER);
    },
  },
  {
    title: 'an OPEN session expires at its end, not before, and only once',
    run: async (harness) => {
      const [session, finalized] = [await storedSession(harness), await storedSession(harness)];
      expect(await expire(harness, session, end - 1)).to.equal(false);
      expect(await expire(harness, session, end)).to.equal(true);
      expect(await expire(harness, session, end)).to.equal(false);
      expect((await look(harness, session))?.status).to.equal('EXPIRED');
      await finalize(harness, finalized, builtAt);
      expect(await expire(harness, finalized, end)).to.equal(false);
      expect((await look(harness, finalized))?.status).to.equal('FINALIZED');
    },
  },
  {
    title: 'all OPEN sessions of one repository expire together, whenever they end',
    run: async (harness) => {
      const open = await storedSession(harness);
      const { repositoryId } = open;
      const lfs = await storedSession(harness, { repositoryId, kind: 'lfs' });
      const finalized = await storedSession(harness, { repositoryId });
      const other = await storedSession(harness);
      await finalize(harness, finalized, builtAt);
      await commit(harness, ({ uploads }) => uploads.expireAllOfRepository(repositoryId, builtAt));
      const found = await Promise.all([open, lfs, finalized, other].map((session) => look(harness, session)));
      expect(found.map((session) => session?.status)).to.deep.equal(['EXPIRED', 'EXPIRED', 'FINALIZED', 'OPEN']);
    },
  },
  {
    title: 'of many that finalize and expire a session at once one does, and nothing completes in it afterwards',
    run: async (harness) => {
      for (let round = 0; round < 10; round += 1) {
        const session = await storedSession(harness);
        const object = anUploadObject();
        await commit(harness, ({ uploads }) => uploads.addObjects(session.id, [object]));
        const outcomes = await together(8, (index) => {
          const isLate = (index + round) % 2 === 0;
          return isLate ? expire(harness, session, end) : finalize(harness, session, end - 1);
        });
        expect(outcomes.filter(Boolean)).to.have.length(1);
        const completed = await commit(harness, ({ uploads }) => uploads.completeObject(session.id, object, builtAt));
        expect(completed).to.equal(false);
        expect((await look(harness, session))?.uploadedObjects).to.equal(0);
      }
    },
  },
];
