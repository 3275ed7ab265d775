import {
  blobStoreFaults,
  createFaultyBlobStore,
  createFaultyUnitOfWork,
  type FaultyBlobStore,
  type FaultyUnitOfWork,
  unitOfWorkFaults,
} from '@svc/core/memory';
import { DAY_MS, HOUR_MS, MINUTE_MS, type ObjectKey, stagingKey, trusted, type UploadSessionId } from '@svc/core/model';
import type { Oid } from '@svc/core';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';
import { type ApplicationHarness, createHistory, defaultSteps, type History, replaceRepository, usageOf } from './history.js';
import type { ModelRepository } from './history-model.js';
import { bytesOf, objectPool, oidOf, once, valueOf } from './history-objects.js';
import { countedBlobBytes, createModelTrees, type ModelTrees, treeSteps } from './tree-steps.js';

const stepsBetweenLooks = 5;
const stepsBetweenReadings = 20;
const urlLifetimeMs = 15 * MINUTE_MS;
const origin = { address: '192.0.2.1', userAgent: 'history' };

/** A URL that the service has given. */
interface GivenUrl {
  readonly repository: ModelRepository;
  readonly sessionId: UploadSessionId;
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly href: string;
  readonly until: number;
}

/** The database is as it is, behind the faults. */
interface CountedHistory extends History {
  readonly faulty: { readonly store: FaultyBlobStore; readonly database: FaultyUnitOfWork };
  /** As it is, behind the faults. */
  readonly store: ApplicationHarness['blobs'];
  readonly namespaces: Set<string>;
  readonly sessions: { readonly repository: ModelRepository; readonly id: UploadSessionId }[];
  readonly urls: GivenUrl[];
  readonly verifyTokens: { readonly repository: ModelRepository; readonly token: string }[];
  readonly trees: ModelTrees;
}

/** Whatever comes of a step, what is counted and what lies in the store have to agree. */
const tried = (answer: Result<unknown, unknown>): void => {
  answer.isOk();
};

type Step = (history: CountedHistory, random: SeededRandom) => Promise<void>;

/** Mostly as long as it is, now and then as long as somebody wants to have reserved. */
const declared = (random: SeededRandom) =>
  random
    .shuffled(objectPool)
    .slice(0, 3)
    .map(({ oid, sizeBytes }) => ({ oid, sizeBytes: random.integer(8) > 0 ? sizeBytes : random.integer(200) }));

const open: Step = async ({ application, repositories, sessions }, random) => {
  const repository = random.pick(repositories);
  const opened = await application.uploads.open(repository.push, {});
  if (opened.isOk()) sessions.push({ repository, id: opened.value.session.id });
};

/** One of the last few, whatever has become of it. */
const recent = <T>(items: readonly T[], random: SeededRandom): T | undefined =>
  items.length === 0 ? undefined : random.pick(items.slice(-12));

const sendSomeParts = async (
  application: History['application'],
  { push }: ModelRepository,
  named: { readonly sessionId: UploadSessionId; readonly oid: Oid },
  sizeBytes: number,
  random: SeededRandom,
): Promise<void> => {
  const listed = await application.uploads.listParts(push, named);
  if (listed.isErr()) return;
  const all = Array.from({ length: listed.value.count }, (_, at) => at + 1);
  const partNumbers = random.integer(3) > 0 ? all : all.slice(1);
  const presigned = await application.uploads.presignParts(push, { ...named, partNumbers });
  const right = objectPool.find(({ oid }) => oid === named.oid)?.bytes ?? new Uint8Array();
  const bytes = right.byteLength === sizeBytes && random.integer(3) > 0 ? right : random.bytes(sizeBytes);
  for (const part of presigned.unwrapOr([])) {
    const from = (part.partNumber - 1) * listed.value.partBytes;
    await sendTo(application, part.uploadUrl, bytes.subarray(from, from + part.sizeBytes));
  }
};

/** As the holder of a URL that the service serves itself; what the answer is does not matter. */
const sendTo = async (application: History['application'], href: string, bytes: Uint8Array): Promise<void> => {
  const { pathname, searchParams } = new URL(href);
  const grant = application.authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams));
  if (grant.isErr()) return;
  tried(await application.signedTransfers.receive(grant.value, { declaredBytes: bytes.byteLength, bytes: once(bytes) }));
};

/**
 * A bucket takes what its URLs are for as long as they hold, whatever has become of the upload. Bytes that are sent once more after they were verified are the
 * one thing that is not counted there, so nobody sends them here.
 */
const isWelcome = async ({ unitOfWork, store }: CountedHistory, url: GivenUrl): Promise<boolean> => {
  const { repositoryId, namespace } = url.repository.push.repository;
  const object = valueOf(await unitOfWork.read(({ uploads }) => uploads.findObject(url.sessionId, url.oid)));
  const stored = valueOf(await unitOfWork.read(({ objects }) => objects.findSizes(repositoryId, [url.oid])));
  const key = trusted<ObjectKey>(`${namespace}/objects/${url.oid.slice(0, 2)}/${url.oid.slice(2, 4)}/${url.oid}`);
  return object?.state === 'AUTHORIZED' && !stored.has(url.oid) && (await store.head(key)).isErr();
};

const putTo = async (history: CountedHistory, url: GivenUrl, random: SeededRandom): Promise<void> => {
  const right = objectPool.find(({ oid }) => oid === url.oid)?.bytes ?? new Uint8Array();
  const isRight = right.byteLength === url.sizeBytes && random.integer(5) > 0;
  const bytes = isRight ? right : random.bytes(url.sizeBytes);
  if (history.store.traits.signedUrls === 'own') return sendTo(history.application, url.href, bytes);
  if (history.clock.now() >= url.until || !(await isWelcome(history, url))) return;
  const key = stagingKey(url.repository.push.repository.namespace, url.sessionId, url.oid);
  valueOf(await history.store.write(key, once(bytes), bytes.byteLength));
};

const put: Step = async (history, random) => {
  const url = recent(history.urls, random);
  if (url !== undefined) await putTo(history, url, random);
};

/** Nearly everything that is asked for is sent, or what is counted would be far above what is there, and hide what is missing. */
const isSent = (random: SeededRandom): boolean => random.integer(12) > 0;

const authorizeObjects = async (
  history: CountedHistory,
  random: SeededRandom,
  { repository, id: sessionId }: CountedHistory['sessions'][number],
  objects: ReturnType<typeof declared>,
  sends: boolean,
): Promise<void> => {
  const { application, urls, clock } = history;
  const answer = await application.uploads.authorize(repository.push, { sessionId, objects });
  for (const entry of answer.unwrapOr([])) {
    if ('uploadUrl' in entry) {
      const { oid, sizeBytes, uploadUrl: href, expiresInSeconds } = entry;
      const url = { repository, sessionId, oid, sizeBytes, href, until: clock.now() + expiresInSeconds * 1000 };
      urls.push(url);
      if (sends && isSent(random)) await putTo(history, url, random);
    } else if ('parts' in entry) {
      await sendSomeParts(application, repository, { sessionId, oid: entry.oid }, entry.sizeBytes, random);
    }
  }
};

const authorize: Step = async (history, random) => {
  const chosen = recent(history.sessions, random);
  if (chosen !== undefined) await authorizeObjects(history, random, chosen, declared(random), true);
};

/** Has a large URL, declares a small object in its place, and uses the large one. */
const shrink: Step = async (history, random) => {
  const chosen = recent(history.sessions, random);
  if (chosen === undefined) return;
  const { oid } = random.pick(objectPool);
  const before = history.urls.length;
  await authorizeObjects(history, random, chosen, [{ oid, sizeBytes: 20_000 }], false);
  await authorizeObjects(history, random, chosen, [{ oid, sizeBytes: random.integer(50) }], false);
  const large = history.urls[before];
  if (large !== undefined) await putTo(history, large, random);
};

const complete: Step = async ({ application, urls }, random) => {
  const url = recent(urls, random);
  const object = objectPool.find(({ oid }) => oid === url?.oid);
  if (url === undefined || object === undefined) return;
  const { sessionId, oid, repository } = url;
  tried(await application.uploads.complete(repository.push, { sessionId, oid, sizeBytes: object.sizeBytes }));
};

const finalize: Step = async ({ application, sessions }, random) => {
  const chosen = recent(sessions, random);
  if (chosen !== undefined) tried(await application.uploads.finalize(chosen.repository.push, { sessionId: chosen.id }));
};

const batch: Step = async (history, random) => {
  const { application, repositories, urls, verifyTokens, clock, unitOfWork, owner } = history;
  const repository = random.pick(repositories);
  const { repositoryId } = repository.push.repository;
  const answer = await application.lfs.batchUpload(repository.push, declared(random));
  if (answer.isErr()) return;
  const { entries, verifyToken } = answer.value;
  const session = valueOf(await unitOfWork.read(({ uploads }) => uploads.findOpenLfs(repositoryId, owner.userId, clock.now())));
  if (verifyToken === undefined || session === undefined) return;
  verifyTokens.push({ repository, token: verifyToken });
  for (const entry of entries) {
    if (entry.kind !== 'upload') continue;
    const { oid, sizeBytes, request } = entry;
    const url = { repository, sessionId: session.id, oid, sizeBytes, href: request.href, until: clock.now() + urlLifetimeMs };
    urls.push(url);
    if (isSent(random)) await putTo(history, url, random);
  }
};

const verify: Step = async ({ application, verifyTokens }, random) => {
  const chosen = recent(verifyTokens, random);
  if (chosen === undefined) return;
  const link = await application.authorize.verifyLink(chosen.repository.push.repository.repositoryId, chosen.token, origin);
  const { oid, sizeBytes } = random.pick(objectPool);
  if (link.isOk()) tried(await application.lfs.verify(link.value, { oid, sizeBytes }));
};

const download: Step = async ({ application, repositories }, random) => {
  const objects = random.shuffled(objectPool).slice(0, 3);
  const requested = objects.map(({ oid, sizeBytes }) => ({ oid, sizeBytes }));
  tried(await application.lfs.batchDownload(random.pick(repositories).push, requested));
};

/** Nothing fails any more that was planned, and what is late has come. */
const calm = async ({ faulty: { store, database } }: CountedHistory): Promise<void> => {
  for (const each of [store, database]) {
    each.forget();
    await each.release();
  }
};

const replace: Step = async (history, random) => {
  await calm(history);
  await replaceRepository(history, random);
  for (const { push } of history.repositories) history.namespaces.add(push.repository.namespace);
};

/** No request that is given up takes effect later than in a quarter of an hour. */
const passTime: Step = async ({ clock, faulty }, random) => {
  const lengthMs = random.pick([MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS]);
  if (lengthMs >= 10 * MINUTE_MS) await faulty.store.release();
  clock.advance(lengthMs);
};

const asAdmin = ({ application, owner }: CountedHistory, { push }: ModelRepository) =>
  application.authorize.repository(owner, push.repository.repositoryId, 'repository.admin');

/** Of any layout, and whatever keeps it. */
const removeObject: Step = async (history, random) => {
  const { objects } = history.application;
  const repository = random.pick(history.repositories);
  const listed = await objects.list(repository.push, { sort: 'recent', page: { limit: 20 } });
  const admin = await asAdmin(history, repository);
  if (listed.isErr() || admin.isErr() || listed.value.items.length === 0) return;
  const { oid } = random.pick(listed.value.items);
  tried(await objects.remove(admin.value, { oid, isForced: false }));
};

const restoreObject: Step = async (history, random) => {
  const { objects } = history.application;
  const admin = await asAdmin(history, random.pick(history.repositories));
  if (admin.isErr()) return;
  const listed = await objects.listRemoved(admin.value, { limit: 20 });
  if (listed.isErr() || listed.value.items.length === 0) return;
  tried(await objects.restore(admin.value, random.pick(listed.value.items).object.oid));
};

/** Longer than the grace of what was removed, or nearly. */
const passDays: Step = async ({ clock, faulty }, random) => {
  await faulty.store.release();
  clock.advance(random.pick([DAY_MS, 3 * DAY_MS - MINUTE_MS, 3 * DAY_MS]));
};

/** A fault of the storage in the middle is for the next run. */
const maintain: Step = async ({ application: { maintenance } }) => {
  tried(await maintenance.sweep());
  tried(await maintenance.reclaimRepositories());
  tried(await maintenance.reclaimQuarantined());
};

/** What is removed or moved fails most often, for that is where bytes may go uncounted. */
const likelyFaults = blobStoreFaults.filter(({ call }) => call === 'remove' || call === 'deletePrefix' || call === 'promote');

const fail: Step = ({ faulty: { store, database } }, random) => {
  if (random.integer(3) === 0) database.failNext(random.pick(unitOfWorkFaults));
  else store.failNext(random.pick(random.integer(2) === 0 ? likelyFaults : blobStoreFaults));
  return Promise.resolve();
};

/** Longer than a step takes that does not hang. */
const patienceMs = 100;

/** Takes the step; what hangs in it, or is slow, goes on after a while. */
const take = async (history: CountedHistory, random: SeededRandom, step: Step): Promise<void> => {
  let isOver = false;
  const taken = step(history, random).finally(() => (isOver = true));
  await Promise.race([taken, sleep(patienceMs)]);
  while (!isOver) {
    await history.faulty.store.release();
    await history.faulty.database.release();
    await Promise.race([taken, sleep(1)]);
  }
  await taken;
};

/** Where something fails, what the answer is does not matter. */
const { sendTreeFile, replaceTreeFile, finalizeTreeObject } = treeSteps((answer) => answer.unwrapOr(undefined));

const inTree =
  (step: (history: History, random: SeededRandom, trees: ModelTrees) => Promise<void>): Step =>
  (history, random) =>
    step(history, random, history.trees);

/** How often each step comes, in proportion. */
const steps: readonly (readonly [number, Step])[] = [
  [10, open],
  [40, authorize],
  [15, put],
  [10, shrink],
  [60, complete],
  [8, finalize],
  [30, batch],
  [25, verify],
  [8, download],
  [12, inTree(sendTreeFile)],
  [6, inTree(replaceTreeFile)],
  [6, inTree(finalizeTreeObject)],
  [20, passTime],
  [15, maintain],
  [6, fail],
  [30, removeObject],
  [8, restoreObject],
  [3, passDays],
  [3, replace],
];
const deck = steps.flatMap(([count, step]) => Array.from({ length: count }, () => step));

/** As they count. */
const bytesInStore = async ({ store, namespaces }: CountedHistory): Promise<number> => {
  let sum = 0;
  for (const namespace of namespaces) {
    for await (const blob of store.list(trusted<ObjectKey>(namespace))) sum += countedBlobBytes(namespace, blob);
  }
  return sum;
};

/** Whatever is in the store is counted, but for one in a hundred. */
const look = async (history: CountedHistory, when: string): Promise<void> => {
  const { usedBytes, reservedBytes, reclaimableBytes } = await usageOf(history);
  const counted = usedBytes + reservedBytes + reclaimableBytes;
  const stored = await bytesInStore(history);
  expect(counted, `counted bytes against ${stored} in the store ${when}`).to.be.at.least(Math.ceil(stored * 0.99));
};

/** Whatever is visible is there, byte for byte. */
const readVisible = async (history: CountedHistory): Promise<void> => {
  const { application, repositories, store } = history;
  await calm(history);
  for (const { push } of repositories) {
    const { namespace } = push.repository;
    const page = valueOf(await application.objects.list(push, { sort: 'size', page: { limit: 100 } }));
    for (const { oid, layout } of page.items) {
      if (layout !== 'whole') continue;
      const key = trusted<ObjectKey>(`${namespace}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`);
      expect(oidOf(await bytesOf(valueOf(await store.read(key)).body)), 'hash of a visible object').to.equal(oid);
    }
  }
};

/** Longer than anything is left alone, so that at the end nothing is there but what is visible and the files of the trees. */
const settleAll = async (history: CountedHistory, random: SeededRandom): Promise<void> => {
  for (let day = 0; day < 12; day += 1) {
    history.clock.advance(DAY_MS);
    for (let run = 0; run < 4; run += 1) await maintain(history, random);
  }
};

/**
 * A random history on all paths, of URLs for more than is declared later, of uploads that come to nothing, of deleted repositories, late bytes, and a storage and a database
 * that fail: at each moment what is counted is at least what lies in the store, nothing visible is lost, and at the end both are the same.
 */
export const liveCounted = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const faulty = { store: createFaultyBlobStore(harness.blobs), database: createFaultyUnitOfWork(harness.unitOfWork) };
  const base = await createHistory({ ...harness, blobs: faulty.store, unitOfWork: faulty.database }, { gcReclaim: true });
  const history: CountedHistory = {
    ...base,
    unitOfWork: harness.unitOfWork,
    faulty,
    store: harness.blobs,
    namespaces: new Set(base.repositories.map(({ push }) => push.repository.namespace)),
    sessions: [],
    urls: [],
    verifyTokens: [],
    trees: createModelTrees(),
  };
  for (let at = 0; at < (harness.steps ?? defaultSteps); at += 1) {
    await take(history, random, random.pick(deck));
    if (at % stepsBetweenLooks === 0) await look(history, `after step ${at}`);
    if (at % stepsBetweenReadings === 0) await readVisible(history);
  }
  await readVisible(history);
  await settleAll(history, random);
  await readVisible(history);
  const usage = await usageOf(history);
  expect(usage, 'what is counted at the end').to.deep.equal({ ...usage, reservedBytes: 0, reclaimableBytes: 0 });
  expect(await bytesInStore(history), 'bytes in the store at the end').to.equal(usage.usedBytes);
};
