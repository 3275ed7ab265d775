import type { Oid } from '@svc/core';
import { MINUTE_MS, type UploadSessionId } from '@svc/core/model';
import { expect } from 'chai';
import { anUploadObject, builtAt } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedSession } from './stored.js';

const end = builtAt + 1000;

const dueIds = async (harness: UnitOfWorkHarness, now: number, limit = 9): Promise<string[]> =>
  (await ask(harness, ({ uploads }) => uploads.listDueLfs(now, limit))).map(({ id }) => id);

const awaitedOids = async (
  harness: UnitOfWorkHarness,
  id: UploadSessionId,
  page: Partial<{ after: ReturnType<typeof anUploadObject>['oid']; limit: number; refusedToo: boolean }> = {},
): Promise<string[]> => {
  const found = await ask(harness, ({ uploads }) =>
    uploads.listAwaited(id, { after: undefined, limit: 9, refusedToo: false, ...page }),
  );
  return found.map(({ oid }) => oid);
};

/** A session of LFS with objects, in the order of their oids. */
const withObjects = async (harness: UnitOfWorkHarness, count: number) => {
  const session = await storedSession(harness, { kind: 'lfs' });
  const objects = Array.from({ length: count }, () => anUploadObject()).toSorted((left, right) =>
    left.oid < right.oid ? -1 : 1,
  );
  await commit(harness, ({ uploads }) => uploads.addObjects(session.id, objects.toReversed()));
  return { session, objects };
};

export const uploadAwaitedCases: readonly UnitOfWorkCase[] = [
  {
    title:
      'sessions of LFS are due from the instant that was set last, the one that was due first coming first, and no others ever are',
    run: async (harness) => {
      const [late, early, never] = [
        await storedSession(harness, { kind: 'lfs' }),
        await storedSession(harness, { kind: 'lfs' }),
        await storedSession(harness, { kind: 'lfs' }),
      ];
      const client = await storedSession(harness);
      const set = (id: UploadSessionId, dueAt: number | undefined) =>
        commit(harness, ({ uploads }) => uploads.setLfsDue(id, dueAt));
      for (const { id } of [never, client]) await set(id, builtAt);
      await set(never.id, undefined);
      await set(late.id, builtAt);
      await set(late.id, builtAt + 2);
      await set(early.id, builtAt + 1);
      expect(await dueIds(harness, builtAt)).to.deep.equal([]);
      expect(await dueIds(harness, builtAt + 1)).to.deep.equal([early.id]);
      expect(await dueIds(harness, end)).to.deep.equal([early.id, late.id]);
      expect(await dueIds(harness, end, 1)).to.deep.equal([early.id]);
      expect(await ask(harness, ({ uploads }) => uploads.listDueLfs(builtAt + 1, 9))).to.deep.equal([early]);
    },
  },
  {
    title:
      'sessions of LFS that are due later than they can have been set are due behind the others, since the clock was set back',
    run: async (harness) => {
      const hour = 60 * MINUTE_MS;
      /** Due so long after the most that explains it, its last batch having been so long ago. */
      const due = async (batchAgoMs: number, dueInMs: number) => {
        const expiresAt = builtAt - batchAgoMs + 6 * hour;
        const session = await storedSession(harness, { kind: 'lfs', expiresAt });
        await commit(harness, ({ uploads }) => uploads.setLfsDue(session.id, builtAt + dueInMs));
        return session.id;
      };
      const ahead = [
        await due(0, hour + MINUTE_MS + 1),
        await due(-40 * 24 * hour, hour + MINUTE_MS + 2),
        await due(20 * hour, 5 * hour + MINUTE_MS + 1),
      ];
      await due(0, hour + MINUTE_MS);
      await due(20 * hour, 5 * hour + MINUTE_MS);
      expect(await dueIds(harness, builtAt)).to.deep.equal(ahead);
      expect(await dueIds(harness, builtAt, 1)).to.deep.equal(ahead.slice(0, 1));
      const now = await due(0, 0);
      expect(await dueIds(harness, builtAt)).to.deep.equal([now, ...ahead]);
      expect(await dueIds(harness, builtAt, 1)).to.deep.equal([now]);
      expect(await dueIds(harness, builtAt, 2)).to.deep.equal([now, ...ahead.slice(0, 1)]);
    },
  },
  {
    title: 'a session of LFS that is being swept is due no more',
    run: async (harness) => {
      const { id } = await storedSession(harness, { kind: 'lfs' });
      await commit(harness, async ({ uploads }) => {
        await uploads.setLfsDue(id, builtAt);
        await uploads.expire(id, end);
      });
      expect(await dueIds(harness, end)).to.deep.equal([id]);
      await commit(harness, ({ uploads }) => uploads.beginSweep(id));
      expect(await dueIds(harness, end)).to.deep.equal([]);
    },
  },
  {
    title:
      'awaited objects are the AUTHORIZED ones of one session, by oid, and those that were refused only where they are asked for',
    run: async (harness) => {
      const { session, objects } = await withObjects(harness, 4);
      const [first, second, third, fourth] = objects;
      if (!first || !second || !third || !fourth) return expect.fail();
      await withObjects(harness, 1);
      await commit(harness, async ({ uploads }) => {
        await uploads.completeObject(session.id, second, builtAt);
        await uploads.refuseObject(session.id, third);
      });
      expect(await awaitedOids(harness, session.id)).to.deep.equal([first.oid, fourth.oid]);
      expect(await awaitedOids(harness, session.id, { limit: 1 })).to.deep.equal([first.oid]);
      expect(await awaitedOids(harness, session.id, { after: first.oid })).to.deep.equal([fourth.oid]);
      expect(await awaitedOids(harness, session.id, { refusedToo: true })).to.deep.equal([first.oid, third.oid, fourth.oid]);
      const page = { after: undefined, limit: 1, refusedToo: false };
      const [found] = await ask(harness, ({ uploads }) => uploads.listAwaited(session.id, page));
      expect(found).to.deep.equal({ ...first, state: 'AUTHORIZED' });
    },
  },
  {
    title: 'an object is refused with the size that it has, until it is awaited anew or takes another size',
    run: async (harness) => {
      const { session, objects } = await withObjects(harness, 3);
      const [refused, resized, untouched] = objects;
      if (!refused || !resized || !untouched) return expect.fail();
      const { id } = session;
      const listRefused = async (oids: readonly Oid[]): Promise<readonly Oid[]> => {
        const left = await ask(harness, ({ uploads }) => uploads.findUnrefusedSizes(id, oids));
        return oids.filter((oid) => !left.has(oid));
      };
      const completed = anUploadObject();
      await commit(harness, async ({ uploads }) => {
        await uploads.addObjects(id, [completed]);
        await uploads.completeObject(id, completed, builtAt);
        await uploads.refuseObject(id, completed);
      });
      expect(await listRefused([completed.oid]), 'of one that has come').to.deep.equal([]);
      await commit(harness, async ({ uploads }) => {
        await uploads.refuseObject(id, { ...untouched, sizeBytes: untouched.sizeBytes + 1 });
        for (const object of [refused, resized]) await uploads.refuseObject(id, object);
      });
      expect(await listRefused([])).to.deep.equal([]);
      expect(await listRefused([untouched.oid, refused.oid])).to.deep.equal([refused.oid]);
      await commit(harness, ({ uploads }) => uploads.awaitRefused(id, [untouched.oid, refused.oid]));
      expect(await listRefused([untouched.oid, refused.oid, resized.oid])).to.deep.equal([resized.oid]);
      await commit(harness, ({ uploads }) =>
        uploads.resizeObject(id, resized.oid, { sizeBytes: 5, reservedBytes: 5, largerUntil: undefined }),
      );
      expect(await awaitedOids(harness, id)).to.deep.equal(objects.map(({ oid }) => oid));
    },
  },
];
