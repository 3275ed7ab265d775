import { expect } from 'chai';
import { errAsync, ok, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { unavailable } from '../../../../src/model/app-error.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/model/values/index.js';
import type { BlobStore } from '../../../../src/ports/blob-store.js';
import { finalizeTree } from '../../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { betweenMarksMs, createCollectedWorld, filesOf, graceMs, onlyPackOf } from '../../../builders/collecting.js';
import { bodyOf, buildObject, overwrite, readFile, sendFile, sendObject } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const inState = (condemned: ReadonlyMap<string, string>, state: string): readonly string[] =>
  [...condemned].filter(([, each]) => each === state).map(([path]) => path);

describe('collecting chunk trees', () => {
  it('tells of packs, maps and manifests of a day that nothing needs, and changes no answer unless it is told to reclaim', async () => {
    const { world, push, needed, givenUp, collect, condemned, knownChunks } = await createCollectedWorld({ gcReclaim: false });
    world.clock.advance(DAY_MS - 1);
    expect(await collect()).to.include({ repositories: 1, packs: 2, unneededFiles: 0 });
    world.clock.advance(DAY_MS);
    const unneeded = [...filesOf(givenUp), needed.manifest.path];
    const bytes = [onlyPackOf(givenUp), ...givenUp.maps, givenUp.manifest, needed.manifest].reduce(
      (sum, file) => sum + file.bytes.byteLength,
      0,
    );
    const found = { repositories: 1, packs: 2, unneededFiles: 4, unneededBytes: bytes, quarantinedBytes: 0, deletedFiles: 0 };
    expect(await collect()).to.include(found);
    world.clock.advance(DAY_MS);
    expect(await collect()).to.include(found);
    expect(inState(await condemned(), 'seen')).to.have.members(unneeded);
    expect(await knownChunks(givenUp)).to.equal(2);
    expect(await readFile(world, push, onlyPackOf(givenUp).path)).to.deep.equal(onlyPackOf(givenUp).bytes);
    const { organizationId, repositoryId } = push.repository;
    const [, , told] = world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'maintenance.gc.completed');
    expect(told).to.deep.include({ organizationId, repositoryId });
    expect(told?.data).to.include({
      packs: 2,
      unneeded_packs: 1,
      unneeded_maps: 1,
      unneeded_manifests: 2,
      unneeded_bytes: bytes,
      quarantined_packs: 0,
      deleted_bytes: 0,
      refused: 0,
    });
  });

  it('visits a tree once a day, soon again where a second mark is due, and says nothing where there are none', async () => {
    const { world, collect } = await createCollectedWorld({ gcReclaim: false });
    expect(await collect()).not.to.equal(undefined);
    world.clock.advance(22 * HOUR_MS);
    expect(await collect()).to.equal(undefined);
    world.clock.advance(2 * HOUR_MS);
    expect(await collect()).to.include({ unneededFiles: 4 });
    world.clock.advance(betweenMarksMs);
    expect(await collect()).to.equal(undefined);

    const reclaiming = await createCollectedWorld();
    reclaiming.world.clock.advance(DAY_MS);
    expect(await reclaiming.collect()).to.include({ unneededFiles: 4 });
    reclaiming.world.clock.advance(betweenMarksMs - 1);
    expect(await reclaiming.collect()).to.equal(undefined);
    reclaiming.world.clock.advance(1);
    expect((await reclaiming.collect())?.quarantinedBytes).to.be.greaterThan(0);

    const empty = createWorld('business', { gcReclaim: true });
    await withRepository(empty);
    expect(valueOf(await empty.application.maintenance.collectGarbage())).to.equal(undefined);
  });

  it('puts what two marks have found into quarantine, deletes it when the grace is over, and counts it no more', async () => {
    const { world, push, needed, givenUp, collect, condemned, quarantine, isStored, knownChunks, books } =
      await createCollectedWorld();
    const unneeded = [...filesOf(givenUp), needed.manifest.path];
    await quarantine();
    expect(inState(await condemned(), 'quarantined')).to.have.members(unneeded);
    for (const path of unneeded) expect(await isStored(path)).to.equal(true);
    world.clock.advance(graceMs - 1);
    expect(await collect()).to.include({ deletedFiles: 0 });
    world.clock.advance(HOUR_MS);
    expect(await collect()).to.include({ packs: 2, deletedFiles: 4, unneededFiles: 4 });
    for (const path of unneeded) expect(await isStored(path)).to.equal(false);
    expect(await condemned()).to.deep.equal(new Map());
    const { files, stored, differences } = await books();
    expect(files).to.equal(stored);
    expect(differences).to.deep.equal([]);
    expect(await knownChunks(needed)).to.equal(2);
    for (const file of [...needed.packs, ...needed.maps, needed.manifest])
      expect(await readFile(world, push, file.path)).to.deep.equal(file.bytes);
    world.clock.advance(DAY_MS);
    expect(await collect()).to.include({ packs: 1, unneededFiles: 0 });
  });

  it('deletes nothing while a back-up runs, and goes on an hour after it was last heard of', async () => {
    const { world, givenUp, collect, quarantine, isStored } = await createCollectedWorld();
    await quarantine();
    world.clock.advance(graceMs);
    valueOf(await world.application.operator.holdOffRemovals());
    world.clock.advance(HOUR_MS - 1);
    expect(await collect()).to.include({ deletedFiles: 0 });
    for (const path of filesOf(givenUp)) expect(await isStored(path)).to.equal(true);
    world.clock.advance(DAY_MS);
    expect(await collect()).to.include({ deletedFiles: 4 });
  });

  it('answers for nothing that is in quarantine, which comes back when it is sent again', async () => {
    const { world, push, givenUp, collect, condemned, quarantine, knownChunks } = await createCollectedWorld();
    const pack = onlyPackOf(givenUp);
    const { tree } = world.application;
    await quarantine();
    expect(await knownChunks(givenUp)).to.equal(0);
    for (const path of filesOf(givenUp)) expect(errorOf(await tree.read(push, path)).kind).to.equal('not_found');
    const wrong = { ...pack, bytes: pack.bytes.map((byte) => byte ^ 1) };
    expect(errorOf(await tree.receive(push, pack.path, bodyOf(wrong.bytes))).kind).to.equal('bad_request');
    expect(await knownChunks(givenUp), 'wrong bytes bring nothing back').to.equal(0);
    for (const file of [pack, ...givenUp.maps, givenUp.manifest]) await sendFile(world, push, file);
    expect(await knownChunks(givenUp)).to.equal(2);
    for (const file of [pack, ...givenUp.maps, givenUp.manifest])
      expect(await readFile(world, push, file.path)).to.deep.equal(file.bytes);
    world.clock.advance(DAY_MS - HOUR_MS);
    await collect();
    expect([...(await condemned()).keys()], 'what was sent is young again').not.to.include.members([pack.path]);
    world.clock.advance(graceMs);
    await collect();
    valueOf(await tree.finalize(push, { objects: [givenUp] }));
  });

  it('brings back what an object needs that is registered meanwhile, however late', async () => {
    for (const lateMs of [0, betweenMarksMs, betweenMarksMs + graceMs]) {
      const { world, push, givenUp, collect, condemned, knownChunks, isStored } = await createCollectedWorld();
      world.clock.advance(DAY_MS);
      await collect();
      for (let leftMs = lateMs; leftMs > 0; leftMs -= betweenMarksMs) {
        world.clock.advance(Math.min(leftMs, betweenMarksMs));
        if (leftMs > betweenMarksMs) await collect();
      }
      valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
      const left = await condemned();
      for (const path of filesOf(givenUp).slice(0, -1)) expect(left.get(path)).to.equal(undefined);
      expect(await knownChunks(givenUp)).to.equal(2);
      for (let days = 0; days < 10; days += 1) {
        world.clock.advance(DAY_MS);
        await collect();
      }
      expect(await isStored(onlyPackOf(givenUp).path)).to.equal(true);
      for (const file of [...givenUp.packs, ...givenUp.maps, givenUp.manifest])
        expect(await readFile(world, push, file.path)).to.deep.equal(file.bytes);
    }
  });

  it('keeps what a verification needs that is pending', async () => {
    const { world, push, givenUp, change, collect, condemned } = await createCollectedWorld();
    const { repositoryId } = push.repository;
    const { oid, sizeBytes } = givenUp;
    const requestedAt = world.clock.now();
    const pending = { repositoryId, oid, sizeBytes, name: undefined, requestedBy: push.caller.userId, requestedAt };
    await change(({ tree }) => tree.addPendingVerification(pending));
    for (let days = 0; days < 10; days += 1) {
      world.clock.advance(DAY_MS);
      await collect();
    }
    expect([...(await condemned()).keys()]).not.to.include.members([...filesOf(givenUp)]);
    expect(valueOf(await world.application.tree.verifyNext())).to.equal(true);
    expect(await readFile(world, push, givenUp.manifest.path)).to.deep.equal(givenUp.manifest.bytes);
  });

  it('condemns nothing of a repository of which a needed file is missing or wrong, and tells of it', async () => {
    const damages = {
      'a map that is missing': async ({ world, needed, keyOf }: Awaited<ReturnType<typeof createCollectedWorld>>) => {
        for (const { path } of needed.maps) valueOf(await world.blobs.remove(keyOf(path)));
      },
      'a map with other bytes': async ({ world, push, needed }: Awaited<ReturnType<typeof createCollectedWorld>>) => {
        for (const { path } of needed.maps) await overwrite(world, push, path, bytesOf('no map'));
      },
      'a pack that is not in the books': async ({ change, push, needed }: Awaited<ReturnType<typeof createCollectedWorld>>) => {
        await change(({ tree }) => tree.removeFile(push.repository.repositoryId, onlyPackOf(needed).path, 'stored'));
      },
    };
    for (const [title, damage] of Object.entries(damages)) {
      const collected = await createCollectedWorld();
      const { world, push, collect, condemned } = collected;
      await damage(collected);
      world.clock.advance(DAY_MS);
      const outcome = await collect();
      expect(
        outcome?.refusals.map(({ repositoryId }) => repositoryId),
        title,
      ).to.deep.equal([push.repository.repositoryId]);
      expect(await condemned(), title).to.deep.equal(new Map());
      const told = world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'maintenance.gc.completed');
      expect(told.at(-1)?.data).to.include({ refused: 1 });
    }
  });

  it('deletes nothing in doubt that was put into quarantine before', async () => {
    const { world, needed, givenUp, keyOf, collect, quarantine, isStored } = await createCollectedWorld();
    await quarantine();
    for (const { path } of needed.maps) valueOf(await world.blobs.remove(keyOf(path)));
    world.clock.advance(graceMs + DAY_MS);
    expect((await collect())?.refusals).to.have.length(1);
    for (const path of filesOf(givenUp)) expect(await isStored(path)).to.equal(true);
  });

  it('sees what was registered while it marked, and goes on with it', async () => {
    const { world, push, givenUp, collect, condemned, over } = await createCollectedWorld();
    world.clock.advance(DAY_MS);
    let isRegistered = false;
    const { collect: collectBeside } = over((blobs) => ({
      read: (key, span) => {
        const reading = blobs.read(key, span);
        if (isRegistered) return reading;
        isRegistered = true;
        return reading.andThen((value) =>
          world.application.tree
            .finalize(push, { objects: [givenUp] })
            .map(() => value)
            .orElse(() => errAsync(unavailable('storage'))),
        );
      },
    }));
    await collectBeside();
    expect(isRegistered).to.equal(true);
    expect([...(await condemned()).keys()]).not.to.include.members(filesOf(givenUp).slice(0, -1));
    expect(await collect()).to.equal(undefined);
  });

  it('keeps its claim for as long as it reads, however long that takes', async () => {
    const { world, collect, over } = await createCollectedWorld();
    world.clock.advance(DAY_MS);
    const beside: unknown[] = [];
    const { collect: collectSlowly } = over((blobs) => ({
      read: (key, span) => {
        world.clock.advance(4 * MINUTE_MS);
        return blobs
          .read(key, span)
          .andThen((reading) => new ResultAsync(collect().then((found) => ok(void beside.push(found)))).map(() => reading));
      },
    }));
    expect(await collectSlowly()).to.include({ repositories: 1, unneededFiles: 4 });
    expect(beside).to.deep.equal([undefined, undefined]);
  });

  it('reads and removes no more files in a second than it is set to', async () => {
    const { world, collect, quarantine } = await createCollectedWorld();
    await quarantine();
    world.clock.advance(graceMs);
    const at: number[] = [];
    const tell = <T>(value: T): T => {
      at.push(world.clock.now());
      return value;
    };
    const blobs: BlobStore = {
      ...world.blobs,
      read: (key, span) => tell(world.blobs.read(key, span)),
      remove: (key) => tell(world.blobs.remove(key)),
    };
    const settings = { ...world.ports.settings, gcRequestsPerSecond: 2 };
    let isOver = false;
    const collecting = createApplication({ ...world.ports, blobs, settings }).maintenance.collectGarbage();
    void collecting.then(() => (isOver = true));
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      world.clock.advance(50);
    }
    expect(valueOf(await collecting)).to.include({ deletedFiles: 4 });
    expect(at).to.have.length(6);
    at.slice(1).forEach((instant, index) => expect(instant - (at[index] ?? 0)).to.be.at.least(450));
    expect(await collect()).to.equal(undefined);
  });

  it('ends at once when it is stopped while it waits, and the next visit begins anew at once', async () => {
    const { world, collect, quarantine } = await createCollectedWorld();
    await quarantine();
    world.clock.advance(graceMs);
    const stop = new AbortController();
    let waits = 0;
    const after = () => {
      waits += 1;
      stop.abort();
      return () => undefined;
    };
    const settings = { ...world.ports.settings, gcRequestsPerSecond: 1 };
    const slow = createApplication({ ...world.ports, settings, clock: { ...world.clock, after } });
    expect(valueOf(await slow.maintenance.collectGarbage(stop.signal))).to.equal(undefined);
    expect(waits).to.equal(1);
    expect(await collect()).to.include({ deletedFiles: 4 });
  });

  it('leaves a repository alone whose storage does not answer, and visits the others', async () => {
    const { world, push, owner, over, collect } = await createCollectedWorld();
    const organization = valueOf(
      await world.application.authorize.organization(owner, push.repository.organizationId, 'repositories.create'),
    );
    const other = valueOf(await world.application.repositories.create(organization, { name: 'Other', visibility: 'PRIVATE' }));
    const otherPush = await world.grant(owner, other.id, 'repository.push');
    await sendObject(world, otherPush, buildObject([bytesOf('other')]));
    world.clock.advance(DAY_MS);
    const { application } = over((blobs) => ({
      read: (key, span) => (key.startsWith(push.repository.namespace) ? errAsync(unavailable('storage')) : blobs.read(key, span)),
    }));
    expect(errorOf(await application.maintenance.collectGarbage())).to.include({ kind: 'unavailable', part: 'storage' });
    const told = world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'maintenance.gc.completed');
    expect(told.map(({ repositoryId }) => repositoryId)).to.deep.equal([other.id]);
    const later = async () => valueOf(await application.maintenance.collectGarbage());
    expect(await later(), 'told by the next run').to.include({ repositories: 1, unneededFiles: 3 });
    expect(await later()).to.equal(undefined);
    world.clock.advance(HOUR_MS);
    expect(await collect()).to.include({ repositories: 1, unneededFiles: 4 });
  });

  for (const kind of ['pack', 'map', 'manifest'] as const) {
    it(`refuses no visit for a ${kind} that is being deleted and that a pending object alone needs`, async () => {
      const { world, push, givenUp, change, over } = await createCollectedWorld();
      valueOf(await finalizeTree(world.ports, { maxBytes: 0 })(push, { objects: [givenUp] }));
      const files = { pack: onlyPackOf(givenUp), map: givenUp.maps[0] ?? givenUp.manifest, manifest: givenUp.manifest };
      const { path, bytes } = files[kind];
      const times = {
        seenAt: 0,
        quarantinedAt: 1,
        dueAt: world.clock.now() + MINUTE_MS,
        holder: 'another',
        removedAt: undefined,
      };
      const file = { path, sizeBytes: bytes.byteLength, state: 'deleting', ...times } as const;
      const { collect } = over((blobs) => ({
        read: (key, span) =>
          ResultAsync.fromSafePromise(change(({ condemned }) => condemned.put(push.repository.repositoryId, [file]))).andThen(
            () => blobs.read(key, span),
          ),
      }));
      expect(await collect()).to.deep.include({ repositories: 1, refusals: [] });
    });
  }

  it('tells of a repository of which nothing is collected also where the storage of another one does not answer', async () => {
    const { world, push, owner, over, needed, keyOf } = await createCollectedWorld();
    const organization = valueOf(
      await world.application.authorize.organization(owner, push.repository.organizationId, 'repositories.create'),
    );
    const other = valueOf(await world.application.repositories.create(organization, { name: 'Other', visibility: 'PRIVATE' }));
    const otherPush = await world.grant(owner, other.id, 'repository.push');
    const kept = buildObject([bytesOf('other')]);
    await sendObject(world, otherPush, kept);
    valueOf(await world.application.tree.finalize(otherPush, { objects: [kept] }));
    for (const { path } of needed.maps) valueOf(await world.blobs.remove(keyOf(path)));
    world.clock.advance(DAY_MS);
    const { application } = over((blobs) => ({
      read: (key, span) =>
        key.startsWith(otherPush.repository.namespace) ? errAsync(unavailable('storage')) : blobs.read(key, span),
    }));
    const outcome = valueOf(await application.maintenance.collectGarbage());
    expect(outcome?.refusals.map(({ repositoryId }) => repositoryId)).to.deep.equal([push.repository.repositoryId]);
  });
});
