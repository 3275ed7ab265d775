import { type Application, createApplication, type Granted, type Oid } from '@svc/core';
import { createFaultyBlobStore, type FaultyBlobStore } from '@svc/core/memory';
import { DAY_MS, defaultGcGraceMs, HOUR_MS, MINUTE_MS, objectKey, stagingKey, type UploadSessionId } from '@svc/core/model';
import type { UnitOfWork } from '@svc/core/ports';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';
import { type ApplicationHarness, createHistory, defaultSteps, type History, usageOf } from './history.js';
import type { ModelRepository } from './history-model.js';
import { bytesOf, type HistoryObject, oidOf, once, valueOf } from './history-objects.js';
import { adminOf } from './removal-steps.js';
import { treeObject, type TreeObject } from './tree-steps.js';

const stepsPerRound = 20;
/** What the store has begun takes effect no later, whatever it has answered. */
const latestMs = 13 * MINUTE_MS;
const origin = { address: '192.0.2.1', userAgent: 'history' };

export interface Race extends History {
  readonly repository: ModelRepository;
  readonly admin: Granted<'repository.admin'>;
  /** Two processes, whose transactions take their turns in every order. */
  readonly processes: readonly Application[];
}

interface FaultyRace extends Race {
  readonly store: FaultyBlobStore;
}

/** One who brings an object, or brings it back: what they are to do, and whether that made it visible. */
type Bringer = (race: Race, object: TreeObject, application: Application) => Promise<boolean>;

export const slowly = (inner: UnitOfWork, random: SeededRandom): UnitOfWork => {
  const wait = async (): Promise<void> => {
    for (let turns = random.integer(6); turns > 0; turns -= 1) await setImmediate();
  };
  return { ...inner, transact: (work) => ResultAsync.fromSafePromise(wait()).andThen(() => inner.transact(work)) };
};

const stage = async ({ blobs, repository }: Race, sessionId: UploadSessionId, { oid, bytes }: HistoryObject): Promise<void> => {
  const key = stagingKey(repository.push.repository.namespace, sessionId, oid);
  valueOf(await blobs.write(key, once(bytes), bytes.byteLength));
};

export const bySession: Bringer = async (race, object, { uploads }) => {
  const { push } = race.repository;
  const { session } = valueOf(await uploads.open(push, {}));
  const [entry] = valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [object] }));
  if (entry !== undefined && 'uploadUrl' in entry) await stage(race, session.id, object);
  const completed = await uploads.complete(push, { sessionId: session.id, ...object });
  if (completed.isErr()) return false;
  return (await uploads.finalize(push, { sessionId: session.id })).isOk();
};

const byLfs: Bringer = async (race, object, { lfs, authorize }) => {
  const { unitOfWork, owner, clock, repository } = race;
  const { repositoryId } = repository.push.repository;
  const batch = await lfs.batchUpload(repository.push, [{ oid: object.oid, sizeBytes: object.sizeBytes }]);
  const token = batch.isOk() ? batch.value.verifyToken : undefined;
  if (token === undefined) return false;
  const session = valueOf(await unitOfWork.read(({ uploads }) => uploads.findOpenLfs(repositoryId, owner.userId, clock.now())));
  if (session === undefined) return false;
  await stage(race, session.id, object);
  const link = valueOf(await authorize.verifyLink(repositoryId, token, origin));
  return (await lfs.verify(link, { oid: object.oid, sizeBytes: object.sizeBytes })).isOk();
};

export const byTree: Bringer = async ({ repository: { push } }, object, { tree }) => {
  for (const { path, bytes } of object.files) {
    const sent = await tree.receive(push, path, { declaredBytes: bytes.byteLength, bytes: once(bytes) });
    if (sent.isErr()) return false;
  }
  return (await tree.finalize(push, { objects: [object] })).isOk();
};

const byRestoring: Bringer = async ({ admin }, { oid }, { objects }) => (await objects.restore(admin, oid)).isOk();

const bringers: readonly Bringer[] = [bySession, byLfs, byTree, byRestoring];

const isVisible = async ({ application, repository }: Race, oid: Oid): Promise<'whole' | 'chunks' | undefined> => {
  const { items } = valueOf(await application.objects.list(repository.push, { sort: 'recent', page: { limit: 100 } }));
  return items.find((one) => one.oid === oid)?.layout;
};

/** What is visible as a whole one is there, byte for byte. */
const lookAt = async (race: Race, { oid }: TreeObject, isBrought: boolean): Promise<void> => {
  const layout = await isVisible(race, oid);
  if (isBrought) expect(layout, 'an object that somebody has brought').to.not.equal(undefined);
  if (layout !== 'whole') return;
  const { body } = valueOf(await race.blobs.read(objectKey(race.repository.push.repository.namespace, oid)));
  expect(oidOf(await bytesOf(body)), 'hash of an object that was removed').to.equal(oid);
};

/** Nothing that the service asks for fails but what removes bytes. */
const failSome = ({ store }: FaultyRace, random: SeededRandom): void => {
  const when = random.pick(['before', 'after', 'late', 'never', 'never'] as const);
  if (when !== 'never') store.failNext({ call: 'remove', when });
};

const reclaimBy = async ({ maintenance }: Application): Promise<boolean> => {
  const reclaimed = await maintenance.reclaimQuarantined();
  if (reclaimed.isErr()) expect(reclaimed.error).to.include({ kind: 'unavailable', part: 'storage' });
  return false;
};

const play = async (race: FaultyRace, random: SeededRandom, round: number): Promise<void> => {
  const { admin, clock, store, processes, application } = race;
  const object = treeObject(new TextEncoder().encode(`round ${round} `.repeat(1 + random.integer(4))));
  const bring = random.pick([bySession, byLfs, byTree]);
  expect(await bring(race, object, application), 'the first push').to.equal(true);
  valueOf(await application.objects.remove(admin, { oid: object.oid, isForced: false }));
  clock.advance(defaultGcGraceMs - random.pick([0, 0, MINUTE_MS]));
  for (let tries = 0; tries < 2; tries += 1) {
    failSome(race, random);
    const other = random.pick(processes);
    const chosen = random.shuffled(bringers).slice(0, random.integer(3));
    const outcomes = await Promise.all([
      reclaimBy(random.pick(processes)),
      ...chosen.map((each) => each(race, object, other)),
      ...(random.integer(3) === 0 ? [reclaimBy(other)] : []),
    ]);
    await lookAt(race, object, outcomes.includes(true));
    // Some come while a removal is on its way that was given up long ago.
    for (let others = random.integer(4); others > 0; others -= 1) {
      clock.advance(random.integer(latestMs / 3));
      const isBrought = random.integer(2) === 0 ? await random.pick(bringers)(race, object, other) : await reclaimBy(other);
      outcomes.push(isBrought);
    }
    await store.release();
    await lookAt(race, object, outcomes.includes(true));
    clock.advance(random.pick([MINUTE_MS, 20 * MINUTE_MS, HOUR_MS]));
  }
  store.forget();
};

/**
 * Objects that are removed, and brought or brought back at the moment at which their grace is over, while two processes remove bytes in a store that fails and
 * is late: who was told that an object is there finds it there, byte for byte, and in the end what is counted is what lies there.
 */
export const raceRemovals = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const store = createFaultyBlobStore(harness.blobs);
  const base = await createHistory({ ...harness, blobs: store }, { gcReclaim: true });
  const [repository] = base.repositories;
  if (repository === undefined) throw new Error('invariant: there is a repository');
  const processes = [1, 2].map(() => createApplication({ ...base.ports, unitOfWork: slowly(base.unitOfWork, random) }));
  const race: FaultyRace = { ...base, repository, admin: await adminOf(base, repository), store, processes };
  const rounds = Math.ceil((harness.steps ?? defaultSteps) / stepsPerRound);
  for (let round = 0; round < rounds; round += 1) await play(race, random, round);
  for (let days = 0; days < 8; days += 1) {
    race.clock.advance(DAY_MS);
    valueOf(await race.application.maintenance.sweep());
    valueOf(await race.application.maintenance.reclaimQuarantined());
  }
  expect(await usageOf(race), 'what is counted at the end').to.include({ reservedBytes: 0, reclaimableBytes: 0 });
  expect(valueOf(await race.application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
};
