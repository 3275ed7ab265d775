import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { parseChunkMap, parseManifest } from '../../../../src/formats/packs/index.js';
import {
  type ChunkName,
  DAY_MS,
  HOUR_MS,
  manifestPath,
  mapPath,
  packFolder,
  packPath,
  type TreePath,
} from '../../../../src/model/values/index.js';
import type { BlobStore } from '../../../../src/ports/blob-store.js';
import type { Records, UnitOfWork } from '../../../../src/ports/unit-of-work.js';
import { graceMs } from '../../../builders/collecting.js';
import {
  buildObject,
  type BuiltObject,
  joinBytes,
  nameOf,
  overwrite,
  readFile,
  sendObject,
  sha256Of,
  storedTreeBytes,
} from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const chunkOf = (name: string): Uint8Array => bytesOf(`${name} `.repeat(100));
/** The second version needs half of what the first one has sent. */
const shared = chunkOf('shared');
const dropped = chunkOf('dropped');
const added = chunkOf('added');

/** Two versions that share a pack, of which the first is removed. */
const createVersions = async ({ gcReclaim = true } = {}) => {
  const world = createWorld('business', { gcReclaim });
  const { push, owner } = await withRepository(world);
  const { repositoryId } = push.repository;
  const admin = valueOf(await world.application.authorize.repository(owner, repositoryId, 'repository.admin'));
  const first = buildObject([shared, dropped]);
  const second = buildObject([added, shared], { present: first.packs });
  for (const object of [first, second]) {
    await sendObject(world, push, object);
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  }
  const [pack] = first.packs;
  if (pack === undefined) throw new Error('the first version has a pack');
  const pinOf = async ({ oid }: BuiltObject) =>
    valueOf(await world.unitOfWork.read(({ tree }) => tree.findManifest(repositoryId, oid)));
  const collect = async (application = world.application) => valueOf(await application.maintenance.collectGarbage());
  /** The object's bytes and the packs that they lie in, by what a client reads. */
  const pull = async ({ oid }: BuiltObject) => {
    const manifest = parseManifest(await readFile(world, push, manifestPath(oid)))._unsafeUnwrap();
    const pieces: Uint8Array[] = [];
    const packs = new Set<TreePath>();
    for (const { name } of manifest.maps) {
      const map = await readFile(world, push, mapPath(name));
      for (const place of parseChunkMap(map)._unsafeUnwrap()) {
        packs.add(packPath(place.pack));
        const bytes = await readFile(world, push, packPath(place.pack));
        pieces.push(bytes.subarray(place.offset, place.offset + place.storedBytes));
      }
    }
    return { content: joinBytes(pieces), packs };
  };
  const change = async <T>(work: (records: Records) => Promise<T>): Promise<T> =>
    valueOf(await world.unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records))));
  return {
    world,
    push,
    change,
    admin,
    first,
    second,
    pack,
    collect,
    pinOf,
    pull,
    remove: async () => valueOf(await world.application.objects.remove(admin, { oid: first.oid, isForced: false })),
    /** Until nothing keeps the first version any more. */
    forget: async () => {
      world.clock.advance(graceMs);
      valueOf(await world.application.maintenance.reclaimQuarantined());
      world.clock.advance(DAY_MS);
    },
    places: async (chunks: readonly Uint8Array[]) => {
      const names = chunks.map((chunk) => nameOf<ChunkName>(chunk));
      return valueOf(await world.application.tree.lookUp(push, { names, sizes: [] })).chunks;
    },
    converge: async () => {
      for (let days = 0; days < 9; days += 1) {
        world.clock.advance(DAY_MS);
        valueOf(await world.application.maintenance.reclaimQuarantined());
        await collect();
      }
    },
    demandRightBooks: async () => {
      const { differences } = valueOf(await world.application.maintenance.reconcileUsage()) ?? { differences: [] };
      expect(differences).to.deep.equal([]);
      const { physicalBytes } = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofRepository(repositoryId)));
      expect(physicalBytes, 'what is counted').to.equal(await storedTreeBytes(world, push));
    },
  };
};

describe('compaction', () => {
  it('without reclaiming tells how many bytes are dead, and changes nothing', async () => {
    const { world, push, admin, first, second, pack, remove, change, collect, pinOf } = await createVersions({
      gcReclaim: false,
    });
    const { repositoryId } = push.repository;
    world.clock.advance(DAY_MS);
    expect(await collect()).to.include({ deadBytes: 0, rewrittenPacks: 0 });
    await remove();
    await change(async ({ quarantine, repositories }) => {
      const found = (await quarantine.find(repositoryId, [first.oid])).get(first.oid);
      if (found !== undefined) await quarantine.remove(found);
      await repositories.bumpGeneration(repositoryId, world.clock.now());
    });
    world.clock.advance(DAY_MS);
    const dead = dropped.byteLength + 41;
    const pin = await pinOf(second);
    expect(await collect()).to.include({ deadBytes: dead, rewrittenPacks: 0 });
    expect(await pinOf(second)).to.equal(pin);
    expect(await readFile(world, push, pack.path)).to.deep.equal(pack.bytes);
    const told = world.unitOfWork.journal.domainEvents().findLast(({ type }) => type === 'maintenance.gc.completed');
    expect(told?.data).to.include({ dead_bytes: dead, rewritten_packs: 0, repointed_objects: 0 });
    const condemned = valueOf(await world.unitOfWork.read((queries) => queries.condemned.sum(repositoryId)));
    expect(condemned.deadBytes).to.equal(dead);
    const usage = valueOf(await world.application.repositories.usage(admin));
    expect(usage.reclaimableBytes).to.equal(condemned.bytes + dead);
  });

  it('copies what is live, and former packs die like all that nothing needs, while every read is right', async () => {
    const { world, push, second, pack, remove, forget, collect, pinOf, pull, places, converge, demandRightBooks } =
      await createVersions();
    await remove();
    await forget();
    const pin = await pinOf(second);
    const before = await storedTreeBytes(world, push);
    expect(await collect()).to.deep.include({ deadBytes: dropped.byteLength + 41, rewrittenPacks: 1, refusals: [] });
    const pulled = await pull(second);
    expect(pulled.content).to.deep.equal(second.content);
    expect(await pinOf(second)).not.to.equal(pin);
    expect(pulled.packs).not.to.include(pack.path);
    const found = await places([shared, dropped]);
    expect(found.get(nameOf(shared))?.pack).not.to.equal(pack.name);
    expect(pulled.packs).to.include(packPath(found.get(nameOf(shared))?.pack ?? pack.name));
    expect(found.get(nameOf(dropped))?.pack, 'until the pack is in quarantine').to.equal(pack.name);
    await demandRightBooks();
    for (const later of [DAY_MS - HOUR_MS / 2, 4 * HOUR_MS]) {
      world.clock.advance(later);
      expect((await collect()) ?? { deadBytes: 0, rewrittenPacks: 0 }).to.include({ deadBytes: 0, rewrittenPacks: 0 });
    }
    expect(await readFile(world, push, pack.path), 'who reads by the former manifest').to.deep.equal(pack.bytes);
    await converge();
    expect((await pull(second)).content).to.deep.equal(second.content);
    const open = await world.application.tree.read(push, pack.path);
    expect(errorOf(open).kind).to.equal('not_found');
    expect(await storedTreeBytes(world, push)).to.be.at.most(before - dropped.byteLength);
    await demandRightBooks();
  });

  it('repoints removed objects too, which come back whole when former packs are gone', async () => {
    const { world, admin, second, remove, forget, collect, pinOf, pull, pack, places, demandRightBooks } = await createVersions();
    await remove();
    await forget();
    valueOf(await world.application.objects.remove(admin, { oid: second.oid, isForced: false }));
    expect(await collect()).to.include({ rewrittenPacks: 1 });
    for (let hours = 0; hours < 60; hours += 6) {
      world.clock.advance(6 * HOUR_MS);
      await collect();
    }
    valueOf(await world.application.objects.restore(admin, second.oid));
    expect((await pull(second)).content).to.deep.equal(second.content);
    expect((await places([shared])).get(nameOf(shared))?.pack).not.to.equal(pack.name);
    expect(await pinOf(second)).not.to.equal(sha256Of(second.manifest.bytes));
    await demandRightBooks();
  });

  it('leaves packs alone that only a pending verification needs, and keeps them', async () => {
    const { world, push, first, pack, remove, forget, collect, change } = await createVersions();
    const pending = buildObject([shared], { present: first.packs });
    await sendObject(world, push, pending);
    const { repositoryId } = push.repository;
    const { oid, sizeBytes } = pending;
    const verification = { repositoryId, oid, sizeBytes, name: undefined, requestedBy: push.caller.userId, requestedAt: 0 };
    await change(({ tree }) => tree.addPendingVerification(verification));
    await remove();
    await forget();
    expect(await collect()).to.include({ rewrittenPacks: 1 });
    for (let days = 0; days < 8; days += 1) {
      world.clock.advance(DAY_MS);
      expect(await collect()).to.deep.include({ rewrittenPacks: 0, refusals: [] });
    }
    expect(await readFile(world, push, pack.path)).to.deep.equal(pack.bytes);
    valueOf(await world.application.tree.finalize(push, { objects: [pending] }));
  });

  it('repoints no object whose manifest is another one by then', async () => {
    const { world, second, remove, forget, collect, pinOf, push, change, pull } = await createVersions();
    await remove();
    await forget();
    const pin = await pinOf(second);
    const other = `f${(pin ?? '').slice(1)}`;
    let isReplaced = false;
    const { repositoryId } = push.repository;
    const blobs: BlobStore = {
      ...world.blobs,
      write: (key, body, sizeBytes) =>
        new ResultAsync(
          (async () => {
            if (key.includes('/objects/manifests/') && !isReplaced) {
              isReplaced = await change(({ tree }) => tree.replaceManifest(repositoryId, second.oid, pin ?? '', other));
            }
            return world.blobs.write(key, body, sizeBytes);
          })(),
        ),
    };
    await collect(createApplication({ ...world.ports, blobs }));
    expect(isReplaced).to.equal(true);
    expect(await pinOf(second)).to.equal(other);
    await change(({ tree }) => tree.replaceManifest(repositoryId, second.oid, other, pin ?? ''));
    expect((await pull(second)).content).to.deep.equal(second.content);
  });

  it('repoints nothing to a pack whose chunks are not what their names say, and tells of it', async () => {
    const { world, push, second, pack, remove, forget, collect, pinOf, places } = await createVersions();
    await remove();
    await forget();
    const pin = await pinOf(second);
    await overwrite(
      world,
      push,
      pack.path,
      pack.bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
    );
    const collected = await collect();
    expect(collected?.refusals).to.have.length(1);
    expect(collected).to.include({ rewrittenPacks: 0 });
    expect(await pinOf(second)).to.equal(pin);
    expect((await places([shared])).get(nameOf(shared))?.pack).to.equal(pack.name);
  });

  for (const spoiled of ['is being deleted', 'was found damaged'] as const) {
    it(`repoints nothing to a pack that ${spoiled} by then`, async () => {
      const { world, push, second, remove, forget, collect, pinOf, change, pack } = await createVersions();
      await remove();
      await forget();
      const pin = await pinOf(second);
      const { repositoryId } = push.repository;
      let packPaths: readonly TreePath[] = [];
      const blobs: BlobStore = {
        ...world.blobs,
        write: (key, body, sizeBytes) =>
          new ResultAsync(
            (async () => {
              if (key.includes('/objects/manifests/')) {
                packPaths = await change(async ({ tree, condemned, damage }) => {
                  const packs = await tree.listBelow(repositoryId, packFolder, undefined, 10);
                  const fresh = packs.filter(({ path }) => path !== pack.path && path !== second.packs[0]?.path);
                  for (const { path, sizeBytes: size } of fresh) {
                    const of = { kind: 'file', path } as const;
                    const times = { seenAt: 0, quarantinedAt: 0, dueAt: Infinity, holder: 'somebody', removedAt: undefined };
                    if (spoiled === 'was found damaged') await damage.note({ repositoryId, of, problem: 'missing', foundAt: 1 });
                    else await condemned.put(repositoryId, [{ path, sizeBytes: size, state: 'deleting', ...times }]);
                  }
                  return fresh.map(({ path }) => path);
                });
              }
              return world.blobs.write(key, body, sizeBytes);
            })(),
          ),
      };
      expect(await collect(createApplication({ ...world.ports, blobs }))).to.include({ rewrittenPacks: 0 });
      expect(packPaths).to.have.length(1);
      expect(await pinOf(second)).to.equal(pin);
    });
  }

  it('that is cut off at any call of the store or the database loses nothing, and is made up for', async () => {
    let calls = 0;
    for (let cutAt = 0; cutAt <= calls; cutAt += 1) {
      const { world, second, remove, forget, collect, pull, converge, demandRightBooks } = await createVersions();
      await remove();
      await forget();
      let made = 0;
      const cut = <T>(call: () => T): T => {
        if (made === cutAt) throw new Error('the process is gone');
        made += 1;
        return call();
      };
      const blobs: BlobStore = {
        ...world.blobs,
        read: (key, span) => cut(() => world.blobs.read(key, span)),
        head: (key) => cut(() => world.blobs.head(key)),
        write: (key, body, sizeBytes) => cut(() => world.blobs.write(key, body, sizeBytes)),
      };
      const unitOfWork: UnitOfWork = { ...world.unitOfWork, transact: (work) => cut(() => world.unitOfWork.transact(work)) };
      await collect(createApplication({ ...world.ports, blobs, unitOfWork })).catch(() => undefined);
      if (cutAt === 0) calls = 1;
      else if (made === cutAt) calls = cutAt + 1;
      expect((await pull(second)).content).to.deep.equal(second.content);
      valueOf(await world.application.maintenance.sweep());
      if (cutAt % 12 > 0) continue;
      await converge();
      expect((await pull(second)).content).to.deep.equal(second.content);
      world.clock.advance(DAY_MS);
      expect(await collect()).to.deep.include({ deadBytes: 0, unneededFiles: 0, refusals: [] });
      await demandRightBooks();
    }
    expect(calls).to.be.greaterThan(30);
  });
});
