import type { UploadSessionId } from '@svc/core/model';
import { expect } from 'chai';
import { anUploadObject, builtAt, uniqueOid } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedSession } from './stored.js';

type NewObject = ReturnType<typeof anUploadObject>;

const parts = { partBytes: 67_108_864, uploadId: 'an upload~2.of-/some+store=' };

const storedObject = async (harness: UnitOfWorkHarness) => {
  const session = await storedSession(harness);
  const object = anUploadObject({ sizeBytes: 2 ** 40 });
  await commit(harness, ({ uploads }) => uploads.addObjects(session.id, [object]));
  return { ...session, object };
};

const begin = (harness: UnitOfWorkHarness, id: UploadSessionId, { oid }: Pick<NewObject, 'oid'>, uploadId = parts.uploadId) =>
  commit(harness, ({ uploads }) => uploads.beginParts(id, oid, { ...parts, uploadId }));

const end = (
  harness: UnitOfWorkHarness,
  id: UploadSessionId,
  { oid }: NewObject,
  uploadId: string,
  outcome: 'refused' | 'lost',
) => commit(harness, ({ uploads }) => uploads.endParts(id, oid, uploadId, outcome));

const look = (harness: UnitOfWorkHarness, id: UploadSessionId, { oid }: NewObject) =>
  ask(harness, ({ uploads }) => uploads.findObject(id, oid));

const uploadIds = (harness: UnitOfWorkHarness, id: UploadSessionId) => ask(harness, ({ uploads }) => uploads.listUploadIds(id));

export const uploadPartCases: readonly UnitOfWorkCase[] = [
  {
    title:
      'a multipart upload is noted for an AUTHORIZED object of one session, and another one is not as long as it has an uploadId',
    run: async (harness) => {
      const { id, object } = await storedObject(harness);
      const other = await storedObject(harness);
      await commit(harness, ({ uploads }) => uploads.addObjects(other.id, [object]));
      expect(await look(harness, id, object)).to.deep.equal({ ...object, state: 'AUTHORIZED' });
      expect(await begin(harness, id, object)).to.equal(true);
      expect(await begin(harness, id, object, 'second')).to.equal(false);
      expect(await look(harness, id, object)).to.deep.equal({ ...object, state: 'AUTHORIZED', parts });
      expect(await look(harness, other.id, object)).to.deep.equal({ ...object, state: 'AUTHORIZED' });
      expect(await begin(harness, id, { oid: uniqueOid() }), 'an object of no session').to.equal(false);
    },
  },
  {
    title: 'an object whose parts were begun, or refused, takes no other size, and one that lost them does',
    run: async (harness) => {
      const { id, object } = await storedObject(harness);
      const resized = { sizeBytes: 5, reservedBytes: 5, largerUntil: undefined };
      const resize = () => commit(harness, ({ uploads }) => uploads.resizeObject(id, object.oid, resized));
      await begin(harness, id, object);
      expect(await resize()).to.equal(false);
      await end(harness, id, object, parts.uploadId, 'refused');
      expect(await resize()).to.equal(false);
      await begin(harness, id, object, 'second');
      await end(harness, id, object, 'second', 'lost');
      expect(await resize()).to.equal(true);
    },
  },
  {
    title: 'a completed object keeps its parts, and begins no others',
    run: async (harness) => {
      const [{ id, object }, bare] = [await storedObject(harness), await storedObject(harness)];
      await begin(harness, id, object);
      await commit(harness, async ({ uploads }) => {
        await uploads.completeObject(id, object, builtAt);
        await uploads.completeObject(bare.id, bare.object, builtAt);
      });
      expect(await look(harness, id, object)).to.deep.equal({ ...object, state: 'COMPLETED', parts });
      expect(await commit(harness, ({ uploads }) => uploads.completedObjects(id))).to.deep.equal([
        { ...object, state: 'COMPLETED', parts },
      ]);
      expect(await begin(harness, bare.id, bare.object)).to.equal(false);
    },
  },
  {
    title: 'refused parts stay noted without an uploadId, lost ones do not, and both may be begun anew',
    run: async (harness) => {
      const { id, object } = await storedObject(harness);
      await begin(harness, id, object);
      expect(await end(harness, id, object, 'another', 'lost')).to.equal(false);
      expect(await end(harness, id, object, parts.uploadId, 'refused')).to.equal(true);
      expect(await end(harness, id, object, parts.uploadId, 'refused')).to.equal(false);
      const refused = { partBytes: parts.partBytes, uploadId: undefined };
      expect(await look(harness, id, object)).to.deep.equal({ ...object, state: 'AUTHORIZED', parts: refused });
      expect(await begin(harness, id, object, 'second')).to.equal(true);
      expect(await end(harness, id, object, parts.uploadId, 'lost')).to.equal(false);
      expect(await end(harness, id, object, 'second', 'lost')).to.equal(true);
      expect(await look(harness, id, object)).to.deep.equal({ ...object, state: 'AUTHORIZED' });
      expect(await begin(harness, id, object, 'third')).to.equal(true);
    },
  },
  {
    title: 'the uploadIds of a session are those that are noted, whatever became of it',
    run: async (harness) => {
      const { id, object } = await storedObject(harness);
      const [completed, refused, plain] = [anUploadObject(), anUploadObject(), anUploadObject()];
      await commit(harness, ({ uploads }) => uploads.addObjects(id, [completed, refused, plain]));
      expect(await uploadIds(harness, id)).to.deep.equal([]);
      for (const each of [object, completed, refused]) await begin(harness, id, each, `of ${each.oid}`);
      await commit(harness, ({ uploads }) => uploads.completeObject(id, completed, builtAt));
      await end(harness, id, refused, `of ${refused.oid}`, 'refused');
      await commit(harness, ({ uploads }) => uploads.finalize(id, builtAt));
      const expected = [object, completed].map(({ oid }) => ({ oid, uploadId: `of ${oid}` }));
      expect(await uploadIds(harness, id)).to.have.deep.members(expected);
      expect(await uploadIds(harness, (await storedSession(harness)).id)).to.deep.equal([]);
    },
  },
  {
    title: 'reservations are taken without touching parts',
    run: async (harness) => {
      const { id, object } = await storedObject(harness);
      await begin(harness, id, object);
      expect(await commit(harness, ({ uploads }) => uploads.takeReservations(id))).to.equal(object.reservedBytes);
      expect(await look(harness, id, object)).to.deep.equal({ ...object, reservedBytes: 0, state: 'AUTHORIZED', parts });
    },
  },
  {
    title: 'of many that begin the parts of one object at once, one does',
    run: async (harness) => {
      const { id, object } = await storedObject(harness);
      const outcomes = await together(20, (index) => begin(harness, id, object, `upload ${index}`));
      expect(outcomes.filter(Boolean)).to.have.length(1);
      expect((await look(harness, id, object))?.parts?.uploadId).to.equal(`upload ${outcomes.indexOf(true)}`);
    },
  },
];
