import { expect } from 'chai';
import { ok } from 'neverthrow';
import type { StoredObject } from '../../../src/model/objects/stored-object.js';
import { GIB, objectKey, stagingKey } from '../../../src/model/values/index.js';
import { pushTexts, uploadTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';
import { check } from '../integrity/stored-world.js';

const setUp = async (options?: Parameters<typeof createWorld>[1]) => {
  const world = createWorld('free', options);
  const { push, organization } = await withRepository(world);
  const { uploads } = world.application;
  const open = async () => valueOf(await uploads.open(push, {})).session.id;
  const reservedBytes = async () =>
    valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organization.id))).reservedBytes;
  return { world, push, uploads, open, reservedBytes };
};

const object = objectOf('stored');
const larger = { ...object, sizeBytes: object.sizeBytes + 1 };
const mismatch = { kind: 'conflict', reason: 'size_mismatch', oid: object.oid };

describe('authorizeObjects', () => {
  it('refuses a size that is no number of bytes, and reserves nothing', async () => {
    const { push, uploads, open, reservedBytes } = await setUp();
    const sessionId = await open();
    for (const sizeBytes of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(
        errorOf(await uploads.authorize(push, { sessionId, objects: [objectOf('new'), { ...object, sizeBytes }] })),
      ).to.deep.equal({ kind: 'bad_request', field: 'objects.1.size', problem: 'out_of_range' });
    expect(await reservedBytes()).to.equal(0);
  });

  it('refuses another size than the repository has of an object, names it, and reserves nothing for the others either', async () => {
    const { world, push, uploads, open, reservedBytes } = await setUp();
    await pushTexts(world, push, 'stored');
    const sessionId = await open();
    const refused = await uploads.authorize(push, { sessionId, objects: [objectOf('new'), larger] });
    expect(errorOf(refused)).to.deep.equal(mismatch);
    expect(await reservedBytes()).to.equal(0);
    const [entry] = valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    expect(entry).to.include({ isStored: true });
  });

  it('gives a URL for a damaged object of the size that it had, and refuses another one', async () => {
    const { world, push, uploads, open, reservedBytes } = await setUp();
    await pushTexts(world, push, 'stored');
    const { namespace } = push.repository;
    await world.put(objectKey(namespace, object.oid), 'St0red');
    expect((await check(world, { repairs: true })).summary.noted).to.equal(1);
    const sessionId = await open();
    expect(errorOf(await uploads.authorize(push, { sessionId, objects: [larger] }))).to.deep.equal(mismatch);
    expect(await reservedBytes()).to.equal(0);
    const [entry] = valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    expect(entry).to.include.keys('uploadUrl');
    await world.put(stagingKey(namespace, sessionId, object.oid), 'stored');
    valueOf(await uploads.complete(push, { sessionId, ...object }));
    expect(await world.read(objectKey(namespace, object.oid))).to.equal('stored');
  });

  it('asks for nothing of an object that came on a larger plan', async () => {
    const { world, push, uploads, open } = await setUp();
    const { repositoryId } = push.repository;
    const former = { oid: object.oid, sizeBytes: 6 * GIB };
    const stored: StoredObject = {
      ...former,
      physicalBytes: 1,
      layout: 'whole',
      name: undefined,
      type: 'other',
      uploadedBy: push.caller.userId,
      createdAt: world.clock.now(),
    };
    valueOf(await world.unitOfWork.transact(async ({ objects }) => ok(await objects.add(repositoryId, [stored]))));
    const sessionId = await open();
    const [entry, fresh] = valueOf(await uploads.authorize(push, { sessionId, objects: [former, objectOf('new')] }));
    expect(entry).to.include({ isStored: true });
    expect(fresh).to.include.keys('uploadUrl');
    const above = { ...objectOf('above'), sizeBytes: former.sizeBytes };
    expect(errorOf(await uploads.authorize(push, { sessionId, objects: [former, above] }))).to.include({
      reason: 'max_object_size',
    });
  });

  it('counts into its session what another upload has brought since its URL was given, and into no usage', async () => {
    const { world, push, uploads, open } = await setUp();
    const sessionId = await open();
    valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    await pushTexts(world, push, 'stored');
    await world.put(stagingKey(push.repository.namespace, sessionId, object.oid), 'stored');
    valueOf(await uploads.complete(push, { sessionId, ...object }));
    const { session } = valueOf(await uploads.finalize(push, { sessionId }));
    expect(session).to.include({ uploadedObjects: 1, uploadedBytes: 6 });
    expect(valueOf(await world.application.repositories.usage(push))).to.include({ uploadedBytes: 6 });
  });

  it('refuses another size than the session has completed an object with, and names it', async () => {
    const { world, push, uploads } = await setUp();
    const sessionId = await uploadTexts(world, push, 'stored');
    const refused = await uploads.authorize(push, { sessionId, objects: [objectOf('new'), larger] });
    expect(errorOf(refused)).to.deep.equal(mismatch);
  });

  it('refuses another size of an object of which parts were begun, and names it', async () => {
    const { push, uploads, open } = await setUp({ maxSinglePutBytes: 4, parts: { maxPartBytes: 2 } });
    const sessionId = await open();
    valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    valueOf(await uploads.authorize(push, { sessionId, objects: [larger] }));
    valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    valueOf(await uploads.presignParts(push, { sessionId, oid: object.oid, partNumbers: [1] }));
    expect(errorOf(await uploads.authorize(push, { sessionId, objects: [larger] }))).to.deep.equal(mismatch);
    valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
  });

  it('names the place in the request where an object comes with a second size', async () => {
    const { push, uploads, open } = await setUp();
    const refused = await uploads.authorize(push, { sessionId: await open(), objects: [object, larger] });
    expect(errorOf(refused)).to.deep.equal({ kind: 'bad_request', field: 'objects.1.size', problem: 'contradictory' });
  });
});
