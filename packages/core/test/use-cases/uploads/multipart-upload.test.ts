import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { unavailable } from '../../../src/model/app-error.js';
import { objectKey, stagingKey, stagingPrefix } from '../../../src/model/values/index.js';
import type { BlobStore } from '../../../src/ports/blob-store.js';
import { completeWaitMs } from '../../../src/use-cases/uploads/complete-upload.js';
import { bytesOf, createWorld, errorOf, objectOf, valueOf, withRepository, type World } from '../../builders/world.js';

const partBytes = 512;
const text = 'abcdefgh'.repeat(150);
const object = objectOf(text);

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** A store whose promotions wait until they are let go on. */
const slowly = (blobs: BlobStore) => {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const store: BlobStore = {
    ...blobs,
    promote: (from, to, expected) => {
      begun += 1;
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      return ResultAsync.fromSafePromise(turn).andThen(() => blobs.promote(from, to, expected));
    },
  };
  return { store, begun: () => begun, letGo: () => waiting.splice(0).forEach((go) => go()) };
};

/** Lets everything run that is ready. */
const tick = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

const startUpload = async () => {
  const world = createWorld('business', { maxSinglePutBytes: 1024, parts: { maxPartBytes: partBytes } });
  const setting = await withRepository(world);
  const { push } = setting;
  const session = valueOf(await world.application.uploads.open(push, {})).session;
  valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [object] }));
  const named = { sessionId: session.id, oid: object.oid };
  const namespace = setting.repository.namespace;
  const staged = stagingKey(namespace, session.id, object.oid);

  /** Sends parts by their URLs, as the route of signed uploads does. */
  const sendTo = async (
    to: typeof named,
    application: World['application'],
    content: string,
    ...partNumbers: readonly number[]
  ): Promise<void> => {
    for (const { partNumber, sizeBytes, uploadUrl } of valueOf(
      await application.uploads.presignParts(push, { ...to, partNumbers }),
    )) {
      const { pathname, searchParams } = new URL(uploadUrl);
      const key = pathname.slice('/storage/'.length);
      const grant = valueOf(application.authorize.signedUpload(key, Object.fromEntries(searchParams)));
      const from = (partNumber - 1) * partBytes;
      const bytes = bytesOf(content).subarray(from, from + sizeBytes);
      valueOf(await application.signedTransfers.receive(grant, { declaredBytes: sizeBytes, bytes: once(bytes) }));
    }
  };
  const send = (application: World['application'], content: string, ...partNumbers: readonly number[]): Promise<void> =>
    sendTo(named, application, content, ...partNumbers);
  const uploadedParts = async (): Promise<readonly number[]> =>
    valueOf(await world.application.uploads.listParts(push, named)).uploaded.map(({ partNumber }) => partNumber);
  const completeBy = (application: World['application']) =>
    application.uploads.complete(push, { ...named, sizeBytes: object.sizeBytes });
  const uploads = async () => valueOf((await world.blobs.parts?.(namespace)) ?? expect.fail()) ?? expect.fail();
  const uploadId = async () =>
    valueOf(await world.unitOfWork.read((queries) => queries.uploads.findObject(session.id, object.oid)))?.parts?.uploadId;
  return { world, push, session, named, namespace, staged, send, sendTo, uploadedParts, completeBy, uploads, uploadId };
};

describe('a multipart upload', () => {
  it('is gone on with by another process', async () => {
    const { world, send, uploadedParts, completeBy, namespace } = await startUpload();
    await send(world.application, text, 3);
    const other = createApplication(world.ports);
    await send(other, text, 1);
    expect(await uploadedParts()).to.deep.equal([1, 3]);
    await send(world.application, text, 2);
    valueOf(await completeBy(other));
    valueOf(await completeBy(world.application));
    expect(await world.read(objectKey(namespace, object.oid))).to.equal(text);
  });

  it('heals an object that the repository had when it was authorized first, and that was found damaged since', async () => {
    const { world, push, send, sendTo, completeBy, session, named, namespace } = await startUpload();
    const { uploads } = world.application;
    await send(world.application, text, 1, 2, 3);
    valueOf(await completeBy(world.application));
    valueOf(await uploads.finalize(push, named));
    const reserved = async () =>
      valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(push.repository.organizationId))).reservedBytes;
    const sessionId = valueOf(await uploads.open(push, {})).session.id;
    expect(sessionId).not.to.equal(session.id);
    const authorize = async () => valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    expect(await authorize()).to.have.deep.nested.property('[0].isStored', true);
    const { repositoryId } = push.repository;
    const damage = { repositoryId, of: { kind: 'object', oid: object.oid }, problem: 'wrong_bytes', foundAt: 1 } as const;
    valueOf(
      await world.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => ok(await records.damage.note(damage))),
    );
    for (let again = 0; again < 2; again += 1) expect(await authorize()).to.have.nested.property('[0].parts');
    expect(await reserved()).to.equal(object.sizeBytes);
    await sendTo({ sessionId, oid: object.oid }, world.application, text, 1, 2, 3);
    valueOf(await uploads.complete(push, { sessionId, ...object }));
    valueOf(await uploads.finalize(push, { sessionId }));
    expect(await world.read(objectKey(namespace, object.oid))).to.equal(text);
    expect(valueOf(await world.unitOfWork.read((queries) => queries.damage.list(repositoryId, undefined, 9)))).to.deep.equal([]);
    expect(await reserved()).to.equal(0);
  });

  it('leaves nothing staged, no part and no whole', async () => {
    const { world, session, send, completeBy, namespace } = await startUpload();
    await send(world.application, text, 1, 2, 3);
    valueOf(await completeBy(world.application));
    const left: string[] = [];
    for await (const { key } of world.blobs.list(stagingPrefix(namespace, session.id))) left.push(key);
    expect(left).to.deep.equal([]);
  });

  it('begins anew when the store has given it up', async () => {
    const { world, send, uploads, staged, uploadId, uploadedParts, completeBy } = await startUpload();
    await send(world.application, text, 1, 2);
    valueOf(await (await uploads()).abort(staged, (await uploadId()) ?? ''));
    expect(await uploadedParts()).to.deep.equal([]);
    expect(await uploadId()).to.equal(undefined);
    await send(world.application, text, 1, 2, 3);
    valueOf(await (await uploads()).abort(staged, (await uploadId()) ?? ''));
    expect(errorOf(await completeBy(world.application))).to.deep.equal({ kind: 'conflict', reason: 'not_uploaded' });
    expect(await uploadId(), 'complete finds it out as well').to.equal(undefined);
    await send(world.application, text, 1, 2, 3);
    valueOf(await completeBy(world.application));
  });

  it('that was refused is complete all the same when another session has verified the object', async () => {
    const { world, push, send, completeBy, staged, uploadId, uploads, namespace } = await startUpload();
    await send(world.application, text.toUpperCase(), 1, 2, 3);
    expect(errorOf(await completeBy(world.application))).to.deep.equal({ kind: 'conflict', reason: 'checksum_mismatch' });
    const other = valueOf(await world.application.uploads.open(push, {})).session;
    valueOf(await world.application.uploads.authorize(push, { sessionId: other.id, objects: [object] }));
    await world.put(stagingKey(namespace, other.id, object.oid), text);
    valueOf(await world.application.uploads.complete(push, { sessionId: other.id, ...object }));
    await send(world.application, text.toUpperCase(), 1);
    valueOf(await completeBy(world.application));
    expect(
      (await (await uploads()).list(staged, (await uploadId()) ?? '')).isOk(),
      'what is begun is left to the sweeper',
    ).to.equal(true);
  });

  it('that two processes begin at once is one upload, and the other is given up', async () => {
    const { world, push, named, staged, uploadId, uploads } = await startUpload();
    const applications = Array.from({ length: 4 }, () => createApplication(world.ports));
    const presigned = await Promise.all(
      applications.map((application) => application.uploads.presignParts(push, { ...named, partNumbers: [1] })),
    );
    expect(new Set(presigned.map((parts) => new URL(valueOf(parts)[0]?.uploadUrl ?? '').pathname)).size).to.equal(1);
    const kept = await uploadId();
    const store = await uploads();
    for (const name of ['upload-1', 'upload-2', 'upload-3', 'upload-4']) {
      expect((await store.list(staged, name)).isOk(), name).to.equal(name === kept);
    }
  });
});

describe('completing what takes long to verify', () => {
  const startSlow = async () => {
    const upload = await startUpload();
    const slow = slowly(upload.world.blobs);
    const application = createApplication({ ...upload.world.ports, blobs: slow.store });
    const complete = () => upload.completeBy(application);
    return { ...upload, slow, application, complete };
  };
  const pending = unavailable('verification', 5);

  it('answers after 20 seconds that it goes on, and then that it is done, by one verification', async () => {
    const { world, send, slow, complete } = await startSlow();
    await send(world.application, text, 1, 2, 3);
    for (let round = 0; round < 3; round += 1) {
      const answers = [complete(), complete()];
      await tick();
      world.clock.advance(completeWaitMs - 1);
      await tick();
      world.clock.advance(1);
      for (const answer of await Promise.all(answers)) expect(errorOf(answer)).to.deep.equal(pending);
    }
    expect(slow.begun()).to.equal(1);
    const last = complete();
    await tick();
    slow.letGo();
    valueOf(await last);
    valueOf(await complete());
    expect(slow.begun()).to.equal(1);
  });

  it('counts the object also when nobody asks any more', async () => {
    const { world, push, session, send, slow, complete } = await startSlow();
    await send(world.application, text, 1, 2, 3);
    const answer = complete();
    await tick();
    world.clock.advance(completeWaitMs);
    expect(errorOf(await answer)).to.deep.equal(pending);
    slow.letGo();
    await tick();
    expect(valueOf(await world.application.uploads.finalize(push, { sessionId: session.id })).session.uploadedObjects).to.equal(
      1,
    );
  });

  it('tells the next who asks that the bytes were wrong, by parts and, once they were looked at anew, by one URL', async () => {
    const { world, push, session, send, slow, complete, application } = await startSlow();
    const small = objectOf('small');
    valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects: [small] }));
    await world.put(stagingKey(session.namespace, session.id, small.oid), 'wrong');
    await send(world.application, text.toUpperCase(), 1, 2, 3);
    const completeSmall = () => application.uploads.complete(push, { sessionId: session.id, ...small });
    const answers = [complete(), completeSmall()];
    await tick();
    world.clock.advance(completeWaitMs);
    for (const answer of await Promise.all(answers)) expect(errorOf(answer)).to.deep.equal(pending);
    slow.letGo();
    await tick();
    const wrong = { kind: 'conflict', reason: 'checksum_mismatch' };
    expect(errorOf(await complete())).to.deep.equal(wrong);
    const anew = completeSmall();
    await tick();
    world.clock.advance(completeWaitMs);
    expect(errorOf(await anew)).to.deep.equal(pending);
    slow.letGo();
    await tick();
    expect(errorOf(await completeSmall())).to.deep.equal(wrong);
    expect(slow.begun()).to.equal(3);
    // What was told is forgotten: the right bytes are looked at.
    await send(world.application, text, 1, 2, 3);
    await world.put(stagingKey(session.namespace, session.id, small.oid), 'small');
    const again = [complete(), completeSmall()];
    await tick();
    slow.letGo();
    for (const answer of await Promise.all(again)) valueOf(answer);
  });

  it('looks at what was sent anew, whatever became of the former upload that nobody asked for', async () => {
    const { world, send, slow, complete, uploadId } = await startSlow();
    await send(world.application, text.toUpperCase(), 1, 2, 3);
    const answer = complete();
    await tick();
    world.clock.advance(completeWaitMs);
    expect(errorOf(await answer)).to.deep.equal(pending);
    slow.letGo();
    await tick();
    expect(await uploadId(), 'it was refused').to.equal(undefined);
    await send(world.application, text, 1, 2, 3);
    const again = complete();
    await tick();
    slow.letGo();
    valueOf(await again);
  });

  it('looks at bytes of another size that were declared and sent while the former ones are looked at', async () => {
    const { world, push, session, slow, application } = await startSlow();
    const small = objectOf('small');
    const send = async (content: string) => {
      const object = { ...small, sizeBytes: content.length };
      valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects: [object] }));
      await world.put(stagingKey(session.namespace, session.id, small.oid), content);
      const answer = application.uploads.complete(push, { sessionId: session.id, ...object });
      await tick();
      return { answer };
    };
    const former = await send('too long');
    const latter = await send('small');
    expect(slow.begun()).to.equal(2);
    slow.letGo();
    expect(errorOf(await former.answer)).to.deep.equal({ kind: 'conflict', reason: 'size_mismatch' });
    valueOf(await latter.answer);
  });

  it('looks at what was sent anew by one URL, after bytes that were refused when nobody asked for them any more', async () => {
    const { world, push, session, slow, application } = await startSlow();
    const small = objectOf('small');
    valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects: [small] }));
    const completeSmall = () => application.uploads.complete(push, { sessionId: session.id, ...small });
    const staged = stagingKey(session.namespace, session.id, small.oid);
    await world.put(staged, 'wrong');
    const answer = completeSmall();
    await tick();
    world.clock.advance(completeWaitMs);
    expect(errorOf(await answer)).to.deep.equal(pending);
    slow.letGo();
    await tick();
    await world.put(staged, 'small');
    const again = completeSmall();
    await tick();
    slow.letGo();
    valueOf(await again);
  });

  it('is begun again by another process, beside the first', async () => {
    const { world, push, session, namespace, send, completeBy, slow, complete } = await startSlow();
    await send(world.application, text, 1, 2, 3);
    const first = complete();
    await tick();
    valueOf(await completeBy(createApplication(world.ports)));
    slow.letGo();
    valueOf(await first);
    expect(await world.read(objectKey(namespace, object.oid))).to.equal(text);
    const { session: final } = valueOf(await world.application.uploads.finalize(push, { sessionId: session.id }));
    expect([final.uploadedObjects, final.uploadedBytes]).to.deep.equal([1, object.sizeBytes]);
  });

  it('keeps the session open for as long as somebody asks', async () => {
    const { world, push, session, send, slow, complete } = await startSlow();
    await send(world.application, text, 1, 2, 3);
    for (let hours = 0; hours < 12; hours += 1) {
      const answer = complete();
      await tick();
      world.clock.advance(3_600_000);
      expect(errorOf(await answer)).to.deep.equal(pending);
    }
    slow.letGo();
    await tick();
    expect(valueOf(await world.application.uploads.finalize(push, { sessionId: session.id })).generation).to.equal(1);
  });
});
