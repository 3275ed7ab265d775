import { createApplication, type Oid } from '@svc/core';
import { DAY_MS, defaultGcGraceMs, objectKey } from '@svc/core/model';
import { expect } from 'chai';
import type { SeededRandom } from '../seeded.js';
import { type ApplicationHarness, createHistory } from './history.js';
import { bytesOf, oidOf, valueOf } from './history-objects.js';
import { branchAt, commitOf, takeCommits } from './pointer-commits.js';
import { bySession, byTree, type Race, slowly } from './removal-races.js';
import { adminOf } from './removal-steps.js';
import { treeObject, type TreeObject } from './tree-steps.js';

export const reclaimAfterDays = 2;
const objectCount = 6;

/** A repository that has unreachable objects removed, and the one that its clients push commits to: what the branches there have is never lost. */
export interface UnreachableLife extends Race {
  readonly objects: readonly TreeObject[];
  /** The object of each branch of the remote. */
  readonly branches: Map<string, TreeObject>;
  /** The same as the service was told. */
  readonly indexed: Map<string, TreeObject>;
  /** When each object was stored last, or a look has found it reached. */
  readonly reachedAt: Map<Oid, number>;
  /** What people have removed, until it is there again. */
  readonly removedByPeople: Set<Oid>;
  readonly told: { removed: number; restored: number };
}

export const beginUnreachableLife = async (harness: ApplicationHarness, random: SeededRandom): Promise<UnreachableLife> => {
  const base = await createHistory(harness, { gcReclaim: true });
  const [repository] = base.repositories;
  if (repository === undefined) throw new Error('invariant: there is a repository');
  const admin = await adminOf(base, repository);
  const processes = [1, 2].map(() => createApplication({ ...base.ports, unitOfWork: slowly(base.unitOfWork, random) }));
  const { repositoryId } = repository.push.repository;
  const update = valueOf(await base.application.authorize.repository(base.owner, repositoryId, 'repository.update'));
  valueOf(await base.application.repositories.update(update, { reclaimUnreachableAfterDays: reclaimAfterDays }));
  const objects = Array.from({ length: objectCount }, (_, at) =>
    treeObject(new TextEncoder().encode(`unreachable ${random.seed} ${at}`)),
  );
  const maps = { branches: new Map(), indexed: new Map(), reachedAt: new Map(), removedByPeople: new Set<Oid>() };
  const life = { ...base, repository, admin, processes, objects, ...maps, told: { removed: 0, restored: 0 } };
  const sessionId = await takeCommits(base.application, repository.push, ...objects.map(commitOf));
  valueOf(await base.application.gitIndex.finalize(repository.push, { sessionId, refs: [], isComplete: false }));
  return life;
};

const lookAt = async ({ application, repository }: UnreachableLife) => {
  const page = { sort: 'size', page: { limit: 100 } } as const;
  const { items } = valueOf(await application.objects.list(repository.push, page));
  return new Map(items.map(({ oid, layout }) => [oid, layout]));
};

const quarantinedIn = async ({ application, admin }: UnreachableLife): Promise<ReadonlySet<Oid>> => {
  const { items } = valueOf(await application.objects.listRemoved(admin, { limit: 100 }));
  return new Set(items.map(({ object }) => object.oid));
};

/** As clients do: what the service says that it has is not sent. False when it could not be stored now. */
export const storeObject = async (life: UnreachableLife, object: TreeObject, random: SeededRandom): Promise<boolean> => {
  if ((await lookAt(life)).has(object.oid)) return true;
  const isStored = await random.pick([bySession, byTree])(life, object, random.pick(life.processes));
  if (!isStored) return false;
  life.reachedAt.set(object.oid, life.clock.now());
  life.removedByPeople.delete(object.oid);
  return true;
};

/** Tells the service where branches are: all of them, or some. */
export const sendIndex = async (life: UnreachableLife, names: readonly string[] | 'all'): Promise<void> => {
  const { application, repository, branches, indexed } = life;
  const { id: sessionId } = valueOf(await application.gitIndex.open(repository.push, { objectFormat: 'sha1' }));
  if (names === 'all') indexed.clear();
  const told = names === 'all' ? [...branches.keys()] : names;
  const refs = told.map((name) => {
    const object = branches.get(name);
    if (object === undefined) indexed.delete(name);
    else indexed.set(name, object);
    return branchAt(name, object === undefined ? null : commitOf(object).id);
  });
  valueOf(await application.gitIndex.finalize(repository.push, { sessionId, refs, isComplete: names === 'all' }));
};

/** Runs the job, and sees that what it has removed was not reached for as long as the repository says, as far as looks have seen. */
export const lookForUnreachable = async (life: UnreachableLife, application = life.application): Promise<void> => {
  const before = await lookAt(life);
  const found = valueOf(await application.maintenance.reclaimUnreachable());
  const after = await lookAt(life);
  life.told.removed += found?.objects ?? 0;
  life.told.restored += found?.restored ?? 0;
  if (found?.repositories === 1) for (const { oid } of life.indexed.values()) life.reachedAt.set(oid, life.clock.now());
  for (const oid of before.keys()) {
    if (after.has(oid)) continue;
    const reachedAt = life.reachedAt.get(oid) ?? 0;
    expect(life.clock.now() - reachedAt, 'how long nothing had reached what was removed').to.be.at.least(
      reclaimAfterDays * DAY_MS,
    );
  }
};

/** Every object that a branch of the remote has is there, or can be brought back, and what is there whole has its bytes. */
export const expectNothingLost = async (life: UnreachableLife): Promise<void> => {
  const { blobs, repository, branches, removedByPeople } = life;
  const [visible, quarantined] = [await lookAt(life), await quarantinedIn(life)];
  for (const [name, { oid }] of branches) {
    if (removedByPeople.has(oid)) continue;
    expect(visible.has(oid) || quarantined.has(oid), `the object of ${name} is there, or can be brought back`).to.equal(true);
  }
  for (const [oid, layout] of visible) {
    if (layout !== 'whole') continue;
    const { body } = valueOf(await blobs.read(objectKey(repository.push.repository.namespace, oid)));
    expect(oidOf(await bytesOf(body)), 'the hash of an object').to.equal(oid);
  }
};

/** All is told and time passes: what branches have is there, and nothing else is left. */
export const expectConvergence = async (life: UnreachableLife): Promise<void> => {
  const { application, clock, branches, removedByPeople } = life;
  const wait = async (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
    await sendIndex(life, 'all');
    await lookForUnreachable(life);
    valueOf(await application.maintenance.reclaimQuarantined());
  };
  await wait(DAY_MS);
  // Sessions that were left open keep what they have for a day, and those of the index are in doubt for as long.
  await wait(2 * DAY_MS);
  await wait(reclaimAfterDays * DAY_MS);
  await wait(reclaimAfterDays * DAY_MS);
  await wait(defaultGcGraceMs);
  await wait(defaultGcGraceMs);
  const wanted = [...branches.values()].map(({ oid }) => oid).filter((oid) => !removedByPeople.has(oid));
  expect([...(await lookAt(life)).keys()].toSorted(), 'what is there in the end').to.deep.equal([...new Set(wanted)].toSorted());
  expect([...(await quarantinedIn(life))], 'what can be brought back in the end').to.deep.equal([]);
  expect(valueOf(await application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
};
