import { type Application, createApplication } from '@svc/core';
import { type ChunkName, DAY_MS, HOUR_MS, MINUTE_MS } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import { errAsync, ResultAsync } from 'neverthrow';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';
import { type ChunkedObject, chunkedObject, nameOf } from './chunked-content.js';
import { type Collected, emptyModel, pushGrantOf, readLive } from './collected-model.js';
import { checkStorage, reclaimRemoved } from './collected-removals.js';
import { beginAnew } from './collected-history.js';
import { type ApplicationHarness, createHistory } from './history.js';
import { once, valueOf } from './history-objects.js';

const defaultRaces = 20;
const racesPerRepository = 20;

/** A race of a client with the collector about an object of which everything is over its grace. */
interface Race {
  readonly history: Collected;
  readonly random: SeededRandom;
  /** What was forgotten. */
  readonly gone: ChunkedObject;
  /** Another one, of chunks of the first and one that is new, by places that the client was told of long ago. */
  readonly other: ChunkedObject;
  /** The client's process. */
  readonly client: Application;
}

type Racer = (race: Race) => Promise<unknown>;

/** Takes its time, another one for each call. */
const slowStore = (blobs: BlobStore, random: SeededRandom): BlobStore => {
  const slowly = <T, E>(call: () => ResultAsync<T, E>): ResultAsync<T, E> =>
    new ResultAsync(
      (async () => {
        for (let turns = random.integer(8); turns > 0; turns -= 1) await setImmediate();
        return call();
      })(),
    );
  return {
    ...blobs,
    head: (key) => slowly(() => blobs.head(key)),
    read: (key, span) => slowly(() => blobs.read(key, span)),
    write: (key, body, sizeBytes) => slowly(() => blobs.write(key, body, sizeBytes)),
    remove: (key) => slowly(() => blobs.remove(key)),
  };
};

const send = async ({ history, client }: Race, { files }: Pick<ChunkedObject, 'files'>): Promise<boolean> => {
  for (const { path, bytes } of files) {
    const body = { declaredBytes: bytes.byteLength, bytes: once(bytes) };
    if ((await client.tree.receive(pushGrantOf(history), path, body)).isErr()) return false;
  }
  return true;
};

const finalize = async ({ history, client }: Race, object: ChunkedObject): Promise<boolean> => {
  const outcome = await client.tree.finalize(pushGrantOf(history), { objects: [object] });
  if (outcome.isOk()) history.live.add(object.oid);
  else if (outcome.error.kind === 'conflict') expect(outcome.error.reason).to.be.oneOf(['chunks_gone', 'not_uploaded']);
  else expect(outcome.error.kind).to.equal('unavailable');
  return outcome.isOk();
};

const clients: Readonly<Record<string, Racer>> = {
  'finalizes what it sent long ago': (race) => finalize(race, race.gone),
  'finalizes another object by old places': async (race) => (await send(race, race.other)) && finalize(race, race.other),
  'sends all of it again': async (race) => (await send(race, race.gone)) && finalize(race, race.gone),
  'sends one file again': async (race) => {
    await send(race, { files: [race.random.pick(race.gone.files)] });
    return finalize(race, race.gone);
  },
};

const collectOnce = async (application: Application): Promise<void> => {
  const { refusals = [] } = valueOf(await application.maintenance.collectGarbage()) ?? {};
  expect(refusals, 'nothing is missing').to.deep.equal([]);
};

/** The store answers in vain, and does what it was asked for at most a quarter of an hour later. */
const collectLate = async ({ history, random }: Race): Promise<void> => {
  const blobs: BlobStore = {
    ...history.blobs,
    remove: (key) => {
      history.late.push({ arrivesBy: 0, act: async () => history.blobs.remove(key) });
      return errAsync({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
    },
  };
  await collectOnce(createApplication({ ...history.ports, blobs }));
  history.clock.advance(random.integer(13) * MINUTE_MS);
};

const collectors: Readonly<Record<string, Racer>> = {
  'of one process': async ({ history }) => collectOnce(history.application),
  'of two processes': async ({ history: { application, faulty } }) => {
    await Promise.all([collectOnce(application), collectOnce(faulty)]);
  },
  'whose removals arrive late': collectLate,
};

/** Registered, removed, forgotten, seen twice, and over its grace. */
const abandon = async (history: Collected, chunks: readonly Uint8Array[]): Promise<ChunkedObject> => {
  const { application, owner } = history;
  const push = pushGrantOf(history);
  const object = chunkedObject(chunks, new Map());
  for (const { path, bytes } of object.files) {
    valueOf(await application.tree.receive(push, path, { declaredBytes: bytes.byteLength, bytes: once(bytes) }));
  }
  valueOf(await application.tree.finalize(push, { objects: [object] }));
  const admin = valueOf(await application.authorize.repository(owner, push.repository.repositoryId, 'repository.admin'));
  valueOf(await application.objects.remove(admin, { oid: object.oid, isForced: false }));
  return object;
};

const passGrace = async (history: Collected, random: SeededRandom): Promise<void> => {
  const { application, clock } = history;
  clock.advance(3 * DAY_MS);
  await reclaimRemoved(history, random);
  clock.advance(DAY_MS);
  await collectOnce(application);
  clock.advance(5 * HOUR_MS);
  await collectOnce(application);
  clock.advance(3 * DAY_MS);
};

/** Whatever came of it, the client brings its object through in the end. */
const sendUntilRegistered = async (race: Race): Promise<void> => {
  const { history, gone } = race;
  for (let attempts = 0; attempts < 5; attempts += 1) {
    if (history.live.has(gone.oid) || ((await send(race, gone)) && (await finalize(race, gone)))) return;
    history.clock.advance(20 * MINUTE_MS);
    await collectOnce(history.application);
  }
  expect.fail('the object cannot be registered again');
};

const raceOnce = async (history: Collected, random: SeededRandom, at: number): Promise<void> => {
  const chunks = [0, 1, 2].map((part) => new TextEncoder().encode(`chunk ${part} of race ${at} `.repeat(3)));
  const gone = await abandon(history, chunks.slice(0, 2));
  const names = chunks.map((chunk) => nameOf<ChunkName>(chunk));
  // What was told when the object was there still.
  const known = valueOf(await history.application.tree.lookUp(pushGrantOf(history), { names, sizes: [] })).chunks;
  const other = chunkedObject(chunks, known);
  await passGrace(history, random);
  const client = createApplication({ ...history.ports, blobs: slowStore(history.blobs, random) });
  const race: Race = { history, random, gone, other, client };
  const [byCollector, byClient] = [random.pick(Object.values(collectors)), random.pick(Object.values(clients))];
  const waits = random.integer(60);
  await Promise.all([
    byCollector(race),
    (async () => {
      for (let turns = waits; turns > 0; turns -= 1) await setImmediate();
      await byClient(race);
    })(),
  ]);
  for (const { act } of history.late.splice(0)) await act();
  await readLive(history);
  await sendUntilRegistered(race);
  await readLive(history);
  history.clock.advance(2 * DAY_MS);
  await collectOnce(history.application);
  await readLive(history);
};

/**
 * Clients that count on what is being deleted, in other processes: each is told so, or has it back for good. Whichever comes first, nothing that is registered is
 * ever lost.
 */
export const raceWithCollector = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  // In half of the histories the collector makes the index sparse as soon as it meets a chunk.
  const created = await createHistory(harness, { gcReclaim: true, sparseIndexChunks: random.pick([1, 1_000_000]) });
  const base = { ...created, repositories: created.repositories.slice(0, 1) };
  const slow = createApplication({ ...base.ports, blobs: slowStore(base.blobs, random) });
  for (let left = harness.races ?? defaultRaces; left > 0; left -= racesPerRepository) {
    const [repository] = base.repositories;
    if (repository === undefined) throw new Error('invariant: there is a repository');
    const history: Collected = {
      ...base,
      application: slow,
      repository,
      faulty: createApplication({ ...base.ports, blobs: slowStore(base.blobs, random) }),
      late: [],
      underWay: new Set(),
      ...emptyModel(),
    };
    for (let at = 0; at < Math.min(left, racesPerRepository); at += 1) await raceOnce(history, random, at);
    await checkStorage(history, false);
    if (left > racesPerRepository) await beginAnew(base, random);
  }
};
