import { type Application, createApplication } from '@svc/core';
import { DAY_MS, HOUR_MS, MINUTE_MS, type ObjectKey, type TreePath, trusted } from '@svc/core/model';
import { expect } from 'chai';
import type { Settings } from '@svc/core/ports';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';
import { type Collected, type CollectedStep, emptyModel, layoutOf, pushGrantOf, readLive } from './collected-model.js';
import { demandFewDead } from './collected-dead.js';
import { convert, convertBadly, downloadOften, pushWhole, readFormer } from './collected-conversions.js';
import { beginPush, comeBack, finishPush, giveUp, goOnPushing, lookUpAll } from './collected-pushes.js';
import { checkStorage, damagePack, reclaimRemoved, removeObject, restoreObject } from './collected-removals.js';
import { Crash, faultyStore, faultyUnitOfWork, type LateEffect, type UnderWay } from './collecting-faults.js';
import { type ApplicationHarness, createHistory, defaultSteps, type History, replaceRepository } from './history.js';
import { valueOf } from './history-objects.js';

/** After so many steps everything is given up and has to be gone, and another repository begins. */
const stepsPerRepository = 400;

const arrive = async ({ late }: Collected, isDue: (effect: LateEffect) => boolean): Promise<void> => {
  for (const effect of late.filter(isDue)) {
    late.splice(late.indexOf(effect), 1);
    await effect.act();
  }
};

const passTime =
  (lengths: readonly number[]): CollectedStep =>
  async (history, random) => {
    const { clock } = history;
    let left = random.pick(lengths);
    while (left > 0) {
      const length = history.late.length === 0 ? left : Math.min(left, 5 * MINUTE_MS);
      clock.advance(length);
      left -= length;
      await arrive(history, ({ arrivesBy }) => arrivesBy - clock.now() < 5 * MINUTE_MS);
    }
  };

const arriveNow: CollectedStep = async (history, random) => arrive(history, () => random.integer(2) === 0);

const collectBy = async ({ told, underWay }: Collected, application: Application): Promise<void> => {
  try {
    const collected = await application.maintenance.collectGarbage();
    const { deletedFiles = 0, rewrittenPacks = 0, refusals = [] } = collected.isOk() ? (collected.value ?? {}) : {};
    expect(refusals, 'nothing is missing').to.deep.equal([]);
    told.deletedFiles += deletedFiles;
    told.rewrittenPacks += rewrittenPacks;
  } catch (fault) {
    if (!(fault instanceof Crash)) throw fault;
    // Its calls arrive within minutes, and so before time passes.
    await Promise.allSettled([...underWay]);
  }
};

const collect: CollectedStep = async (history) => collectBy(history, history.application);
const collectBadly: CollectedStep = async (history) => collectBy(history, history.faulty);

/** Clients go on, and objects come and go, while two processes collect. */
const everythingAtOnce: CollectedStep = async (history, random) => {
  const others = async (): Promise<void> => {
    for (let turns = 6; turns > 0; turns -= 1) {
      for (let waits = random.integer(6); waits > 0; waits -= 1) await setImmediate();
      await random.pick([goOnPushing, goOnPushing, comeBack, beginPush, removeObject, restoreObject])(history, random);
    }
  };
  await Promise.all([collectBadly(history, random), others(), convertBadly(history, random), collectBadly(history, random)]);
};

const sweep: CollectedStep = async ({ application }) => {
  valueOf(await application.maintenance.sweep());
};

const passDays: CollectedStep = async (history, random) => {
  await passTime([5 * HOUR_MS, DAY_MS, 4 * DAY_MS])(history, random);
  await collectBadly(history, random);
};

/** An hour after the last one: by then a visit is due again. */
const convertLater: CollectedStep = async (history, random) => {
  await passTime([HOUR_MS])(history, random);
  await convert(history, random);
};

/** What clients have left is condemned while they are away; they come back when it is being deleted. */
const comeBackLate: CollectedStep = async (history, random) => {
  for (const absence of [DAY_MS, 5 * HOUR_MS]) {
    await passTime([absence])(history, random);
    await collect(history, random);
  }
  await passTime([4 * DAY_MS])(history, random);
  await collectBadly(history, random);
  for (let turns = 3; turns > 0; turns -= 1) await comeBack(history, random);
};

/** What may remove bytes is followed by a look at all of them, the rest is not: what it brings could hide that some were lost. */
type Looked = 'looked at';
const steps: readonly (readonly [number, CollectedStep, Looked?])[] = [
  [14, beginPush],
  [40, goOnPushing],
  [6, finishPush],
  [3, comeBack],
  [2, giveUp],
  [14, removeObject],
  [2, restoreObject],
  [6, pushWhole],
  [6, convertLater, 'looked at'],
  [4, convertBadly, 'looked at'],
  [4, downloadOften(convert), 'looked at'],
  [4, downloadOften(convertBadly), 'looked at'],
  [5, reclaimRemoved],
  [6, passTime([MINUTE_MS, 20 * MINUTE_MS]), 'looked at'],
  [12, passTime([5 * HOUR_MS, DAY_MS, 4 * DAY_MS]), 'looked at'],
  [2, arriveNow, 'looked at'],
  [12, collect, 'looked at'],
  [8, collectBadly, 'looked at'],
  [8, everythingAtOnce, 'looked at'],
  [4, comeBackLate, 'looked at'],
  [2, sweep],
  [2, damagePack(passDays), 'looked at'],
  [1, (history) => checkStorage(history, false).then(() => undefined)],
  [6, lookUpAll],
];
const deck = steps.flatMap(([count, step, looked]) =>
  Array.from({ length: count }, () => ({ step, isLooked: looked !== undefined })),
);

const filesOfTree = async (history: Collected): Promise<ReadonlyMap<TreePath, number>> => {
  const { repositoryId } = pushGrantOf(history).repository;
  const files = new Map<TreePath, number>();
  for (const folder of ['chunks', 'assets', 'objects'] as const) {
    const listed = await history.ports.unitOfWork.read(({ tree }) =>
      tree.listBelow(repositoryId, trusted<TreePath>(folder), undefined, 10_000),
    );
    for (const { path, sizeBytes } of valueOf(listed)) files.set(path, sizeBytes);
  }
  return files;
};

/** When everybody has gone, what is left is what the live objects are made of, in the books and in the store. */
const converge = async (history: Collected, random: SeededRandom): Promise<void> => {
  const { application, clock, pushes, removed, blobs, live } = history;
  pushes.length = 0;
  await arrive(history, () => true);
  // Removed objects for three, what was dead with them is rewritten then; former packs a day and another four hours, and three.
  for (let days = 0; days < 18; days += 1) {
    clock.advance(DAY_MS);
    await sweep(history, random);
    await reclaimRemoved(history, random);
    await collect(history, random);
  }
  expect(removed.size).to.equal(0);
  await demandThin(history);
  const needed = await readLive(history);
  await demandFewDead(history);
  const files = await filesOfTree(history);
  const copies = [...files.keys()].filter((path) => path.startsWith('objects/'));
  const layouts = await Promise.all([...live].map((oid) => layoutOf(history, oid)));
  expect(copies).to.have.length(layouts.filter((layout) => layout === 'chunks').length);
  const lying = [...files.keys()].filter((path) => !path.startsWith('objects/'));
  expect(new Set(lying), 'what lies in the tree').to.deep.equal(needed);
  const { namespace } = pushGrantOf(history).repository;
  for await (const { key, sizeBytes } of blobs.list(trusted<ObjectKey>(`${namespace}/cas/chunks`))) {
    const path = trusted<TreePath>(key.slice(`${namespace}/cas/`.length));
    expect(files.get(path), key).to.equal(sizeBytes);
  }
  await checkStorage(history, false);
  const { differences } = valueOf(await application.maintenance.reconcileUsage()) ?? { differences: [] };
  expect(differences).to.deep.equal([]);
};

/** Where the index is sparse no chunk has a row of its own once the collector has been there. */
const demandThin = async ({ ports, repository }: Collected): Promise<void> => {
  const { repositoryId } = repository.push.repository;
  const { isSparse, count } = valueOf(
    await ports.unitOfWork.read(async ({ chunkIndex }) => ({
      isSparse: await chunkIndex.isSparse(repositoryId),
      count: (await chunkIndex.countChunks(repositoryId, undefined, 10)).count,
    })),
  );
  if (ports.settings.sparseIndexChunks === undefined) expect(isSparse).to.equal(false);
  if (isSparse) expect(count, 'chunks with rows').to.equal(0);
};

const liveInOneRepository = async (base: History, random: SeededRandom, count: number): Promise<void> => {
  const late: LateEffect[] = [];
  const underWay: UnderWay = new Set();
  const faulty = createApplication({
    ...base.ports,
    blobs: faultyStore(base.blobs, random, base.clock.now, { late, underWay }),
    unitOfWork: faultyUnitOfWork(base.unitOfWork, random),
  });
  const [repository] = base.repositories;
  if (repository === undefined) throw new Error('invariant: there is a repository');
  const history: Collected = {
    ...base,
    repository,
    faulty,
    late,
    underWay,
    ...emptyModel(),
  };
  for (let at = 0; at < count; at += 1) {
    const { step, isLooked } = random.pick(deck);
    await step(history, random);
    if (!isLooked) continue;
    await readLive(history);
    await readFormer(history);
  }
  await converge(history, random);
};

/** Most looks come an hour after the last one and more: by then what was downloaded is cold, but for those that come at once. */
const coldAfterMs = 20 * MINUTE_MS;

/** Deletes the repository with all that lies in storage, and puts another one in its place. */
export const beginAnew = async (base: History, random: SeededRandom): Promise<void> => {
  await replaceRepository(base, random);
  base.clock.advance(2 * DAY_MS);
  valueOf(await base.application.maintenance.reclaimRepositories());
};

/** The index of the repository is sparse as soon as the collector has met that many chunks. */
const chunksOfSparse = 2;

/**
 * A random history of pushes that take their time, of objects that are removed and come back, of packs that are damaged and sent again, and of collectors that die,
 * stand still and are refused by their store, while packs are rewritten of which much is dead: no byte of a registered object is ever lost, and in the end everything
 * else is gone but few bytes.
 */
export const liveCollected = (harness: ApplicationHarness, random: SeededRandom): Promise<void> => live(harness, random, {});

/** The same where chunks are found by hooks. */
export const liveSparse = (harness: ApplicationHarness, random: SeededRandom): Promise<void> =>
  live(harness, random, { sparseIndexChunks: chunksOfSparse });

const live = async (
  harness: ApplicationHarness,
  random: SeededRandom,
  settings: Pick<Settings, 'sparseIndexChunks'>,
): Promise<void> => {
  const history = await createHistory(harness, { gcReclaim: true, minConvertedBytes: 1, coldAfterMs, ...settings });
  const base = { ...history, repositories: history.repositories.slice(0, 1) };
  for (let left = harness.collected ?? defaultSteps; left > 0; left -= stepsPerRepository) {
    await liveInOneRepository(base, random, Math.min(left, stepsPerRepository));
    if (left > stepsPerRepository) await beginAnew(base, random);
  }
};
