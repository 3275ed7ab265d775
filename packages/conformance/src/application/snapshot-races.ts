import { type Application, createApplication, type Oid } from '@svc/core';
import type { GitId, IndexSessionId } from '@svc/core/model';
import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';
import { type ApplicationHarness, createHistory, type History } from './history.js';
import type { ModelRepository } from './history-model.js';
import { valueOf } from './history-objects.js';
import { branchAt, commitOf, takeCommits } from './pointer-commits.js';
import { bySession, type Race, slowly } from './removal-races.js';
import { adminOf } from './removal-steps.js';
import { treeObject, type TreeObject } from './tree-steps.js';

const defaultRaces = 20;
const finalizeIn = async ({ gitIndex }: Application, { push }: ModelRepository, sessionId: IndexSessionId, target: GitId) => {
  const refs = [branchAt(target, target)];
  return valueOf(await gitIndex.finalize(push, { sessionId, refs, isComplete: false })).missingObjects;
};

const later = async (random: SeededRandom): Promise<void> => {
  for (let turns = random.integer(12); turns > 0; turns -= 1) await setImmediate();
};

/** True when the object is gone, false when something was found to keep it. */
const remove = async ({ admin }: Race, { objects }: Application, oid: Oid, isForced: boolean): Promise<boolean> => {
  const removed = await objects.remove(admin, { oid, isForced });
  if (removed.isErr()) expect(removed.error, 'why it was not removed').to.include({ reason: 'object_kept' });
  return removed.isOk();
};

const pair = (race: Race, random: SeededRandom): readonly [Application, Application] => [
  random.pick(race.processes),
  random.pick(race.processes),
];

/** A snapshot has the object, and then nobody removes it; or the object is gone, and then the snapshot says that it is missing. */
const raceSnapshot = async (race: Race, random: SeededRandom, object: TreeObject, missing: number): Promise<number> => {
  const { push } = race.repository;
  const commit = commitOf(object);
  expect(
    await finalizeIn(race.application, race.repository, await takeCommits(race.application, push, commit), commit.id),
  ).to.equal(missing);
  const [remover, keeper] = pair(race, random);
  const [isGone, { snapshot }] = await Promise.all([
    later(random).then(() => remove(race, remover, object.oid, true)),
    later(random).then(async () => {
      const command = { name: object.oid, ref: commit.id, note: undefined, idempotencyKey: undefined };
      return valueOf(await keeper.snapshots.create(push, command));
    }),
  ]);
  expect(snapshot.missingObjects, 'missing in the snapshot').to.equal(isGone ? 1 : 0);
  const page = { limit: 10, cursor: undefined };
  const shown = valueOf(await race.application.snapshots.get(push, { snapshotId: snapshot.id, page }));
  expect(shown.stored.has(object.oid), 'whether the object is there').to.equal(!isGone);
  return isGone ? missing + 1 : missing;
};

/** A ref has the object, and then nobody removes it unforced; or the object is gone, and then the index says that it is missing. */
const raceIndex = async (race: Race, random: SeededRandom, object: TreeObject, missing: number): Promise<number> => {
  const commit = commitOf(object);
  const sessionId = await takeCommits(race.application, race.repository.push, commit);
  const [remover, keeper] = pair(race, random);
  const [isGone, missingObjects] = await Promise.all([
    later(random).then(() => remove(race, remover, object.oid, false)),
    later(random).then(() => finalizeIn(keeper, race.repository, sessionId, commit.id)),
  ]);
  expect(missingObjects, 'missing in the index').to.equal(isGone ? missing + 1 : missing);
  return missingObjects;
};

const beginRace = async (harness: ApplicationHarness, random: SeededRandom): Promise<Race> => {
  const base: History = await createHistory(harness);
  const [repository] = base.repositories;
  if (repository === undefined) throw new Error('invariant: there is a repository');
  const processes = [1, 2].map(() => createApplication({ ...base.ports, unitOfWork: slowly(base.unitOfWork, random) }));
  return { ...base, repository, admin: await adminOf(base, repository), processes };
};

/**
 * An object is removed while a snapshot of it is made, or while an index that refers to it is finalized, in two processes: one of both wins, and neither a
 * snapshot nor an index promises an object that is gone.
 */
export const raceWithSnapshots = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const race = await beginRace(harness, random);
  let missing = 0;
  for (let left = harness.races ?? defaultRaces; left > 0; left -= 1) {
    const object = treeObject(new TextEncoder().encode(`race ${left} of ${random.seed}`));
    expect(await bySession(race, object, race.application), 'the push').to.equal(true);
    missing = await random.pick([raceSnapshot, raceIndex])(race, random, object, missing);
  }
};
