import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import { createFaultyBlobStore } from '../../../src/blob-store/faulty-blob-store.js';
import {
  DAY_MS,
  GIB,
  HOUR_MS,
  MINUTE_MS,
  type Oid,
  stagingKey,
  trusted,
  type UploadSessionId,
} from '../../../src/model/values/index.js';
import { pushTexts, uploadTexts } from '../../builders/push-texts.js';
import { bodyOf } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld('free');
  const made = await withRepository(world);
  const { application } = world;
  const { push, organization } = made;
  const usage = async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
  const counted = async (): Promise<number> => {
    const { usedBytes, reservedBytes, reclaimableBytes } = await usage();
    return usedBytes + reservedBytes + reclaimableBytes;
  };
  const onDisk = async (): Promise<number> => {
    let sum = 0;
    for await (const { sizeBytes } of world.managed.list(trusted('repositories'))) sum += sizeBytes;
    return sum;
  };
  const open = async (): Promise<UploadSessionId> => valueOf(await application.uploads.open(push, {})).session.id;
  const ask = (sessionId: UploadSessionId, oid: Oid, sizeBytes: number) =>
    application.uploads.authorize(push, { sessionId, objects: [{ oid, sizeBytes }] });
  const sweep = async () => valueOf(await application.maintenance.sweep());
  return { world, ...made, usage, counted, onDisk, open, ask, sweep };
};

describe('what an organization is counted', () => {
  it('holds the larger of two sizes that were asked for until its URL is over', async () => {
    const { world, usage, open, ask, sweep } = await setting();
    const sessionId = await open();
    const oid = oidOf('large');
    valueOf(await ask(sessionId, oid, 5 * GIB));
    valueOf(await ask(sessionId, oid, 1));
    expect((await usage()).reservedBytes).to.equal(5 * GIB);
    valueOf(await ask(sessionId, oidOf('another'), 5 * GIB));
    expect(errorOf(await ask(sessionId, oidOf('third'), 1))).to.include({ reason: 'storage_quota', current: 10 * GIB });
    world.clock.advance(16 * MINUTE_MS);
    await sweep();
    expect((await usage()).reservedBytes, 'while what began by the URL may still come').to.equal(10 * GIB);
    world.clock.advance(45 * MINUTE_MS);
    await sweep();
    expect((await usage()).reservedBytes).to.equal(5 * GIB + 1);
  });

  it('holds the larger size also in a batch of Git LFS', async () => {
    const { world, push, usage } = await setting();
    const oid = oidOf('large');
    for (const sizeBytes of [5 * GIB, 1]) valueOf(await world.application.lfs.batchUpload(push, [{ oid, sizeBytes }]));
    expect((await usage()).reservedBytes).to.equal(5 * GIB);
  });

  it('holds what came by the larger URL for as long as it lies there', async () => {
    const { world, repository, usage, open, ask, sweep } = await setting();
    const sessionId = await open();
    const oid = oidOf('large');
    valueOf(await ask(sessionId, oid, 100));
    valueOf(await ask(sessionId, oid, 1));
    await world.put(stagingKey(repository.namespace, sessionId, oid), 'x'.repeat(100));
    world.clock.advance(2 * HOUR_MS);
    await sweep();
    expect((await usage()).reservedBytes).to.equal(100);
  });

  it('counts what a session has staged and completed until it is swept, as reclaimable once the session is over', async () => {
    const { world, repository, push, usage, counted, onDisk, ask, sweep } = await setting();
    const sessionId = await uploadTexts(world, push, 'completed');
    valueOf(await ask(sessionId, oidOf('staged'), 6));
    await world.put(stagingKey(repository.namespace, sessionId, oidOf('staged')), 'staged');
    world.clock.advance(6 * HOUR_MS);
    await sweep();
    expect(await usage()).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 15, byosBytes: 0 });
    expect(await onDisk()).to.equal(15);
    world.clock.advance(75 * MINUTE_MS);
    await sweep();
    expect(await onDisk()).to.equal(0);
    expect(await counted()).to.equal(0);
  });

  it('counts what a finalized session has staged and never completed until it is swept', async () => {
    const { world, repository, push, usage, onDisk, ask, sweep } = await setting();
    const sessionId = await uploadTexts(world, push, 'completed');
    valueOf(await ask(sessionId, oidOf('staged'), 6));
    await world.put(stagingKey(repository.namespace, sessionId, oidOf('staged')), 'staged');
    valueOf(await world.application.uploads.finalize(push, { sessionId }));
    expect(await usage()).to.deep.equal({ usedBytes: 9, reservedBytes: 0, reclaimableBytes: 6, byosBytes: 0 });
    world.clock.advance(75 * MINUTE_MS);
    await sweep();
    expect(await onDisk()).to.equal(9);
    expect((await usage()).reclaimableBytes).to.equal(0);
  });

  it("counts a deleted repository's bytes until they are removed a day later", async () => {
    const { world, owner, repository, push, usage, onDisk, sweep } = await setting();
    const sessionId = await uploadTexts(world, push, 'registered');
    valueOf(await world.application.uploads.finalize(push, { sessionId }));
    await uploadTexts(world, push, 'completed');
    const admin = await world.grant(owner, repository.id, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    expect(await usage()).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 19, byosBytes: 0 });
    world.clock.advance(DAY_MS - 1);
    await sweep();
    expect(valueOf(await world.application.maintenance.reclaimRepositories())?.repositories).to.equal(0);
    expect(await onDisk()).to.equal(19);
    expect((await usage()).reclaimableBytes).to.equal(19);
    world.clock.advance(1);
    expect(valueOf(await world.application.maintenance.reclaimRepositories())?.repositories).to.equal(1);
    expect(await onDisk()).to.equal(0);
    expect((await usage()).reclaimableBytes).to.equal(0);
  });

  it('gives an LFS reservation back of which nothing came for an hour, and holds what came', async () => {
    const { world, repository, push, usage, sweep } = await setting();
    const batch = valueOf(await world.application.lfs.batchUpload(push, [objectOf('sent'), objectOf('vanished')]));
    const staged = batch.entries.find((entry) => entry.kind === 'upload');
    expect(staged?.oid).to.equal(oidOf('sent'));
    const session = valueOf(
      await world.unitOfWork.read((queries) => queries.uploads.findOpenLfs(repository.id, push.caller.userId, world.clock.now())),
    );
    if (session === undefined) throw new Error('no LFS session');
    await world.put(stagingKey(repository.namespace, session.id, oidOf('sent')), 'sent');
    world.clock.advance(HOUR_MS - 1);
    await sweep();
    expect((await usage()).reservedBytes).to.equal(12);
    world.clock.advance(1);
    await sweep();
    expect((await usage()).reservedBytes).to.equal(4);
    valueOf(await world.application.lfs.batchUpload(push, [objectOf('vanished')]));
    expect((await usage()).reservedBytes, 'asked for again').to.equal(12);
  });

  it('holds what a verification of Git LFS has moved to its place without coming to its end', async () => {
    const { world, repository, push, usage, onDisk, sweep } = await setting();
    valueOf(await world.application.lfs.batchUpload(push, [objectOf('moved')]));
    const session = valueOf(
      await world.unitOfWork.read((queries) => queries.uploads.findOpenLfs(repository.id, push.caller.userId, world.clock.now())),
    );
    if (session === undefined) throw new Error('no LFS session');
    await world.put(stagingKey(repository.namespace, session.id, oidOf('moved')), 'moved');
    const faulty = createFaultyBlobStore(world.blobs);
    faulty.failNext({ call: 'promote', when: 'after' });
    const failing = createApplication({ ...world.ports, blobs: faulty });
    expect(errorOf(await failing.lfs.batchDownload(push, [objectOf('moved')]))).to.include({ kind: 'unavailable' });
    world.clock.advance(HOUR_MS);
    await sweep();
    expect(await onDisk()).to.equal(5);
    expect(await usage()).to.include({ usedBytes: 0, reservedBytes: 5 });
    valueOf(await world.application.lfs.batchDownload(push, [objectOf('moved')]));
    expect(await usage(), 'verified once more').to.include({ usedBytes: 5, reservedBytes: 0 });
  });

  it('keeps nothing that is sent with another size beside what a verification has moved without coming to its end', async () => {
    const { world, repository, push, usage, counted, onDisk, open, ask, sweep } = await setting();
    const { application } = world;
    const sessionId = await open();
    const oid = oidOf('moved');
    valueOf(await ask(sessionId, oid, 5));
    await world.put(stagingKey(repository.namespace, sessionId, oid), 'moved');
    const faulty = createFaultyBlobStore(world.blobs);
    faulty.failNext({ call: 'promote', when: 'after' });
    const failing = createApplication({ ...world.ports, blobs: faulty });
    expect(errorOf(await failing.uploads.complete(push, { sessionId, oid, sizeBytes: 5 }))).to.include({ kind: 'unavailable' });
    const [larger] = valueOf(await ask(sessionId, oid, 8));
    if (larger === undefined || !('uploadUrl' in larger)) throw new Error('no URL');
    const { pathname, searchParams } = new URL(larger.uploadUrl);
    const grant = valueOf(
      application.authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)),
    );
    valueOf(await application.signedTransfers.receive(grant, bodyOf(bytesOf('8 bytes.'))));
    expect(await onDisk()).to.equal(5);
    expect((await usage()).reservedBytes).to.equal(8);
    valueOf(await ask(sessionId, oid, 1));
    world.clock.advance(HOUR_MS);
    await sweep();
    expect(await counted(), 'once the larger URL is over').to.be.within(5, 6);
  });

  it('gives an LFS reservation back of what somebody else has registered', async () => {
    const { world, push, usage, sweep } = await setting();
    valueOf(await world.application.lfs.batchUpload(push, [objectOf('twice')]));
    await pushTexts(world, push, 'twice');
    expect(await usage()).to.include({ usedBytes: 5, reservedBytes: 5 });
    world.clock.advance(HOUR_MS);
    await sweep();
    expect(await usage()).to.include({ usedBytes: 5, reservedBytes: 0 });
  });

  it('holds no room for bytes of another size than those that the repository has, which are refused', async () => {
    const { world, push, usage, open, ask } = await setting();
    await pushTexts(world, push, 'small');
    const refused = errorOf(await ask(await open(), oidOf('small'), 5 * GIB));
    expect(refused).to.include({ kind: 'conflict', reason: 'size_mismatch' });
    expect((await usage()).reservedBytes).to.equal(0);
  });

  it('holds no room for what the repository has, and asks for none of its bytes', async () => {
    const world = createWorld('free', { maxSinglePutBytes: 3, parts: { maxPartBytes: 3 } });
    const { push, organization } = await withRepository(world);
    const { application } = world;
    const { session } = valueOf(await application.uploads.open(push, {}));
    const bytes = bytesOf('longer');
    const named = { sessionId: session.id, oid: oidOf('longer') };
    const request = { sessionId: session.id, objects: [objectOf('longer')] };
    expect(valueOf(await application.uploads.authorize(push, request))[0]).to.have.property('parts');
    for (const { uploadUrl, partNumber } of valueOf(
      await application.uploads.presignParts(push, { ...named, partNumbers: [1, 2] }),
    )) {
      const { pathname, searchParams } = new URL(uploadUrl);
      const part = bytes.subarray((partNumber - 1) * 3, partNumber * 3);
      const grant = valueOf(
        application.authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)),
      );
      valueOf(await application.signedTransfers.receive(grant, bodyOf(part)));
    }
    valueOf(await application.uploads.complete(push, { ...named, sizeBytes: 6 }));
    valueOf(await application.uploads.finalize(push, { sessionId: session.id }));

    const again = valueOf(await application.uploads.open(push, {})).session.id;
    const [answer] = valueOf(await application.uploads.authorize(push, { ...request, sessionId: again }));
    expect(answer).to.include({ isStored: true });
    const presigned = await application.uploads.presignParts(push, { ...named, sessionId: again, partNumbers: [1] });
    expect(errorOf(presigned)).to.deep.equal({ kind: 'conflict', reason: 'object_completed' });
    const used = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
    expect(used).to.deep.equal({ usedBytes: 6, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
    valueOf(await application.uploads.complete(push, { ...named, sessionId: again, sizeBytes: 6 }));
  });

  it('holds what comes in parts beside what an earlier URL may bring', async () => {
    const world = createWorld('free', { maxSinglePutBytes: 5, parts: { maxPartBytes: 5 } });
    const { push, organization } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    for (const sizeBytes of [5, 20]) {
      const objects = [{ oid: oidOf('large'), sizeBytes }];
      valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects }));
    }
    const used = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
    expect(used.reservedBytes).to.equal(25);
  });
});
