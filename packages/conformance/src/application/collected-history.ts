import { type Application, createApplication, type Oid } from '@svc/core';
import {
  type ChunkName,
  DAY_MS,
  HOUR_MS,
  manifestPath,
  MINUTE_MS,
  type ObjectKey,
  type TreePath,
  trusted,
} from '@svc/core/model';
import type { BlobStore, Records, UnitOfWork } from '@svc/core/ports';
import { expect } from 'chai';
import { errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';
import { chunkedObject, type ChunkedObject, contentOf, nameOf } from './chunked-content.js';
import { type ApplicationHarness, createHistory, defaultSteps, type History } from './history.js';
import { bytesOf, oidOf, once, valueOf } from './history-objects.js';

/** A removal that the store has begun takes effect no later, whatever was answered. */
const latestMs = 13 * MINUTE_MS;

/** Few, so that objects share most of theirs. */
const chunkPool = Array.from({ length: 10 }, (_, at) => new TextEncoder().encode(`chunk ${at} `.repeat(3 + at)));

/** One object on its way: what the client knows is as old as its last question. */
interface Push {
  readonly chunks: readonly Uint8Array[];
  readonly oid: Oid;
  /** Undefined: it has to ask which chunks are there. */
  object: ChunkedObject | undefined;
  sent: number;
}

interface LateEffect {
  readonly arrivesBy: number;
  readonly act: () => Promise<unknown>;
}

interface Collected extends History {
  readonly pushes: Push[];
  /** Registered, and never to be lost. */
  readonly live: Set<Oid>;
  readonly quarantined: Set<Oid>;
  readonly late: LateEffect[];
  readonly told: { deletedFiles: number; gone: number; restored: number };
  /** The service in another process, whose store and database fail as the seed says. */
  readonly faulty: Application;
}

type Step = (history: Collected, random: SeededRandom) => Promise<void>;

class Crash extends Error {
  override readonly name = 'Crash';
}

/** A store that answers late, in vain, after the effect or before it, or long before it. */
const faultyStore = (blobs: BlobStore, random: SeededRandom, clock: () => number, late: LateEffect[]): BlobStore => {
  const slowly = <T, E>(call: () => ResultAsync<T, E>): ResultAsync<T, E> =>
    new ResultAsync(
      (async () => {
        for (let turns = random.integer(4); turns > 0; turns -= 1) await setImmediate();
        if (random.integer(60) === 0) throw new Crash('the process is gone');
        return call();
      })(),
    );
  const unavailable = { kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 } as const;
  return {
    ...blobs,
    head: (key) => slowly(() => blobs.head(key)),
    read: (key, span) => slowly(() => (random.integer(200) === 0 ? errAsync(unavailable) : blobs.read(key, span))),
    remove: (key) =>
      slowly(() => {
        switch (random.integer(8)) {
          case 0:
            return errAsync(unavailable);
          case 1:
            return blobs.remove(key).andThen(() => errAsync(unavailable));
          case 2:
            late.push({ arrivesBy: clock() + latestMs, act: async () => blobs.remove(key) });
            return errAsync(unavailable);
          default:
            return blobs.remove(key);
        }
      }),
  };
};

/** A process that dies before a commit, or right after it. */
const faultyUnitOfWork = (inner: UnitOfWork, random: SeededRandom): UnitOfWork => ({
  ...inner,
  transact: (work) => {
    const fate = random.integer(80);
    if (fate === 0) throw new Crash('before the commit');
    const done = inner.transact(work);
    const die = async (): Promise<never> => {
      (await done).unwrapOr(undefined);
      throw new Crash('after the commit');
    };
    return fate === 1 ? new ResultAsync(die()) : done;
  },
});

const repositoryOf = ({ repositories }: Collected) => {
  const [repository] = repositories;
  if (repository === undefined) throw new Error('invariant: there is a repository');
  return repository.push;
};

const change = async (history: Collected, work: (records: Records) => Promise<void>): Promise<void> => {
  const { organizationId } = repositoryOf(history).repository;
  const changed = await history.ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    await records.organizations.lock(organizationId);
    await work(records);
    return ok();
  });
  valueOf(changed);
};

const beginPush: Step = async ({ pushes, live, quarantined }, random) => {
  const chunks = Array.from({ length: 1 + random.integer(6) }, () => random.pick(chunkPool));
  const oid = oidOf(Uint8Array.from(chunks.flatMap((chunk) => [...chunk])));
  if (live.has(oid) || quarantined.has(oid) || pushes.some((push) => push.oid === oid)) return;
  pushes.push({ chunks, oid, object: undefined, sent: 0 });
};

const sendNext = async (history: Collected, push: Push, { path, bytes }: ChunkedObject['files'][number], asks: boolean) => {
  const grant = repositoryOf(history);
  const isThere = asks && (await history.application.tree.read(grant, path)).isOk();
  const body = { declaredBytes: bytes.byteLength, bytes: once(bytes) };
  // One that is being deleted is sent again later.
  if (isThere || (await history.application.tree.receive(grant, path, body)).isOk()) push.sent += 1;
};

const finalize = async (history: Collected, push: Push, object: ChunkedObject): Promise<void> => {
  const { application, pushes, live, told } = history;
  const outcome = await application.tree.finalize(repositoryOf(history), { objects: [object] });
  if (outcome.isOk()) {
    live.add(push.oid);
    pushes.splice(pushes.indexOf(push), 1);
  } else if (outcome.error.kind === 'conflict') {
    if (outcome.error.reason === 'chunks_gone') told.gone += 1;
    expect(outcome.error.reason).to.be.oneOf(['chunks_gone', 'not_uploaded']);
    push.object = undefined;
    push.sent = 0;
  } else expect(outcome.error.kind).to.equal('unavailable');
};

/** A client goes on where it was, however long ago that is. */
const goOnPushing: Step = async (history, random) => {
  const { application, pushes } = history;
  if (pushes.length === 0) return;
  const push = random.pick(pushes);
  if (push.object === undefined) {
    const names = push.chunks.map((chunk) => nameOf<ChunkName>(chunk));
    const { chunks } = valueOf(await application.tree.lookUp(repositoryOf(history), { names, sizes: [] }));
    push.object = chunkedObject(push.chunks, chunks);
    return;
  }
  const file = push.object.files[push.sent];
  await (file === undefined ? finalize(history, push, push.object) : sendNext(history, push, file, random.integer(2) === 0));
};

const finishPush: Step = async (history, random) => {
  for (let turns = 0; turns < 12; turns += 1) await goOnPushing(history, random);
};

const giveUp: Step = async ({ pushes }, random) => {
  if (pushes.length > 0) pushes.splice(random.integer(pushes.length), 1);
};

const removeObject: Step = async (history, random) => {
  const { live, quarantined, clock } = history;
  if (live.size === 0) return;
  const oid = random.pick([...live]);
  const { repositoryId } = repositoryOf(history).repository;
  await change(history, async ({ quarantine, repositories }) => {
    const removal = { removedAt: clock.now(), removedBy: undefined, dueAt: clock.now() + DAY_MS };
    expect(await quarantine.put(repositoryId, [oid], removal)).to.have.length(1);
    await repositories.bumpGeneration(repositoryId, clock.now());
  });
  live.delete(oid);
  quarantined.add(oid);
};

const leaveQuarantine =
  (comesBack: boolean): Step =>
  async (history, random) => {
    const { live, quarantined, clock, told } = history;
    if (quarantined.size === 0) return;
    const oid = random.pick([...quarantined]);
    const { repositoryId } = repositoryOf(history).repository;
    await change(history, async ({ quarantine, repositories }) => {
      const found = [...(await quarantine.find(repositoryId, [oid])).values()];
      if (comesBack) {
        await quarantine.restore(found);
        await repositories.bumpGeneration(repositoryId, clock.now());
      } else for (const each of found) await quarantine.remove(each);
    });
    quarantined.delete(oid);
    if (comesBack) {
      live.add(oid);
      told.restored += 1;
    }
  };

const arrive = async ({ late }: Collected, isDue: (effect: LateEffect) => boolean): Promise<void> => {
  for (const effect of late.filter(isDue)) {
    late.splice(late.indexOf(effect), 1);
    await effect.act();
  }
};

const passTime =
  (lengths: readonly number[]): Step =>
  async (history, random) => {
    const { clock } = history;
    let left = random.pick(lengths);
    while (left > 0) {
      const length = Math.min(left, MINUTE_MS * 5);
      if (history.late.length === 0) {
        clock.advance(left);
        return;
      }
      clock.advance(length);
      left -= length;
      await arrive(history, ({ arrivesBy }) => arrivesBy - clock.now() < MINUTE_MS * 5);
    }
  };

const arriveNow: Step = async (history, random) => arrive(history, () => random.integer(2) === 0);

const collectBy = async ({ told }: Collected, application: Application): Promise<void> => {
  try {
    const collected = await application.maintenance.collectGarbage();
    const { deletedFiles = 0, refusals = [] } = collected.isOk() ? (collected.value ?? {}) : {};
    expect(refusals, 'nothing is missing').to.deep.equal([]);
    told.deletedFiles += deletedFiles;
  } catch (fault) {
    if (!(fault instanceof Crash)) throw fault;
  }
};

const collect: Step = async (history) => collectBy(history, history.application);
const collectBadly: Step = async (history) => collectBy(history, history.faulty);

/** Clients go on, and objects come and go, while two processes collect. */
const everythingAtOnce: Step = async (history, random) => {
  const others = async (): Promise<void> => {
    for (let turns = 6; turns > 0; turns -= 1) {
      for (let waits = random.integer(6); waits > 0; waits -= 1) await setImmediate();
      await random.pick([goOnPushing, goOnPushing, goOnPushing, beginPush, removeObject, leaveQuarantine(true)])(history, random);
    }
  };
  await Promise.all([collectBadly(history, random), others(), collectBadly(history, random)]);
};

const sweep: Step = async ({ application }) => {
  valueOf(await application.maintenance.sweep());
};

const steps: readonly (readonly [number, Step])[] = [
  [10, beginPush],
  [40, goOnPushing],
  [6, finishPush],
  [2, giveUp],
  [6, removeObject],
  [3, leaveQuarantine(true)],
  [5, leaveQuarantine(false)],
  [6, passTime([MINUTE_MS, 20 * MINUTE_MS])],
  [12, passTime([5 * HOUR_MS, DAY_MS, 4 * DAY_MS])],
  [2, arriveNow],
  [12, collect],
  [8, collectBadly],
  [8, everythingAtOnce],
  [2, sweep],
];
const deck = steps.flatMap(([count, step]) => Array.from({ length: count }, () => step));

/** Every object that was registered reads back, byte for byte; answers the files that they are made of. */
const readLive = async (history: Collected): Promise<ReadonlySet<TreePath>> => {
  const { application, live } = history;
  const grant = repositoryOf(history);
  const read = async (path: TreePath): Promise<Uint8Array> =>
    bytesOf(valueOf(await valueOf(await application.tree.read(grant, path)).open()).body);
  const needed = new Set<TreePath>();
  for (const oid of live) {
    const { content, files } = await contentOf(await read(manifestPath(oid)), read);
    expect(oidOf(content), 'a registered object').to.equal(oid);
    for (const path of files) needed.add(path);
  }
  return needed;
};

const filesOfTree = async (history: Collected): Promise<ReadonlyMap<TreePath, number>> => {
  const { repositoryId } = repositoryOf(history).repository;
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
  const { application, clock, pushes, quarantined, blobs, live } = history;
  pushes.length = 0;
  while (quarantined.size > 0) await leaveQuarantine(false)(history, random);
  await arrive(history, () => true);
  for (let days = 0; days < 12; days += 1) {
    clock.advance(DAY_MS);
    await sweep(history, random);
    await collect(history, random);
  }
  const needed = await readLive(history);
  const files = await filesOfTree(history);
  const copies = [...files.keys()].filter((path) => path.startsWith('objects/'));
  expect(copies).to.have.length(live.size);
  expect(new Set([...files.keys()].filter((path) => !path.startsWith('objects/'))), 'what lies in the tree').to.deep.equal(
    needed,
  );
  const { namespace } = repositoryOf(history).repository;
  for await (const { key, sizeBytes } of blobs.list(trusted<ObjectKey>(`${namespace}/cas/chunks`))) {
    const path = trusted<TreePath>(key.slice(`${namespace}/cas/`.length));
    expect(files.get(path), key).to.equal(sizeBytes);
  }
  const { differences } = valueOf(await application.maintenance.reconcileUsage()) ?? { differences: [] };
  expect(differences).to.deep.equal([]);
};

/**
 * A random history of pushes that take their time, of objects that are removed and come back, and of collectors that die, stand still and are refused by their
 * store: no byte of a registered object is ever lost, and in the end everything else is gone.
 */
export const liveCollected = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const base = await createHistory(harness, true);
  const late: LateEffect[] = [];
  const faulty = createApplication({
    ...base.ports,
    blobs: faultyStore(base.blobs, random, base.clock.now, late),
    unitOfWork: faultyUnitOfWork(base.unitOfWork, random),
  });
  const told = { deletedFiles: 0, gone: 0, restored: 0 };
  const history: Collected = { ...base, faulty, late, told, pushes: [], live: new Set(), quarantined: new Set() };
  for (let at = 0; at < (harness.steps ?? defaultSteps); at += 1) {
    await random.pick(deck)(history, random);
    await readLive(history);
  }
  await converge(history, random);
};
