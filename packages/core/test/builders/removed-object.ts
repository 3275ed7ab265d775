import { expect } from 'chai';
import type { Granted } from '../../src/access/grant.js';
import { type Application, createApplication } from '../../src/application.js';
import { createFaultyBlobStore, type PlannedFault } from '../../src/blob-store/faulty-blob-store.js';
import { createFaultyUnitOfWork, type PlannedDatabaseFault } from '../../src/memory/faulty-unit-of-work.js';
import { DAY_MS, HOUR_MS, objectKey, stagingKey, type UploadSessionId } from '../../src/model/values/index.js';
import { bytesOf, createWorld, objectOf, valueOf, withRepository, type World } from './world.js';

export const text = 'abcdefgh'.repeat(150);
const object = objectOf(text);
const partBytes = 512;

type Push = Granted<'repository.push'>;

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Sends the object in parts by their URLs, as the route of signed uploads does. */
export const sendParts = async ({ application }: World, push: Push, sessionId: UploadSessionId): Promise<void> => {
  const partNumbers = Array.from({ length: Math.ceil(object.sizeBytes / partBytes) }, (_, at) => at + 1);
  const parts = valueOf(await application.uploads.presignParts(push, { sessionId, oid: object.oid, partNumbers }));
  for (const { partNumber, sizeBytes, uploadUrl } of parts) {
    const { pathname, searchParams } = new URL(uploadUrl);
    const url = Object.fromEntries(searchParams);
    const grant = valueOf(application.authorize.signedUpload(pathname.slice('/storage/'.length), url));
    const from = (partNumber - 1) * partBytes;
    const bytes = bytesOf(text).subarray(from, from + sizeBytes);
    valueOf(await application.signedTransfers.receive(grant, { declaredBytes: sizeBytes, bytes: once(bytes) }));
  }
};

export type Fault =
  | { readonly of: 'storage'; readonly fault: PlannedFault }
  | { readonly of: 'database'; readonly fault: PlannedDatabaseFault; readonly callsBefore: number };

export const ofStorage = (when: 'before' | 'after'): Fault => ({ of: 'storage', fault: { call: 'promote', when } });
export const ofDatabase = (when: 'before' | 'after', callsBefore: number): Fault => ({
  of: 'database',
  fault: { call: 'transact', when },
  callsBefore,
});

/** An upload session for the object. */
const openSession = async ({ uploads }: Application, push: Push) => {
  const { session } = valueOf(await uploads.open(push, {}));
  const { id: sessionId, namespace } = session;
  const [entry] = valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
  return {
    sessionId,
    href: entry !== undefined && 'uploadUrl' in entry ? entry.uploadUrl : '',
    staged: stagingKey(namespace, sessionId, object.oid),
    complete: () => uploads.complete(push, { sessionId, ...object }),
    finalize: () => uploads.finalize(push, { sessionId }),
  };
};

/** A push of the object by Git LFS, which goes on in one session. */
const openLfs = async ({ unitOfWork, clock }: World, { lfs, authorize }: Application, push: Push) => {
  const { repositoryId, namespace } = push.repository;
  const { verifyToken = '' } = valueOf(await lfs.batchUpload(push, [object]));
  const now = clock.now();
  const session = valueOf(await unitOfWork.read(({ uploads }) => uploads.findOpenLfs(repositoryId, push.caller.userId, now)));
  const origin = { address: '192.0.2.9', userAgent: 'git-lfs/3.3.0' };
  return {
    staged: stagingKey(namespace, session?.id ?? expect.fail('a batch opens a session'), object.oid),
    verify: async () => lfs.verify(valueOf(await authorize.verifyLink(repositoryId, verifyToken, origin)), object),
  };
};

/** An object that was removed, and what lies at its key since: `changed`, which nobody reads. */
export const removedAndChanged = async (changed: string, maxSinglePutBytes = 2048) => {
  const world = createWorld('business', { maxSinglePutBytes, parts: { maxPartBytes: partBytes } });
  const { repository, owner, push } = await withRepository(world);
  const key = objectKey(repository.namespace, object.oid);
  // Ports that fail where a test says so.
  const blobs = createFaultyBlobStore(world.blobs);
  const unitOfWork = createFaultyUnitOfWork(world.unitOfWork);
  const application = createApplication({ ...world.ports, blobs, unitOfWork });
  const { lfs, maintenance, objects } = application;
  const first = await openSession(application, push);
  if (maxSinglePutBytes < object.sizeBytes) await sendParts(world, push, first.sessionId);
  else await world.put(first.staged, text);
  valueOf(await first.complete());
  valueOf(await first.finalize());
  const admin = await world.grant(owner, repository.id, 'repository.admin');
  const remove = async () => valueOf(await objects.remove(admin, { oid: object.oid, isForced: false }));
  await remove();
  await world.put(key, changed);
  return {
    world,
    push,
    key,
    open: () => openSession(application, push),
    openLfs: () => openLfs(world, application, push),
    remove,
    fail: (fault: Fault) =>
      fault.of === 'storage' ? blobs.failNext(fault.fault) : unitOfWork.failNext(fault.fault, fault.callsBefore),
    find: async () => valueOf(await lfs.findStaged()),
    /** All sessions end, and what Git LFS has brought in vain goes. */
    sweep: async () => {
      world.clock.advance(2 * DAY_MS + 6 * HOUR_MS);
      for (let run = 0; run < 2; run += 1) valueOf(await maintenance.sweep());
    },
    isVisible: async () => valueOf(await objects.list(push, { sort: 'recent', page: { limit: 9 } })).items.length > 0,
  };
};
