import type { RepositoryId, UploadSession, UploadSessionId } from '@svc/core/model';
import { expect } from 'chai';
import { anUploadObject, builtAt, oids, uniqueOid } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedSession } from './stored.js';

const largest = Number.MAX_SAFE_INTEGER;
const end = builtAt + 1000;

type NewObject = ReturnType<typeof anUploadObject>;

const add = (harness: UnitOfWorkHarness, id: UploadSessionId, ...objects: NewObject[]) =>
  commit(harness, ({ uploads }) => uploads.addObjects(id, objects));

const complete = (harness: UnitOfWorkHarness, id: UploadSessionId, object: NewObject, endsAfter: number = builtAt) =>
  commit(harness, ({ uploads }) => uploads.completeObject(id, object, endsAfter));

const look = (harness: UnitOfWorkHarness, { repositoryId, id }: UploadSession) =>
  ask(harness, ({ uploads }) => uploads.find(repositoryId, id));

const stateOf = async (harness: UnitOfWorkHarness, id: UploadSessionId, { oid }: NewObject) =>
  (await ask(harness, ({ uploads }) => uploads.findObject(id, oid)))?.state;

export const uploadObjectCases: readonly UnitOfWorkCase[] = [
  {
    title: 'added objects are AUTHORIZED and found as they were given, within their session only',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedSession(harness), await storedSession(harness)];
      const objects = [
        anUploadObject({ sizeBytes: largest, reservedBytes: largest }),
        anUploadObject({ sizeBytes: 0, reservedBytes: 0 }),
      ];
      const wanted = objects.map(({ oid }) => oid);
      expect(await add(harness, id, ...objects)).to.have.members(wanted);
      const authorized = objects.map((object) => ({ ...object, state: 'AUTHORIZED' }));
      await ask(harness, async ({ uploads }) => {
        const sizes = new Map(objects.map(({ oid, sizeBytes }) => [oid, sizeBytes]));
        expect(await uploads.findObjectSizes(id, [...wanted, uniqueOid(), ...wanted])).to.deep.equal(sizes);
        expect(await uploads.findObjectSizes(otherId, wanted)).to.deep.equal(new Map());
        expect(await uploads.findObjectSizes(id, [])).to.deep.equal(new Map());
        for (const [index, oid] of wanted.entries()) {
          expect(await uploads.findObject(id, oid)).to.deep.equal(authorized[index]);
          expect(await uploads.findObject(otherId, oid)).to.equal(undefined);
        }
        expect(await uploads.findObject(id, uniqueOid())).to.equal(undefined);
      });
    },
  },
  {
    title: 'an object that the session has is left as it is, whatever its size and state',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const [object, completed, fresh] = [anUploadObject(), anUploadObject(), anUploadObject()];
      await add(harness, id, object, completed);
      await complete(harness, id, completed);
      const again = [object, completed, fresh].map((each) => ({ ...each, sizeBytes: 5, reservedBytes: 5 }));
      expect(await add(harness, id, ...again, fresh)).to.deep.equal([fresh.oid]);
      await ask(harness, async ({ uploads }) => {
        expect(await uploads.findObject(id, object.oid)).to.deep.equal({ ...object, state: 'AUTHORIZED' });
        expect(await uploads.findObject(id, completed.oid)).to.deep.equal({ ...completed, state: 'COMPLETED' });
        expect((await uploads.findObject(id, fresh.oid))?.sizeBytes).to.equal(5);
      });
    },
  },
  {
    title: 'an object that the session has without a name gets the first one that comes, whatever its state',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedSession(harness), await storedSession(harness)];
      const [unnamed, completed, named] = [anUploadObject(), anUploadObject(), { ...anUploadObject(), name: 'first' }];
      const fresh = anUploadObject();
      await add(harness, id, unnamed, completed, named);
      await add(harness, otherId, unnamed);
      await complete(harness, id, completed);
      const again = [unnamed, completed, named].map((object) => ({ ...object, name: 'second' }));
      expect(await add(harness, id, ...again, { ...unnamed, name: 'third' }, fresh)).to.deep.equal([fresh.oid]);
      expect(await add(harness, id, ...again.map((object) => ({ ...object, name: 'fourth' })))).to.deep.equal([]);
      await ask(harness, async ({ uploads }) => {
        expect(await uploads.findObject(id, unnamed.oid)).to.deep.equal({ ...unnamed, name: 'second', state: 'AUTHORIZED' });
        expect(await uploads.findObject(id, completed.oid)).to.deep.equal({ ...completed, name: 'second', state: 'COMPLETED' });
        expect(await uploads.findObject(id, named.oid)).to.deep.equal({ ...named, state: 'AUTHORIZED' });
        expect(await uploads.findObject(otherId, unnamed.oid)).to.deep.equal({ ...unnamed, state: 'AUTHORIZED' });
        expect(await uploads.countObjects(id)).to.equal(4);
      });
    },
  },
  {
    title: 'thousands of objects are added and found in one go',
    run: async (harness) => {
      const { id, repositoryId } = await storedSession(harness, { kind: 'lfs' });
      const objects = Array.from({ length: 2001 }, () => anUploadObject());
      expect(await add(harness, id, ...objects)).to.have.length(2001);
      const wanted = objects.map(({ oid }) => oid);
      expect(await ask(harness, ({ uploads }) => uploads.findObjectSizes(id, wanted))).to.have.all.keys(wanted);
      const last = objects.at(-1) ?? expect.fail();
      await commit(harness, ({ uploads }) => uploads.refuseObject(id, last));
      const unrefused = () => ask(harness, ({ uploads }) => uploads.findUnrefusedSizes(id, wanted));
      expect(await unrefused()).to.have.all.keys(wanted.slice(0, -1));
      await commit(harness, ({ uploads }) => uploads.awaitRefused(id, wanted));
      expect(await unrefused()).to.have.all.keys(wanted);
      const pending = await ask(harness, ({ uploads }) => uploads.findPendingLfs(repositoryId, [...wanted, ...wanted], builtAt));
      expect(pending.map(({ object }) => object.oid)).to.have.members(wanted);
    },
  },
  {
    title: 'completing an object counts it into its session, once',
    run: async (harness) => {
      const session = await storedSession(harness);
      const { id } = session;
      const [object, second] = [anUploadObject({ sizeBytes: 5 }), anUploadObject({ sizeBytes: 0 })];
      await add(harness, id, object, second);
      expect(await complete(harness, id, object, end - 1)).to.equal(true);
      expect(await complete(harness, id, object)).to.equal(false);
      expect(await look(harness, session)).to.deep.equal({ ...session, uploadedObjects: 1, uploadedBytes: 5 });
      expect(await complete(harness, id, second)).to.equal(true);
      expect(await look(harness, session)).to.deep.equal({ ...session, uploadedObjects: 2, uploadedBytes: 5 });
      const both = [object, second].map((each) => ({ ...each, state: 'COMPLETED' }));
      expect(await commit(harness, ({ uploads }) => uploads.completedObjects(id))).to.have.deep.members(both);
    },
  },
  {
    title: 'an object completes only while its session is OPEN and not at its end',
    run: async (harness) => {
      const late = await storedSession(harness);
      const finalized = await storedSession(harness);
      const expired = await storedSession(harness);
      const object = anUploadObject();
      for (const { id } of [late, finalized, expired]) await add(harness, id, object);
      await commit(harness, async ({ uploads }) => {
        await uploads.finalize(finalized.id, builtAt);
        await uploads.expire(expired.id, end);
      });
      expect(await complete(harness, late.id, object, end)).to.equal(false);
      expect(await complete(harness, finalized.id, object)).to.equal(false);
      expect(await complete(harness, expired.id, object)).to.equal(false);
      expect(await complete(harness, late.id, anUploadObject()), 'an object of no session').to.equal(false);
      for (const session of [late, finalized, expired]) {
        expect(await stateOf(harness, session.id, object)).to.equal('AUTHORIZED');
        const { uploadedObjects, uploadedBytes } = (await look(harness, session)) ?? expect.fail();
        expect([uploadedObjects, uploadedBytes]).to.deep.equal([0, 0]);
      }
    },
  },
  {
    title: 'an object of an EXPIRED session of LFS completes while the session ends after the instant',
    run: async (harness) => {
      const session = await storedSession(harness, { kind: 'lfs' });
      const [object, second] = [anUploadObject({ sizeBytes: 5 }), anUploadObject()];
      await add(harness, session.id, object, second);
      await commit(harness, ({ uploads }) => uploads.expire(session.id, end + 9));
      expect(await complete(harness, session.id, object, end)).to.equal(false);
      expect(await complete(harness, session.id, object, end - 1)).to.equal(true);
      const expected = { ...session, status: 'EXPIRED', uploadedObjects: 1, uploadedBytes: 5 };
      expect(await look(harness, session)).to.deep.equal(expected);
      const pending = (endsAfter: number) =>
        ask(harness, ({ uploads }) => uploads.findPendingLfs(session.repositoryId, [object.oid, second.oid], endsAfter));
      expect(await pending(end)).to.deep.equal([]);
      expect(await pending(end - 1)).to.deep.equal([
        { session: expected, object: { ...second, state: 'AUTHORIZED' }, refused: undefined },
      ]);
    },
  },
  {
    title: 'no object completes in a session of LFS that was finalized or aborted, and none of them is pending',
    run: async (harness) => {
      const [finalized, aborted] = [await storedSession(harness, { kind: 'lfs' }), await storedSession(harness, { kind: 'lfs' })];
      const object = anUploadObject();
      for (const { id } of [finalized, aborted]) await add(harness, id, object);
      await commit(harness, async ({ uploads }) => {
        await uploads.finalize(finalized.id, builtAt);
        await uploads.abort(aborted.id, builtAt);
      });
      for (const { id, repositoryId } of [finalized, aborted]) {
        expect(await complete(harness, id, object)).to.equal(false);
        const pending = await ask(harness, ({ uploads }) => uploads.findPendingLfs(repositoryId, [object.oid], builtAt));
        expect(pending).to.deep.equal([]);
      }
    },
  },
  {
    title: 'an object that completes keeps the type that was found with it',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const object = anUploadObject();
      await add(harness, id, object);
      const { oid, sizeBytes } = object;
      await commit(harness, ({ uploads }) => uploads.completeObject(id, { oid, sizeBytes, type: 'model' }, builtAt));
      const completed = { ...object, type: 'model', state: 'COMPLETED' };
      expect(await ask(harness, ({ uploads }) => uploads.findObject(id, oid))).to.deep.equal(completed);
      expect(await commit(harness, ({ uploads }) => uploads.completedObjects(id))).to.deep.equal([completed]);
    },
  },
  {
    title: 'an object completes with the size that it was added with, and no other',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      const object = anUploadObject({ sizeBytes: 5 });
      await add(harness, id, object);
      expect(await complete(harness, id, { ...object, sizeBytes: 4 })).to.equal(false);
      expect(await stateOf(harness, id, object)).to.equal('AUTHORIZED');
      expect(await complete(harness, id, object)).to.equal(true);
    },
  },
  {
    title: 'an AUTHORIZED object takes another size and holds back what it is told to, and no other object does',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedSession(harness), await storedSession(harness)];
      const [object, completed] = [anUploadObject({ reservedBytes: 7, name: 'model.bin' }), anUploadObject()];
      await add(harness, id, object, completed);
      await add(harness, otherId, object);
      await complete(harness, id, completed);
      const resize = ({ oid }: NewObject) => {
        const resized = { sizeBytes: 5, reservedBytes: 8, largerUntil: end };
        return commit(harness, ({ uploads }) => uploads.resizeObject(id, oid, resized));
      };
      expect(await resize(object)).to.equal(true);
      expect(await resize(completed)).to.equal(false);
      expect(await resize(anUploadObject())).to.equal(false);
      const find = (of: typeof id, { oid }: NewObject) => ask(harness, ({ uploads }) => uploads.findObject(of, oid));
      expect(await find(id, object)).to.deep.equal({ ...object, sizeBytes: 5, reservedBytes: 8, state: 'AUTHORIZED' });
      expect(await find(id, completed)).to.deep.equal({ ...completed, state: 'COMPLETED' });
      expect(await find(otherId, object)).to.deep.equal({ ...object, state: 'AUTHORIZED' });
    },
  },
  {
    title: 'of many that complete one object at once, one does',
    run: async (harness) => {
      const session = await storedSession(harness);
      const object = anUploadObject({ sizeBytes: 3 });
      await add(harness, session.id, object);
      const outcomes = await together(20, () => complete(harness, session.id, object));
      expect(outcomes.filter(Boolean)).to.have.length(1);
      expect((await look(harness, session))?.uploadedBytes).to.equal(3);
    },
  },
  {
    title: 'completed objects are those of one session, without the authorized ones',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedSession(harness), await storedSession(harness)];
      const object = anUploadObject();
      await add(harness, id, anUploadObject());
      await add(harness, otherId, object);
      await complete(harness, otherId, object);
      expect(await commit(harness, ({ uploads }) => uploads.completedObjects(id))).to.deep.equal([]);
    },
  },
  {
    title: 'of an object completed while others finalize, the finalized session counts it or it stays AUTHORIZED',
    run: async (harness) => {
      for (let round = 0; round < 20; round += 1) {
        const session = await storedSession(harness);
        const object = anUploadObject({ sizeBytes: 3 });
        await add(harness, session.id, object);
        const acts = [
          () => complete(harness, session.id, object),
          () => commit(harness, ({ uploads }) => uploads.finalize(session.id, builtAt)),
          () => commit(harness, ({ uploads }) => uploads.expire(session.id, end)),
        ];
        const outcomes = await together(acts.length, async (index) => {
          const place = (index + round) % acts.length;
          return { place, isDone: await (acts[place] ?? expect.fail())() };
        });
        const done = (place: number): boolean => outcomes.some((outcome) => outcome.place === place && outcome.isDone);
        expect(done(1)).not.to.equal(done(2));
        expect(await stateOf(harness, session.id, object)).to.equal(done(0) ? 'COMPLETED' : 'AUTHORIZED');
        expect((await look(harness, session))?.uploadedBytes).to.equal(done(0) ? 3 : 0);
      }
    },
  },
  {
    title:
      'pending LFS objects are the AUTHORIZED ones of LFS sessions of one repository that end after the instant, of any sender, refused or not',
    run: async (harness) => {
      const first = await storedSession(harness, { kind: 'lfs' });
      const { repositoryId } = first;
      const second = await storedSession(harness, { kind: 'lfs', repositoryId });
      const others = [
        await storedSession(harness, { repositoryId }),
        await storedSession(harness, { kind: 'lfs' }),
        await storedSession(harness, { kind: 'lfs', repositoryId, expiresAt: builtAt }),
      ];
      const expired = await storedSession(harness, { kind: 'lfs', repositoryId, expiresAt: builtAt });
      const [shared, own, done] = [anUploadObject(), anUploadObject(), anUploadObject()];
      for (const { id } of [first, second, expired, ...others]) await add(harness, id, shared, own, done);
      await commit(harness, ({ uploads }) => uploads.expire(expired.id, builtAt));
      await complete(harness, first.id, done);
      await complete(harness, second.id, own);
      const pending = (repository: RepositoryId, now: number) =>
        ask(harness, ({ uploads }) => uploads.findPendingLfs(repository, [shared.oid, own.oid, done.oid, ...oids(5)], now));
      await commit(harness, async ({ uploads }) => {
        await uploads.refuseObject(first.id, own, 'v1');
        await uploads.refuseObject(first.id, own);
        await uploads.refuseObject(second.id, shared, 'v1');
        await uploads.refuseObject(second.id, shared, 'v2');
      });
      const found = (await pending(repositoryId, builtAt)).map(({ session, ...rest }) => ({ id: session.id, ...rest }));
      expect(found).to.have.deep.members([
        { id: first.id, object: { ...shared, state: 'AUTHORIZED' }, refused: undefined },
        { id: first.id, object: { ...own, state: 'AUTHORIZED' }, refused: { version: undefined } },
        { id: second.id, object: { ...shared, state: 'AUTHORIZED' }, refused: { version: 'v2' } },
        { id: second.id, object: { ...done, state: 'AUTHORIZED' }, refused: undefined },
      ]);
      const [{ session } = expect.fail()] = await pending(repositoryId, builtAt);
      expect(session).to.deep.equal(await look(harness, session));
      expect(await pending(repositoryId, end)).to.deep.equal([]);
      expect(await ask(harness, ({ uploads }) => uploads.findPendingLfs(repositoryId, [], builtAt))).to.deep.equal([]);
    },
  },
  {
    title: 'reservations are taken once: of one object, of one session, of one repository',
    run: async (harness) => {
      const session = await storedSession(harness);
      const { repositoryId } = session;
      const sibling = await storedSession(harness, { repositoryId });
      const other = await storedSession(harness);
      const [object, ...rest] = [
        anUploadObject({ reservedBytes: 1 }),
        anUploadObject({ reservedBytes: 10 }),
        anUploadObject({ reservedBytes: largest - 20 }),
      ];
      for (const { id } of [session, sibling, other]) await add(harness, id, object, ...rest);
      await commit(harness, async ({ uploads }) => {
        expect(await uploads.takeReservation(session.id, object.oid)).to.equal(1);
        expect(await uploads.takeReservation(session.id, object.oid)).to.equal(0);
        expect(await uploads.takeReservation(session.id, uniqueOid())).to.equal(0);
        expect(await uploads.takeReservations(session.id)).to.equal(largest - 10);
        expect(await uploads.takeReservations(session.id)).to.equal(0);
        expect(await uploads.takeReservationsOfRepository(repositoryId)).to.deep.equal({ open: largest - 9, ended: 0 });
        expect(await uploads.takeReservationsOfRepository(repositoryId)).to.deep.equal({ open: 0, ended: 0 });
        expect(await uploads.takeReservations(other.id)).to.equal(largest - 9);
      });
      const taken = { ...object, reservedBytes: 0, state: 'AUTHORIZED' };
      expect(await ask(harness, ({ uploads }) => uploads.findObject(session.id, object.oid))).to.deep.equal(taken);
    },
  },
  {
    title: 'of many that take the reservations of a session at once, one gets them',
    run: async (harness) => {
      const { id } = await storedSession(harness);
      await add(harness, id, anUploadObject({ reservedBytes: 7 }), anUploadObject({ reservedBytes: 8 }));
      const taken = await together(20, () => commit(harness, ({ uploads }) => uploads.takeReservations(id)));
      expect(taken.filter((bytes) => bytes > 0)).to.deep.equal([15]);
    },
  },
  {
    title: 'the objects of a session are counted, each once, whatever their state',
    run: async (harness) => {
      const [{ id }, { id: otherId }] = [await storedSession(harness), await storedSession(harness)];
      const [object, completed] = [anUploadObject(), anUploadObject()];
      await add(harness, id, object, completed);
      await add(harness, id, object);
      await complete(harness, id, completed);
      const count = (of = id) => ask(harness, ({ uploads }) => uploads.countObjects(of));
      expect([await count(), await count(otherId)]).to.deep.equal([2, 0]);
    },
  },
];
