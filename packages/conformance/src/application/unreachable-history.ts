import type { Application } from '@svc/core';
import { DAY_MS, HOUR_MS } from '@svc/core/model';
import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';
import { type ApplicationHarness, defaultSteps } from './history.js';
import { valueOf } from './history-objects.js';
import {
  beginUnreachableLife,
  expectConvergence,
  expectNothingLost,
  lookForUnreachable,
  reclaimAfterDays,
  sendIndex,
  storeObject,
  type UnreachableLife,
} from './unreachable-model.js';

type Step = (life: UnreachableLife, random: SeededRandom) => Promise<void>;

const branchNames = ['main', 'next', 'trial', 'draft'];

/** Objects go before the branch, as with git push. */
const pushBranch: Step = async (life, random) => {
  const object = random.pick(life.objects);
  const name = random.pick(branchNames);
  if (!(await storeObject(life, object, random))) return;
  life.branches.set(name, object);
  // A hook says where it is, or says nothing.
  if (random.integer(2) === 0) await sendIndex(life, [name]);
};

const storeWithoutBranch: Step = async (life, random) => {
  await storeObject(life, random.pick(life.objects), random);
};

const dropBranch: Step = async (life, random) => {
  const name = random.pick(branchNames);
  life.branches.delete(name);
  if (random.integer(2) === 0) await sendIndex(life, [name]);
};

const sendAll: Step = (life) => sendIndex(life, 'all');

const look: Step = (life, random) => lookForUnreachable(life, random.pick([life.application, ...life.processes]));

const reclaim: Step = async ({ application }) => {
  valueOf(await application.maintenance.reclaimQuarantined());
};

const passTime: Step = ({ clock }, random) => {
  clock.advance(random.pick([HOUR_MS, 6 * HOUR_MS, DAY_MS, 2 * DAY_MS]));
  return Promise.resolve();
};

const removeByHand: Step = async (life, random) => {
  const { application, admin, removedByPeople } = life;
  const { oid } = random.pick(life.objects);
  const removed = await application.objects.remove(admin, { oid, isForced: true });
  if (removed.isOk()) removedByPeople.add(oid);
};

const restoreByHand: Step = async (life, random) => {
  const { application, admin, removedByPeople, reachedAt, clock } = life;
  const { oid } = random.pick(life.objects);
  if ((await application.objects.restore(admin, oid)).isErr()) return;
  removedByPeople.delete(oid);
  reachedAt.set(oid, clock.now());
};

/** A nightly job says everything, then the service looks, then a night passes. */
const night: Step = async (life, random) => {
  await sendAll(life, random);
  await look(life, random);
  await reclaim(life, random);
  life.clock.advance(DAY_MS);
};

const steps: readonly (readonly [number, Step])[] = [
  [12, pushBranch],
  [4, storeWithoutBranch],
  [6, dropBranch],
  [6, sendAll],
  [10, look],
  [6, reclaim],
  [8, passTime],
  [1, removeByHand],
  [1, restoreByHand],
  [12, night],
];
const deck = steps.flatMap(([count, step]) => Array.from({ length: count }, () => step));

/** A step of many more others in the histories beside it. */
const stepsPerStep = 4;
/** Enough that something is removed and comes back, whatever the seed. */
const enoughSteps = 200;

/**
 * Clients push and drop branches, tell the service of all of them or of some, and it removes what none reaches. What a branch of the remote has is never lost,
 * nothing is removed before its time, and in the end only what branches have is there.
 */
export const liveWithUnreachable = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const life = await beginUnreachableLife(harness, random);
  const count = Math.ceil((harness.steps ?? defaultSteps) / stepsPerStep);
  for (let at = 0; at < count; at += 1) {
    await random.pick(deck)(life, random);
    await expectNothingLost(life);
  }
  await expectConvergence(life);
  if (count >= enoughSteps) expect(life.told.removed, 'how many were removed').to.be.above(0);
};

const later = async (random: SeededRandom): Promise<void> => {
  for (let turns = random.integer(12); turns > 0; turns -= 1) await setImmediate();
};

/** An object that is due: nothing has reached it for as long as the repository says, and the service has just been told of all branches. */
const makeDue = async (life: UnreachableLife, random: SeededRandom) => {
  const object = random.pick(life.objects);
  life.branches.clear();
  expect(await storeObject(life, object, random), 'the first push').to.equal(true);
  await sendIndex(life, 'all');
  await lookForUnreachable(life);
  life.clock.advance(reclaimAfterDays * DAY_MS);
  await sendIndex(life, 'all');
  return object;
};

/** At the moment at which it would go, somebody pushes it once more, or a branch that has it, and tells the service of that. */
const race: Step = async (life, random) => {
  const object = await makeDue(life, random);
  const push = async (): Promise<void> => {
    await later(random);
    if (!(await storeObject(life, object, random))) return;
    life.branches.set('main', object);
    await later(random);
    if (random.integer(3) > 0) await sendIndex(life, random.pick([['main'], 'all'] as const));
  };
  const lookBy = async ({ maintenance }: Application): Promise<void> => {
    await later(random);
    life.told.removed += valueOf(await maintenance.reclaimUnreachable())?.objects ?? 0;
  };
  await Promise.all([push(), ...life.processes.map(lookBy)]);
  await expectNothingLost(life);
  life.clock.advance(random.pick([HOUR_MS, DAY_MS]));
  await sendIndex(life, 'all');
  await lookForUnreachable(life);
  await expectNothingLost(life);
};

/** A race takes as long as so many steps of the histories beside it. */
const stepsPerRace = 20;

/** What is pushed at the moment at which the service removes it is there afterwards. */
export const raceWithUnreachable = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const life = await beginUnreachableLife(harness, random);
  const races = Math.ceil((harness.steps ?? defaultSteps) / stepsPerRace);
  for (let left = races; left > 0; left -= 1) await race(life, random);
  await expectConvergence(life);
};
