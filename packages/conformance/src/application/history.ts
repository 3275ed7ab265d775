import { expect } from 'chai';
import {
  createApplication,
  isSlug,
  portableHasher,
  type Application,
  type Caller,
  type Oid,
  type OrganizationGrant,
} from '@svc/core';
import { objectKey, stagingKey, type OrganizationUsage } from '@svc/core/model';
import type { BlobStore, Ports, Settings, UnitOfWork } from '@svc/core/ports';
import { portableCodec } from '@svc/core/chunking';
import { createCountedRandom, createFixedClock, type FixedClock } from '@svc/core/memory';
import type { Closable } from '../run-cases.js';
import type { SeededRandom } from '../seeded.js';
import type { ModelRepository, ModelSession } from './history-model.js';
import { bytesOf, objectPool, oidOf, once, valueOf, type HistoryObject } from './history-objects.js';

/** Adapters under which the whole service runs. Both are empty at the start. */
export interface ApplicationHarness extends Closable {
  readonly unitOfWork: UnitOfWork;
  readonly blobs: BlobStore;
  /** How many steps a random history takes: 1000 when absent. */
  readonly steps?: number;
  /** How many steps a random history of collected chunk trees takes: 1000 when absent. */
  readonly collected?: number;
  /** How many races clients have with the collector of chunk trees: 20 when absent. */
  readonly races?: number;
  /** How many commands random histories of rights have, about: 1000 when absent. */
  readonly commands?: number;
}

/** The steps of a random history where its harness does not say how many. */
export const defaultSteps = 1000;

/** One service with its model. */
export interface History extends ApplicationHarness {
  readonly application: Application;
  readonly ports: Ports;
  readonly clock: FixedClock;
  readonly owner: Caller;
  readonly creating: OrganizationGrant<'repositories.create'>;
  readonly repositories: ModelRepository[];
  /** What is above it comes in parts. */
  readonly maxSinglePutBytes: number;
}

export const createHistory = async (
  harness: ApplicationHarness,
  given: Pick<Settings, 'gcReclaim' | 'minConvertedBytes' | 'coldAfterMs' | 'sparseIndexChunks'> = {},
): Promise<History> => {
  const clock = createFixedClock();
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
  const settings = { baseUrl: 'https://svc.test', linkKeys, defaultPlan: 'business', ...given } as const;
  const { unitOfWork, blobs } = harness;
  const random = createCountedRandom();
  const ports = {
    unitOfWork,
    blobs,
    clock,
    random,
    hasher: portableHasher,
    codec: portableCodec(),
    identityProvider: undefined,
    settings,
  };
  const application = createApplication(ports);
  valueOf(await application.operator.addUser({ email: 'owner@history.test' }));
  const { secret } = valueOf(await application.operator.createSession({ email: 'owner@history.test', lifetimeMs: 1e13 }));
  const owner = valueOf(await application.authenticate(secret, { address: '192.0.2.1', userAgent: 'history' }));
  valueOf(await application.organizations.create(application.authorize.signedIn(owner), { name: 'History' }));
  const slug = 'history';
  if (!isSlug(slug)) throw new Error('invariant: a slug');
  const creating = valueOf(await application.authorize.organization(owner, slug, 'repositories.create'));
  const history = { ...harness, ports, application, clock, owner, creating };
  const first = await createRepository(history, 'first');
  const { maxSinglePutBytes = Infinity } = valueOf(await blobs.signer(first.push.repository.namespace));
  return { ...history, repositories: [first, await createRepository(history, 'second')], maxSinglePutBytes };
};

const createRepository = async (
  { application, owner, creating }: Pick<History, 'application' | 'owner' | 'creating'>,
  name: string,
): Promise<ModelRepository> => {
  const { id } = valueOf(await application.repositories.create(creating, { name }));
  const push = valueOf(await application.authorize.repository(owner, id, 'repository.push'));
  return { push, visible: new Set(), removed: new Map(), sessions: [], lfs: undefined, formerLfs: [], generation: 0 };
};

/** Deletes a repository with all that it holds and puts a new one in its place. */
export const replaceRepository = async (history: History, random: SeededRandom): Promise<void> => {
  const { application, owner, repositories } = history;
  const repository = random.pick(repositories);
  const { repositoryId } = repository.push.repository;
  const admin = valueOf(await application.authorize.repository(owner, repositoryId, 'repository.admin'));
  valueOf(await application.repositories.remove(admin));
  repositories[repositories.indexOf(repository)] = await createRepository(history, `after ${repositoryId.slice(-4)}`);
};

/** Mostly an object that the session has, now and then any. */
export const objectFor = (session: ModelSession, random: SeededRandom): HistoryObject => {
  const known = objectPool.filter(({ oid }) => session.objects.has(oid));
  return random.pick(known.length > 0 && random.integer(8) > 0 ? known : objectPool);
};

/** A client that works on parts moves the end of the session on. */
export const followEnd = async ({ unitOfWork }: History, { push }: ModelRepository, session: ModelSession): Promise<void> => {
  const { repositoryId } = push.repository;
  const found = valueOf(await unitOfWork.read((queries) => queries.uploads.find(repositoryId, session.id)));
  session.expiresAt = found?.expiresAt ?? session.expiresAt;
};

/** Sends bytes to the URLs of all parts of the object, where the session still gives any. */
const sendParts = async (
  { application }: History,
  { push }: ModelRepository,
  session: ModelSession,
  object: HistoryObject,
  bytes: Uint8Array,
): Promise<boolean> => {
  const named = { sessionId: session.id, oid: object.oid };
  const listed = await application.uploads.listParts(push, named);
  if (listed.isErr()) return false;
  const { partBytes, count } = listed.value;
  const partNumbers = Array.from({ length: count }, (_, at) => at + 1);
  const presigned = await application.uploads.presignParts(push, { ...named, partNumbers });
  if (presigned.isErr()) return false;
  for (const { partNumber, sizeBytes, uploadUrl } of presigned.value) {
    const { pathname, searchParams } = new URL(uploadUrl);
    const grant = valueOf(
      application.authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)),
    );
    const from = (partNumber - 1) * partBytes;
    const part = once(bytes.subarray(from, from + sizeBytes));
    valueOf(await application.signedTransfers.receive(grant, { declaredBytes: sizeBytes, bytes: part }));
  }
  return true;
};

/** Sends right or wrong bytes of the right length to where an upload URL of the session leads, or the URLs of all parts. */
export const put = async (
  history: History,
  repository: ModelRepository,
  session: ModelSession,
  random: SeededRandom,
): Promise<void> => {
  const object = objectFor(session, random);
  const pending = session.objects.get(object.oid);
  if (pending === undefined) return;
  const isRight = random.integer(3) > 0 || object.sizeBytes === 0;
  const bytes = isRight ? object.bytes : object.bytes.map((byte) => byte ^ 1);
  if (object.sizeBytes > history.maxSinglePutBytes) {
    const isSent = await sendParts(history, repository, session, object, bytes);
    expect(isSent, 'sending parts').to.equal(session.status === 'OPEN' && !pending.isCompleted && !pending.isSettled);
    // Who asks for a part of what is complete is told so, and is at work in the session all the same.
    await followEnd(history, repository, session);
    if (!isSent) return;
  } else {
    const key = stagingKey(repository.push.repository.namespace, session.id, object.oid);
    valueOf(await history.blobs.write(key, once(bytes), object.sizeBytes));
  }
  pending.staged = isRight ? 'right' : 'wrong';
};

/** Whether verified bytes of the object lie in the repository's storage, visible or not: then nobody has to send them again, unless the object was removed. */
export const isPromoted = async ({ blobs }: History, repository: ModelRepository, oid: Oid): Promise<boolean> =>
  !repository.removed.has(oid) && (await blobs.head(objectKey(repository.push.repository.namespace, oid))).isOk();

/** Whether the object's bytes lie where the session has them sent, whatever became of the session's row for them since. */
export const isStaged = async (
  { blobs }: History,
  repository: ModelRepository,
  { id }: ModelSession,
  oid: Oid,
): Promise<boolean> => {
  const reading = await blobs.read(stagingKey(repository.push.repository.namespace, id, oid));
  return reading.isOk() && oidOf(await bytesOf(reading.value.body)) === oid;
};

export const usageOf = async ({ unitOfWork, creating }: History): Promise<OrganizationUsage> =>
  valueOf(await unitOfWork.read((queries) => queries.usage.ofOrganization(creating.organization.id)));

/** Holds what the service lists, counts and charges to the model. */
export const compare = async (history: History, when: string): Promise<void> => {
  const { application, repositories } = history;
  let bytes = 0;
  for (const { push, visible, generation } of repositories) {
    const page = valueOf(await application.objects.list(push, { sort: 'size', page: { limit: 100 } }));
    expect(new Set(page.items.map((object) => object.oid)), `visible objects ${when}`).to.deep.equal(visible);
    expect(valueOf(await application.repositories.get(push)).generation, `generation ${when}`).to.equal(generation);
    bytes += page.items.reduce((sum, object) => sum + object.sizeBytes, 0);
  }
  const { usedBytes, reservedBytes } = await usageOf(history);
  expect(usedBytes, `used bytes ${when}`).to.equal(bytes);
  expect(reservedBytes, `reserved bytes ${when}`).to.be.at.least(0);
};

export const readEverything = async ({ blobs, repositories }: History): Promise<void> => {
  for (const { push, visible } of repositories) {
    for (const oid of visible) {
      const { body } = valueOf(await blobs.read(objectKey(push.repository.namespace, oid)));
      expect(oidOf(await bytesOf(body)), 'hash of a visible object').to.equal(oid);
    }
  }
};
