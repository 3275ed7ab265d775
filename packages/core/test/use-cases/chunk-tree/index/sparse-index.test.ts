import { expect } from 'chai';
import { errAsync, ok, type Result } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { hooksOf } from '../../../../src/formats/packs/index.js';
import {
  type ChunkName,
  DAY_MS,
  HOUR_MS,
  isContentName,
  type MapName,
  treeKey,
  trusted,
} from '../../../../src/model/values/index.js';
import type { BlobStore } from '../../../../src/ports/blob-store.js';
import type { Records, UnitOfWork } from '../../../../src/ports/unit-of-work.js';
import { graceMs } from '../../../builders/collecting.js';
import { buildMap, buildObject, type BuiltObject, nameOf, overwrite, sendFile, sendObject } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const chunkOf = (name: string | number): Uint8Array => bytesOf(`chunk ${name} `.repeat(20));
const chunks = Array.from({ length: 30 }, (_, at) => chunkOf(at));
const namesOf = (all: readonly Uint8Array[]): readonly ChunkName[] => all.map((chunk) => nameOf<ChunkName>(chunk));

const mapNameOf = ({ maps }: BuiltObject, at: number): MapName => {
  const name = maps[at]?.path.split('/').at(-1) ?? '';
  if (!isContentName<MapName>(name)) throw new Error('the object has the map');
  return name;
};

/** A repository with an object of 30 chunks in three maps and four packs, whose index the collector makes sparse from 10 chunks on. */
const createSparse = async ({ sparseIndexChunks = 10, gcReclaim = true } = {}) => {
  const world = createWorld('business', { gcReclaim, sparseIndexChunks });
  const { push, owner } = await withRepository(world);
  const { repositoryId, namespace } = push.repository;
  const object = buildObject(chunks, { chunksPerMap: 10 });
  const register = async (given: BuiltObject): Promise<void> => {
    await sendObject(world, push, given);
    valueOf(await world.application.tree.finalize(push, { objects: [given] }));
  };
  await register(object);
  const collect = async () => valueOf(await world.application.maintenance.collectGarbage());
  return {
    world,
    push,
    object,
    register,
    collect,
    /** A day later, a visit. */
    visit: async () => {
      world.clock.advance(DAY_MS);
      return collect();
    },
    /** By another process, which has met no map yet. */
    over: (overriding: (blobs: BlobStore) => Partial<BlobStore> = () => ({})) =>
      createApplication({ ...world.ports, blobs: { ...world.blobs, ...overriding(world.blobs) } }),
    lookUp: async (wanted: readonly Uint8Array[], application = world.application) =>
      valueOf(await application.tree.lookUp(push, { names: namesOf(wanted), sizes: [] })).chunks,
    change: async <T>(work: (records: Records) => Promise<T>): Promise<T> =>
      valueOf(await world.unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records)))),
    state: async () =>
      valueOf(
        await world.unitOfWork.read(async ({ chunkIndex }) => ({
          isSparse: await chunkIndex.isSparse(repositoryId),
          rows: (await chunkIndex.countChunks(repositoryId, undefined, 1000)).count,
        })),
      ),
    hooks: async (names: readonly ChunkName[]) =>
      valueOf(await world.unitOfWork.read(({ chunkIndex }) => chunkIndex.findHooks(repositoryId, names))),
    remove: async ({ oid }: BuiltObject) => {
      const admin = valueOf(await world.application.authorize.repository(owner, repositoryId, 'repository.admin'));
      valueOf(await world.application.objects.remove(admin, { oid, isForced: false }));
      world.clock.advance(graceMs);
      valueOf(await world.application.maintenance.reclaimQuarantined());
    },
    keyOf: (path: BuiltObject['manifest']['path']) => treeKey(namespace, path),
  };
};

describe('a sparse index', () => {
  it('takes the place of the rows of chunks when there are as many as it is for, with or without reclaiming', async () => {
    for (const gcReclaim of [false, true]) {
      const above = await createSparse({ sparseIndexChunks: 30, gcReclaim });
      expect(await above.state()).to.deep.equal({ isSparse: false, rows: 30 });
      await above.visit();
      expect(await above.state()).to.deep.equal({ isSparse: true, rows: 0 });
      const below = await createSparse({ sparseIndexChunks: 31, gcReclaim });
      await below.visit();
      expect(await below.state()).to.deep.equal({ isSparse: false, rows: 30 });
      expect((await below.lookUp(chunks)).size).to.equal(30);
    }
  });

  it('counts chunks that several maps name once', async () => {
    const { register, visit, state } = await createSparse({ sparseIndexChunks: 40 });
    const [first] = [buildObject(chunks, { chunksPerMap: 10 })];
    await register(buildObject([...chunks].reverse(), { chunksPerMap: 10, present: first.packs }));
    await visit();
    expect(await state()).to.deep.equal({ isSparse: false, rows: 30 });
  });

  it('answers all names whose maps the hooks among them lead to, where they lie', async () => {
    const { object, visit, lookUp } = await createSparse();
    const before = await lookUp(chunks);
    await visit();
    const found = await lookUp([...chunks, chunkOf('unknown')]);
    expect(found).to.deep.equal(before);
    expect(found.size).to.equal(30);
    expect(new Set([...found.values()].map(({ pack }) => pack))).to.deep.equal(new Set(object.packs.map(({ name }) => name)));
  });

  it('answers from maps that it has met before, and of others nothing without a hook', async () => {
    const { visit, lookUp, over } = await createSparse();
    await visit();
    const hooks = new Set(hooksOf(namesOf(chunks.slice(0, 10)).map((name) => ({ name }))));
    const unhooked = chunks.slice(4, 10).filter((chunk) => !hooks.has(nameOf<ChunkName>(chunk)));
    expect(unhooked.length).to.be.greaterThan(3);
    const process = over();
    expect((await lookUp(unhooked, process)).size).to.equal(0);
    expect((await lookUp(chunks.slice(0, 1), process)).size).to.equal(1);
    expect((await lookUp(unhooked, process)).size).to.equal(unhooked.length);
  });

  it('finds a version that came since, and what it shares with the one before', async () => {
    const { world, push, object, visit, register, lookUp, over } = await createSparse();
    await visit();
    const next = [...chunks.slice(0, 15), chunkOf('new'), ...chunks.slice(16)];
    await register(buildObject(next, { chunksPerMap: 10, present: object.packs }));
    expect((await lookUp(next, over())).size).to.equal(30);
    // A hook leads to the map that came last, which has all but one of them.
    expect((await lookUp(chunks, over())).size).to.equal(29);
    const names = namesOf(next);
    const full = valueOf(await world.unitOfWork.read(({ tree }) => tree.findChunks(push.repository.repositoryId, names)));
    expect(full.size, 'rows of chunks').to.equal(0);
  });

  it('finds what a verification in the background has registered', async () => {
    const { world, push, visit, lookUp, over } = await createSparse();
    await visit();
    const later = Array.from({ length: 6 }, (_, at) => chunkOf(`later ${at}`));
    const object = buildObject(later);
    await sendObject(world, push, object);
    const { userId } = push.caller;
    valueOf(
      await world.unitOfWork.transact(async ({ tree }): Promise<Result<void, never>> => {
        await tree.addPendingVerification({
          repositoryId: push.repository.repositoryId,
          oid: object.oid,
          sizeBytes: object.sizeBytes,
          name: undefined,
          requestedBy: userId,
          requestedAt: world.clock.now(),
        });
        return ok();
      }),
    );
    expect(valueOf(await world.application.tree.verifyNext())).to.equal(true);
    expect((await lookUp(later, over())).size).to.equal(6);
  });

  it('knows nothing of a map that was sent and by which no object was verified', async () => {
    const { world, push, object, visit, lookUp } = await createSparse();
    await visit();
    const [pack] = object.packs;
    const [place] = pack?.locations ?? [];
    if (place === undefined) throw new Error('the pack has chunks');
    const claimed = chunkOf('claimed');
    const lie = buildMap([{ ...place, name: nameOf<ChunkName>(claimed) }]);
    await sendFile(world, push, lie);
    expect((await lookUp([claimed])).size).to.equal(0);
    const wrong = buildObject([claimed, ...chunks.slice(0, 2)], { present: object.packs });
    await sendObject(world, push, { ...wrong, packs: [], maps: [lie], manifest: wrong.manifest });
    errorOf(await world.application.tree.finalize(push, { objects: [wrong] }));
    expect((await lookUp([claimed])).size).to.equal(0);
  });

  it('knows no chunk of a pack in quarantine, of one that is being deleted, and of one that is not verified', async () => {
    const { push, object, visit, lookUp, change, world } = await createSparse();
    await visit();
    const [pack, ...others] = object.packs;
    if (pack === undefined) throw new Error('the object has packs');
    const { repositoryId } = push.repository;
    const now = world.clock.now();
    const mark = (state: 'seen' | 'quarantined' | 'deleting') =>
      change(({ condemned }) =>
        condemned.put(repositoryId, [
          {
            path: pack.path,
            sizeBytes: pack.bytes.byteLength,
            state,
            seenAt: now,
            quarantinedAt: state === 'seen' ? undefined : now,
            dueAt: now + DAY_MS,
            holder: state === 'deleting' ? 'h' : undefined,
            removedAt: undefined,
          },
        ]),
      );
    const left = others.reduce((sum, { locations }) => sum + locations.length, 0);
    await lookUp(chunks);
    for (const [state, size] of [
      ['seen', 30],
      ['quarantined', left],
      ['deleting', left],
    ] as const) {
      await mark(state);
      expect((await lookUp(chunks)).size, state).to.equal(size);
    }
    await change(async ({ condemned, tree }) => {
      await condemned.remove(repositoryId, [pack.path]);
      expect((await tree.findVerifiedPacks(repositoryId, [pack.name])).size).to.equal(1);
    });
    expect((await lookUp(chunks)).size).to.equal(30);
    await change(({ tree }) => tree.removePacks(repositoryId, [pack.name]));
    expect((await lookUp(chunks)).size).to.equal(left);
  });

  it('knows no chunk of a pack that is noted as damaged, until it was verified again', async () => {
    const { world, push, object, visit, lookUp, change } = await createSparse();
    await visit();
    const [pack] = object.packs;
    if (pack === undefined) throw new Error('the object has packs');
    const { repositoryId } = push.repository;
    await change(({ damage }) =>
      damage.note({ repositoryId, of: { kind: 'file', path: pack.path }, problem: 'wrong_bytes', foundAt: world.clock.now() }),
    );
    expect((await lookUp(chunks)).size).to.equal(30 - pack.locations.length);
  });

  it('takes a map that is gone, or has other bytes, for one without chunks, and a store that does not answer for unavailable', async () => {
    const { world, push, object, visit, lookUp, over, keyOf } = await createSparse();
    await visit();
    const [first, second] = object.maps;
    if (first === undefined || second === undefined) throw new Error('the object has maps');
    valueOf(await world.blobs.remove(keyOf(first.path)));
    await overwrite(
      world,
      push,
      second.path,
      second.bytes.map((byte, at) => (at === 90 ? byte ^ 1 : byte)),
    );
    expect((await lookUp(chunks, over())).size).to.equal(10);
    const silent = over(() => ({ read: () => errAsync({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 }) }));
    expect(errorOf(await silent.tree.lookUp(push, { names: namesOf(chunks), sizes: [] })).kind).to.equal('unavailable');
  });

  it('holds the whole name against the map, of which a hook has the first half', async () => {
    const { world, push, visit } = await createSparse();
    await visit();
    const [name = trusted<ChunkName>('')] = namesOf(chunks);
    const alike = trusted<ChunkName>(name.slice(0, 32) + '7'.repeat(32));
    expect(valueOf(await world.application.tree.lookUp(push, { names: [alike], sizes: [] })).chunks.size).to.equal(0);
  });

  it('reads sixteen maps a look-up at most, those first to which most hooks lead', async () => {
    const { register, visit, over, lookUp } = await createSparse();
    await visit();
    const many = Array.from({ length: 40 }, (_, at) => chunkOf(`many ${at}`));
    await register(buildObject(many, { chunksPerMap: 2 }));
    let reads = 0;
    const counting = over((blobs) => ({
      read: (key, span) => {
        reads += 1;
        return blobs.read(key, span);
      },
    }));
    const found = await lookUp([...many, ...chunks], counting);
    expect(reads).to.equal(16);
    expect(
      chunks.every((chunk) => found.has(nameOf<ChunkName>(chunk))),
      'the maps with more hooks',
    ).to.equal(true);
    expect(found.size).to.equal(30 + 2 * 13);
  });

  it('gets the hooks that it lacks from the next visit', async () => {
    const { push, object, visit, hooks, change, lookUp, over } = await createSparse();
    await visit();
    const names = namesOf(chunks.slice(0, 4));
    const map = mapNameOf(object, 0);
    await change(({ chunkIndex }) => chunkIndex.removeHooksOf(push.repository.repositoryId, [map], undefined, 1000));
    expect((await hooks(names)).size).to.equal(0);
    expect((await lookUp(chunks, over())).size).to.equal(20);
    await visit();
    expect(new Set((await hooks(names)).values())).to.deep.equal(new Set([map]));
    expect((await lookUp(chunks, over())).size).to.equal(30);
  });

  it('loses the hooks of maps that are deleted, and finds their chunks by other maps that have them', async () => {
    const { world, object, register, visit, collect, hooks, remove, lookUp, over } = await createSparse();
    await visit();
    const next = buildObject([...chunks.slice(0, 9), chunkOf('new')], { chunksPerMap: 10, present: object.packs });
    await register(next);
    const names = namesOf(chunks.slice(0, 4));
    expect(new Set((await hooks(names)).values())).to.deep.equal(new Set([mapNameOf(next, 0)]));
    await remove(next);
    world.clock.advance(DAY_MS);
    await collect();
    world.clock.advance(5 * HOUR_MS);
    await collect();
    world.clock.advance(graceMs);
    expect((await collect())?.deletedFiles).to.be.greaterThan(0);
    await visit();
    expect(new Set((await hooks(names)).values())).to.deep.equal(new Set([mapNameOf(object, 0)]));
    expect((await lookUp(chunks, over())).size).to.equal(30);
  });

  it('leads into new packs once packs were rewritten, and into no others when those are in quarantine', async () => {
    const { object, register, visit, remove, lookUp, over } = await createSparse();
    await visit();
    const live = chunks.filter((_, at) => at % 2 === 0);
    await register(buildObject(live, { chunksPerMap: 10, present: object.packs }));
    await remove(object);
    const visited = await visit();
    expect(visited?.rewrittenPacks).to.be.greaterThan(0);
    expect((await lookUp(live, over())).size).to.equal(15);
    for (let days = 0; days < 3; days += 1) await visit();
    const former = new Set(object.packs.map(({ name }) => name));
    const found = await lookUp(live, over());
    expect(found.size).to.equal(15);
    expect([...found.values()].filter(({ pack }) => former.has(pack))).to.deep.equal([]);
  });

  it('that a visit was broken off at is right, and the next visit goes on', async () => {
    const { world, visit, state, lookUp, over } = await createSparse();
    const dying = (records: Records): Records =>
      new Proxy(records, {
        get: (all, group): unknown =>
          group === 'chunkIndex'
            ? { ...records.chunkIndex, removeChunks: () => Promise.reject(new Error('the process dies')) }
            : Reflect.get(all, group),
      });
    const unitOfWork: UnitOfWork = {
      ...world.unitOfWork,
      transact: (work) => world.unitOfWork.transact((records) => work(dying(records))),
    };
    const failing = createApplication({ ...world.ports, unitOfWork });
    world.clock.advance(DAY_MS);
    await failing.maintenance.collectGarbage().then(
      () => expect.fail('it dies'),
      () => undefined,
    );
    expect(await state()).to.deep.equal({ isSparse: true, rows: 30 });
    expect((await lookUp(chunks, over())).size).to.equal(30);
    await visit();
    expect(await state()).to.deep.equal({ isSparse: true, rows: 0 });
    expect((await lookUp(chunks, over())).size).to.equal(30);
  });
});
