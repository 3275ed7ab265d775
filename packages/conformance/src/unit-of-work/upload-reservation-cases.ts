import type { Oid } from '@svc/core';
import type { UploadSession, UploadSessionId } from '@svc/core/model';
import { expect } from 'chai';
import { anObject, anUploadObject, builtAt, uniqueOid } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedRepository, storedSession } from './stored.js';

const end = builtAt + 1000;

type NewObject = ReturnType<typeof anUploadObject>;

const add = (harness: UnitOfWorkHarness, id: UploadSessionId, ...objects: NewObject[]) =>
  commit(harness, ({ uploads }) => uploads.addObjects(id, objects));

const complete = (harness: UnitOfWorkHarness, id: UploadSessionId, object: NewObject) =>
  commit(harness, ({ uploads }) => uploads.completeObject(id, object, builtAt));

const sorted = (...oids: Oid[]): Oid[] => oids.toSorted();

/** A session of a repository that is there. */
const sessionOf = async (harness: UnitOfWorkHarness, part: Partial<UploadSession> = {}) => {
  const { id: repositoryId, organizationId } = await storedRepository(harness);
  return storedSession(harness, { repositoryId, organizationId, ...part });
};

export const reservationCases: readonly UnitOfWorkCase[] = [
  {
    title: 'what a session holds back is summed up, and one object gives its size of it back and keeps what is above',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const larger = anUploadObject({ sizeBytes: 3, reservedBytes: 10 });
      await add(harness, id, larger, anUploadObject({ sizeBytes: 5, reservedBytes: 5 }));
      await commit(harness, async ({ uploads }) => {
        expect(await uploads.heldBySession(id)).to.equal(15);
        expect(await uploads.takeReservation(id, larger.oid)).to.equal(3);
        expect(await uploads.heldBySession(id)).to.equal(12);
      });
    },
  },
  {
    title: 'registered objects give back what they hold, and objects that are not registered as whole ones keep it',
    run: async (harness) => {
      const session = await sessionOf(harness);
      const [registered, inChunks, unregistered, authorized] = [1, 2, 4, 8].map((bytes) =>
        anUploadObject({ sizeBytes: bytes, reservedBytes: bytes }),
      );
      if (registered === undefined || inChunks === undefined || unregistered === undefined || authorized === undefined) return;
      await add(harness, session.id, registered, inChunks, unregistered, authorized);
      const sibling = await storedSession(harness, { repositoryId: session.repositoryId });
      await add(harness, sibling.id, registered);
      for (const object of [registered, inChunks, unregistered]) await complete(harness, session.id, object);
      await complete(harness, sibling.id, registered);
      const objects = [registered, authorized].map(({ oid }) => anObject({ oid }));
      await commit(harness, (records) =>
        records.objects.add(session.repositoryId, [...objects, anObject({ oid: inChunks.oid, layout: 'chunks' })]),
      );
      await commit(harness, async ({ uploads }) => {
        expect(await uploads.takeRegistered(session)).to.equal(1);
        expect(await uploads.takeRegistered(session)).to.equal(0);
        expect(await uploads.heldBySession(session.id)).to.equal(14);
        expect(await uploads.heldBySession(sibling.id)).to.equal(1);
      });
    },
  },
  {
    title: 'what sessions of a repository hold back is taken apart by whether they are open',
    run: async (harness) => {
      const open = await storedSession(harness);
      const { repositoryId } = open;
      const ended = [await storedSession(harness, { repositoryId }), await storedSession(harness, { repositoryId, kind: 'lfs' })];
      for (const [index, { id }] of [open, ...ended].entries()) {
        await add(harness, id, anUploadObject({ reservedBytes: 10 ** index }));
      }
      await commit(harness, async ({ uploads }) => {
        for (const { id } of ended) await uploads.expire(id, end);
        expect(await uploads.takeReservationsOfRepository(repositoryId)).to.deep.equal({ open: 1, ended: 110 });
        for (const { id } of [open, ...ended]) expect(await uploads.heldBySession(id)).to.equal(0);
      });
    },
  },
  {
    title: 'of the objects that hold more than they declare those come first for which that is over first',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const objects = [3, 1, 2].map((late) => ({ object: anUploadObject(), largerUntil: end + late }));
      await add(harness, id, ...objects.map(({ object }) => object));
      await commit(harness, async ({ uploads }) => {
        for (const { object, largerUntil } of objects) {
          await uploads.resizeObject(id, object.oid, { sizeBytes: 5, reservedBytes: 8, largerUntil });
        }
      });
      const list = async (limit: number) =>
        (await ask(harness, ({ uploads }) => uploads.listOversized(end + 9, limit))).map(({ object }) => object.oid);
      const inOrder = objects.toSorted((left, right) => left.largerUntil - right.largerUntil).map(({ object }) => object.oid);
      expect(await list(9)).to.deep.equal(inOrder);
      expect(await list(2)).to.deep.equal(inOrder.slice(0, 2));
    },
  },
  {
    title: 'a reservation is set from what it was, once',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const object = anUploadObject({ reservedBytes: 7 });
      await add(harness, id, object);
      const set = () => commit(harness, ({ uploads }) => uploads.setReservation(id, object.oid, 7, 2));
      expect((await together(10, set)).filter(Boolean)).to.have.length(1);
      expect((await ask(harness, ({ uploads }) => uploads.findObject(id, object.oid)))?.reservedBytes).to.equal(2);
    },
  },
  {
    title: 'a refused object stays refused when what it holds back is set',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const [refused, other] = [anUploadObject({ sizeBytes: 9, reservedBytes: 9 }), anUploadObject({ sizeBytes: 9 })];
      await add(harness, id, refused, other);
      await commit(harness, ({ uploads }) => uploads.refuseObject(id, refused));
      await commit(harness, ({ uploads }) => uploads.setReservation(id, refused.oid, 9, 0));
      const sizes = await ask(harness, ({ uploads }) => uploads.findUnrefusedSizes(id, [refused.oid, other.oid]));
      expect(sizes).to.deep.equal(new Map([[other.oid, 9]]));
    },
  },
  {
    title:
      'objects of open sessions that hold more than they declare are listed from the moment at which that is over, until it is set or given back',
    run: async (harness) => {
      const session = await storedSession(harness);
      const ended = await storedSession(harness);
      const object = anUploadObject();
      for (const { id } of [session, ended]) {
        await add(harness, id, object, anUploadObject());
        const resized = { sizeBytes: 5, reservedBytes: 8, largerUntil: end };
        await commit(harness, ({ uploads }) => uploads.resizeObject(id, object.oid, resized));
      }
      await commit(harness, ({ uploads }) => uploads.expire(ended.id, end));
      const list = (now: number) => ask(harness, ({ uploads }) => uploads.listOversized(now, 9));
      expect(await list(end - 1)).to.deep.equal([]);
      const expected = { ...object, sizeBytes: 5, reservedBytes: 8, state: 'AUTHORIZED' };
      expect(await list(end)).to.deep.equal([{ session, object: expected }]);
      await commit(harness, ({ uploads }) => uploads.setReservation(session.id, object.oid, 8, 5));
      expect(await list(end)).to.deep.equal([]);

      const resized = { sizeBytes: 5, reservedBytes: 8, largerUntil: end };
      await commit(harness, ({ uploads }) => uploads.resizeObject(session.id, object.oid, resized));
      expect(await list(end)).to.deep.equal([{ session, object: expected }]);
      await commit(harness, ({ uploads }) => uploads.takeReservations(session.id));
      expect(await list(end)).to.deep.equal([]);
    },
  },
  {
    title: 'an idle LFS session is listed until it is settled, and takes no new objects from when that begins',
    run: async (harness) => {
      const lfs = await storedSession(harness, { kind: 'lfs' });
      await storedSession(harness);
      const expired = await storedSession(harness, { kind: 'lfs' });
      await commit(harness, ({ uploads }) => uploads.expire(expired.id, end));
      const list = (endsBefore: number) => ask(harness, ({ uploads }) => uploads.listUnsettled(endsBefore, 9));
      const open = () => ask(harness, ({ uploads }) => uploads.findOpenLfs(lfs.repositoryId, lfs.userId, builtAt));
      expect(await list(end - 1)).to.deep.equal([]);
      expect(await list(end)).to.deep.equal([lfs]);
      expect(await open()).to.deep.equal(lfs);
      await commit(harness, ({ uploads }) => uploads.beginSettling(lfs.id));
      expect(await open()).to.equal(undefined);
      expect(await list(end)).to.deep.equal([lfs]);
      await commit(harness, ({ uploads }) => uploads.markSettled(lfs.id));
      expect(await list(end)).to.deep.equal([]);
      expect(await open()).to.equal(undefined);
    },
  },
  {
    title: 'of many idle LFS sessions those are listed that ended first',
    run: async (harness) => {
      const sessions: UploadSession[] = [];
      for (const age of [3, 1, 2]) sessions.push(await storedSession(harness, { kind: 'lfs', expiresAt: end - age }));
      const inOrder = sessions.toSorted((left, right) => left.expiresAt - right.expiresAt);
      for (const limit of [1, 2, 9]) {
        const listed = await ask(harness, ({ uploads }) => uploads.listUnsettled(end, limit));
        expect(listed).to.deep.equal(inOrder.slice(0, limit));
      }
    },
  },
  {
    title: 'authorized objects that hold something back are paged through by their oids',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const held = Array.from({ length: 5 }, (_, index) => anUploadObject({ sizeBytes: 100 + index, reservedBytes: 50 + index }));
      const completed = anUploadObject();
      await add(harness, id, ...held, completed, anUploadObject({ reservedBytes: 0 }));
      await complete(harness, id, completed);
      const list = (after: Oid | undefined, limit: number) => ask(harness, ({ uploads }) => uploads.listHeld(id, after, limit));
      const expected = held
        .map((object) => ({ ...object, state: 'AUTHORIZED' }))
        .toSorted((left, right) => (left.oid < right.oid ? -1 : 1));
      expect(await list(undefined, 9)).to.deep.equal(expected);
      expect(await list(undefined, 2)).to.deep.equal(expected.slice(0, 2));
      expect(await list(expected[1]?.oid, 9)).to.deep.equal(expected.slice(2));
    },
  },
  {
    title: 'unregistered objects of a session are those that its repository has not as whole ones, by their oids',
    run: async (harness) => {
      const session = await sessionOf(harness);
      const objects = Array.from({ length: 5 }, () => anUploadObject());
      await add(harness, session.id, ...objects);
      const [whole, chunks] = objects;
      if (whole === undefined || chunks === undefined) return;
      await commit(harness, (records) =>
        records.objects.add(session.repositoryId, [
          anObject({ oid: whole.oid }),
          anObject({ oid: chunks.oid, layout: 'chunks' }),
        ]),
      );
      const list = (after: Oid | undefined, limit: number) =>
        ask(harness, ({ uploads }) => uploads.listUnregistered(session, after, limit));
      const oids = sorted(...objects.slice(1).map(({ oid }) => oid));
      expect(await list(undefined, 9)).to.deep.equal(oids);
      expect(await list(undefined, 3)).to.deep.equal(oids.slice(0, 3));
      expect(await list(oids[2], 9)).to.deep.equal(oids.slice(3));
    },
  },
  {
    title: 'bytes at a final key are needed by a registration, by open sessions and by LFS sessions that are not being swept',
    run: async (harness) => {
      const session = await sessionOf(harness);
      const { repositoryId } = session;
      const object = anUploadObject();
      const needed = async (): Promise<boolean> =>
        (await ask(harness, ({ uploads }) => uploads.findNeeded(session, [uniqueOid(), object.oid]))).has(object.oid);
      await add(harness, session.id, object);
      expect(await needed(), 'by itself').to.equal(false);
      await add(harness, (await storedSession(harness)).id, object);
      expect(await needed(), 'in another repository').to.equal(false);

      const open = await storedSession(harness, { repositoryId });
      await add(harness, open.id, object);
      expect(await needed(), 'by an open session').to.equal(true);
      await commit(harness, ({ uploads }) => uploads.expire(open.id, end));
      expect(await needed(), 'by one that is over').to.equal(false);

      const lfs = await storedSession(harness, { repositoryId, kind: 'lfs' });
      await add(harness, lfs.id, object);
      await commit(harness, ({ uploads }) => uploads.expire(lfs.id, end));
      expect(await needed(), 'by an LFS session that is over').to.equal(true);
      await commit(harness, ({ uploads }) => uploads.beginSweep(lfs.id));
      expect(await needed(), 'by one that is being swept').to.equal(false);

      await commit(harness, ({ objects }) => objects.add(repositoryId, [anObject({ oid: object.oid })]));
      expect(await needed(), 'by a registration').to.equal(true);
    },
  },
  {
    title: 'an object that the repository has in chunks needs no bytes at its final key',
    run: async (harness) => {
      const session = await sessionOf(harness);
      const oid = uniqueOid();
      await commit(harness, ({ objects }) => objects.add(session.repositoryId, [anObject({ oid, layout: 'chunks' })]));
      expect(await ask(harness, ({ uploads }) => uploads.findNeeded(session, [oid]))).to.deep.equal(new Set());
    },
  },
  {
    title: 'an object is marked by one holder, until that one removes the mark or the mark is stale',
    run: async (harness) => {
      const { repositoryId } = await storedSession(harness);
      const [oid, other] = [uniqueOid(), uniqueOid()];
      const mark = (holder: string, at: number, staleBefore: number, ...oids: Oid[]) =>
        commit(harness, ({ uploads }) => uploads.markReclaimed(repositoryId, oids, { holder, at, staleBefore }));
      const isMarked = (by?: string) => ask(harness, ({ uploads }) => uploads.isReclaimed(repositoryId, oid, by));
      const unmark = (holder: string) => commit(harness, ({ uploads }) => uploads.unmarkReclaimed(repositoryId, [oid], holder));
      expect(await isMarked()).to.equal(false);
      const marked = await together(10, (at) => mark(`holder ${at}`, builtAt, builtAt - 1, oid));
      expect(marked.flat()).to.deep.equal([oid]);
      expect(await isMarked()).to.equal(true);
      expect(await mark('late', builtAt + 9, builtAt - 1, oid, other)).to.deep.equal([other]);
      expect(await mark('heir', builtAt + 9, builtAt, oid)).to.deep.equal([oid]);
      expect([await isMarked('heir'), await isMarked('holder 0')]).to.deep.equal([true, false]);
      await unmark('holder 0');
      expect(await isMarked(), 'by its former holder').to.equal(true);
      await unmark('heir');
      expect([await isMarked(), await isMarked('heir')]).to.deep.equal([false, false]);
    },
  },
  {
    title: 'no object of a session that is being swept is completed, and one that was swept can be swept again',
    run: async (harness) => {
      const lfs = await storedSession(harness, { kind: 'lfs' });
      const object = anUploadObject();
      await add(harness, lfs.id, object);
      await commit(harness, ({ uploads }) => uploads.expire(lfs.id, end));
      await commit(harness, ({ uploads }) => uploads.beginSweep(lfs.id));
      expect(await complete(harness, lfs.id, object)).to.equal(false);
      const unswept = () => ask(harness, ({ uploads }) => uploads.listUnswept('lfs', end + 5, 9));
      await commit(harness, ({ uploads }) => uploads.markSwept(lfs.id));
      expect(await unswept()).to.deep.equal([]);
      await commit(harness, ({ uploads }) => uploads.sweepAgain(lfs.id, end + 5));
      expect((await unswept()).map(({ id }) => id)).to.deep.equal([lfs.id]);
      expect(await complete(harness, lfs.id, object)).to.equal(false);
    },
  },
];
