import { expect } from 'chai';
import { errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { unavailable } from '../../../../src/model/app-error.js';
import {
  type ChunkName,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type PackName,
  trusted,
  type TreePath,
} from '../../../../src/model/values/index.js';
import type { TreeRecords } from '../../../../src/ports/records/tree-records.js';
import type { UnitOfWork } from '../../../../src/ports/unit-of-work.js';
import { type CollectedWorld, createCollectedWorld, filesOf, graceMs, onlyPackOf } from '../../../builders/collecting.js';
import { check } from '../../integrity/stored-world.js';
import { bodyOf, buildObject, readFile, sendFile, sendObject, sha256Of } from '../../../builders/tree.js';
import { pushTexts } from '../../../builders/push-texts.js';
import { bytesOf, errorOf, valueOf } from '../../../builders/world.js';

const put = ({ world, push, givenUp }: CollectedWorld) =>
  world.application.tree.receive(push, onlyPackOf(givenUp).path, bodyOf(onlyPackOf(givenUp).bytes));

const expectWhole = async ({ world, push, givenUp }: CollectedWorld): Promise<void> => {
  for (const file of [...givenUp.packs, ...givenUp.maps, givenUp.manifest])
    expect(await readFile(world, push, file.path)).to.deep.equal(file.bytes);
};

const expectBalanced = async ({ books }: CollectedWorld): Promise<void> => {
  const { files, stored, differences } = await books();
  expect(files).to.equal(stored);
  expect(differences).to.deep.equal([]);
};

/** The same database, and somebody who hears which packs are forgotten in each slice of a pass over all chunks, and behind which chunk. */
const watchForgetting = (
  { unitOfWork }: Pick<CollectedWorld['world'], 'unitOfWork'>,
  hear: (packs: readonly PackName[], after: ChunkName | undefined) => void,
): UnitOfWork => ({
  ...unitOfWork,
  transact: (work) =>
    unitOfWork.transact((records) => {
      const removeChunksOf: TreeRecords['removeChunksOf'] = (of, packs, after, limit) => {
        hear(packs, after);
        return records.tree.removeChunksOf(of, packs, after, limit);
      };
      const tree = { ...records.tree, removeChunksOf };
      return work(new Proxy(records, { get: (groups, name): unknown => (name === 'tree' ? tree : Reflect.get(groups, name)) }));
    }),
});

/** More than a slice of files is over its grace. */
const createManyDueWorld = async (): Promise<CollectedWorld> => {
  const collected = await createCollectedWorld();
  const { world, push } = collected;
  for (let at = 0; at < 20; at += 1) await sendObject(world, push, buildObject([bytesOf(`given up ${at}`)]));
  await collected.quarantine();
  world.clock.advance(graceMs);
  return collected;
};

/** What was given up is over its grace. */
const createDueWorld = async (): Promise<CollectedWorld> => {
  const collected = await createCollectedWorld();
  await collected.quarantine();
  collected.world.clock.advance(graceMs);
  return collected;
};

describe('deleting what is condemned', () => {
  it('registers no object of which a file was deleted while it was verified, and says which; sent again it is registered', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp, collect, over, isStored } = collected;
    const { application } = over((blobs) => ({
      write: (key, body, sizeBytes) => new ResultAsync(collect().then(() => blobs.write(key, body, sizeBytes))),
    }));
    const error = errorOf(await application.tree.finalize(push, { objects: [givenUp] }));
    expect(error).to.deep.include({ kind: 'conflict', reason: 'chunks_gone', oid: givenUp.oid });
    expect('paths' in error && error.paths).to.have.members(filesOf(givenUp).slice(0, -1));
    expect(await isStored(onlyPackOf(givenUp).path)).to.equal(false);
    expect(
      valueOf(await world.application.tree.lookUp(push, { names: [], sizes: [], oids: [givenUp.oid] })).objectSizes.size,
    ).to.equal(0);
    await sendObject(world, push, givenUp);
    valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
    await expectWhole(collected);
    await expectBalanced(collected);
  });

  it('drops a pending object of which a file was deleted while it was verified', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp, change, over } = collected;
    const { repositoryId } = push.repository;
    const { application } = over((blobs) => ({
      write: (key, body, sizeBytes) =>
        new ResultAsync(
          change(({ condemned }) => condemned.list(repositoryId, { state: 'quarantined', limit: 10 }))
            .then((files) =>
              change(({ condemned }) =>
                condemned.put(
                  repositoryId,
                  files.map((file) => ({ ...file, state: 'deleting' })),
                ),
              ),
            )
            .then(() => blobs.write(key, body, sizeBytes)),
        ),
    }));
    const { oid, sizeBytes } = givenUp;
    const pending = { repositoryId, oid, sizeBytes, name: undefined, requestedBy: push.caller.userId, requestedAt: 0 };
    await change(({ tree }) => tree.addPendingVerification(pending));
    expect(valueOf(await application.tree.verifyNext())).to.equal(true);
    expect(world.unitOfWork.journal.auditEvents().map(({ action }) => action)).to.include('repository.push.refused');
    expect(valueOf(await application.tree.lookUp(push, { names: [], sizes: [], oids: [oid] })).objectSizes.size).to.equal(0);
  });

  for (const when of ['before', 'after'] as const) {
    it(`takes no file that is being deleted again until a removal that failed ${when} its effect cannot come late any more`, async () => {
      const collected = await createDueWorld();
      const { world, push, givenUp, collect, condemned, over, isStored } = collected;
      const lost: (() => Promise<unknown>)[] = [];
      const { collect: collectInVain } = over((blobs) => ({
        remove: (key) => {
          lost.push(async () => blobs.remove(key));
          const failed = errAsync(unavailable('storage'));
          return when === 'before' ? failed : blobs.remove(key).andThen(() => failed);
        },
      }));
      expect(await collectInVain()).to.include({ deletedFiles: 0 });
      const pack = onlyPackOf(givenUp).path;
      expect((await condemned()).get(pack)).to.equal('deleting');
      expect(await isStored(pack)).to.equal(when === 'before');
      expect((await check(world)).findings, 'it is not missed').to.deep.equal([]);
      expect(errorOf(await put(collected))).to.deep.include({ kind: 'unavailable', retryAfterSeconds: 5 });
      if (when === 'before')
        expect(errorOf(await world.application.tree.finalize(push, { objects: [givenUp] }))).to.include({
          reason: 'chunks_gone',
        });
      expect(errorOf(await world.application.tree.read(push, pack)).kind).to.equal('not_found');

      world.clock.advance(14 * MINUTE_MS);
      expect(await collect(), 'the first holder may still be at it').to.equal(undefined);
      for (const arrive of lost) await arrive();
      world.clock.advance(6 * MINUTE_MS);
      expect(await collect()).to.include({ deletedFiles: 0 });
      expect((await condemned()).get(pack)).to.equal('deleting');
      expect(errorOf(await put(collected)).kind).to.equal('unavailable');
      world.clock.advance(20 * MINUTE_MS);
      expect(await collect()).to.include({ deletedFiles: 4 });
      expect(await condemned()).to.deep.equal(new Map());
      await sendObject(world, push, givenUp);
      valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
      await expectWhole(collected);
      await expectBalanced(collected);
    });
  }

  it('goes on with a removal that failed before the clock was set back, and takes the file again a quarter of an hour later', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp, collect, condemned, over, isStored } = collected;
    const { collect: collectInVain } = over(() => ({ remove: () => errAsync(unavailable('storage')) }));
    world.clock.advance(365 * DAY_MS);
    await collectInVain();
    world.clock.advance(-365 * DAY_MS);
    const pack = onlyPackOf(givenUp).path;
    expect((await condemned()).get(pack)).to.equal('deleting');
    await collect();
    expect([await isStored(pack), (await condemned()).get(pack)]).to.deep.equal([false, 'deleting']);
    expect(errorOf(await put(collected)).kind).to.equal('unavailable');
    world.clock.advance(DAY_MS);
    await collect();
    expect((await condemned()).has(pack)).to.equal(false);
    await sendObject(world, push, givenUp);
    valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
    await expectWhole(collected);
    await expectBalanced(collected);
  });

  it('changes nothing any more once somebody else has claimed the repository, however long it has stood still', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp, collect, over } = collected;
    let goOn: () => void = () => undefined;
    const isStanding = new Promise<void>((resolve) => (goOn = resolve));
    const standing: Promise<unknown>[] = [];
    const { collect: collectSlowly } = over((blobs) => ({
      remove: (key) => {
        const removal = isStanding.then(() => blobs.remove(key));
        standing.push(removal);
        return new ResultAsync(removal);
      },
    }));
    const slow = collectSlowly();
    while (standing.length < 4) await new Promise((resolve) => setImmediate(resolve));
    for (let minutes = 0; minutes < 60; minutes += 20) {
      world.clock.advance(20 * MINUTE_MS);
      await collect();
    }
    // The bytes that the first holder was to remove are gone, and nobody has sent them again; its removals arrive now.
    goOn();
    expect(await slow).to.equal(undefined);
    await expectBalanced(collected);
    await sendObject(world, push, givenUp);
    valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
    world.clock.advance(DAY_MS);
    await collect();
    await expectWhole(collected);
    await expectBalanced(collected);
  });

  it('leaves a pack verified that is brought back while its chunks are forgotten', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp } = collected;
    const slices: (readonly PackName[])[] = [];
    const unitOfWork = watchForgetting(world, (packs) => slices.push(packs));
    const pause = async (): Promise<void> => {
      if (slices.length === 1) valueOf(await put(collected));
    };
    const ports = { ...world.ports, unitOfWork, clock: { ...world.clock, pause } };
    valueOf(await createApplication(ports).maintenance.collectGarbage());
    const { repositoryId } = push.repository;
    const { name } = onlyPackOf(givenUp);
    expect(slices).to.deep.equal([[name], []]);
    const verified = await world.unitOfWork.read(({ tree }) => tree.findVerifiedPacks(repositoryId, [name]));
    expect(valueOf(verified)).to.deep.equal(new Set([name]));
    expect((await check(world)).findings).to.deep.equal([]);
    for (const file of [...givenUp.maps, givenUp.manifest]) await sendFile(world, push, file);
    valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
    await expectWhole(collected);
    await expectBalanced(collected);
  });

  it('takes one pass over all chunks, and a survey after it, in a repository to which somebody pushes during each pass', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp, condemned, isStored } = collected;
    let passes = 0;
    let pushed = 0;
    const unitOfWork = watchForgetting(world, (_packs, after) => {
      if (after === undefined) passes += 1;
    });
    const pause = async (): Promise<void> => {
      if (passes === pushed) return;
      pushed = passes;
      await pushTexts(world, push, `pushed ${pushed}`);
    };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork, clock: { ...world.clock, pause } });
    expect(valueOf(await maintenance.collectGarbage())).to.include({ deletedFiles: 4 });
    expect([passes, pushed]).to.deep.equal([1, 1]);
    expect(await condemned()).to.deep.equal(new Map());
    expect(await isStored(onlyPackOf(givenUp).path)).to.equal(false);
    await expectBalanced(collected);
  });

  it('leaves what an object came to need during the pass over all chunks', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp, condemned } = collected;
    let isFinalized = false;
    let passes = 0;
    const unitOfWork = watchForgetting(world, () => (passes += 1));
    const pause = async (): Promise<void> => {
      if (passes === 0 || isFinalized) return;
      isFinalized = true;
      for (const file of [...givenUp.packs, ...givenUp.maps, givenUp.manifest]) await sendFile(world, push, file);
      valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
    };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork, clock: { ...world.clock, pause } });
    valueOf(await maintenance.collectGarbage());
    expect(isFinalized).to.equal(true);
    expect([...(await condemned()).keys()].filter((path) => filesOf(givenUp).includes(path))).to.deep.equal([]);
    await expectWhole(collected);
    await expectBalanced(collected);
  });

  it('begins no removal later than a minute after it was committed', async () => {
    const collected = await createManyDueWorld();
    const { world, over, condemned } = collected;
    let begun = 0;
    const { collect: collectSlowly } = over((blobs) => ({
      remove: (key) => {
        begun += 1;
        return blobs.remove(key).andTee(() => begun === 8 && world.clock.advance(MINUTE_MS));
      },
    }));
    // 50 files are a slice; the minute of the next one begins anew.
    expect(await collectSlowly()).to.include({ deletedFiles: 22 });
    expect(begun).to.equal(22);
    expect([...(await condemned()).values()]).to.deep.equal(Array.from({ length: 42 }, () => 'deleting'));
    await expectBalanced(collected);
  });

  it('begins no removal any more of what somebody else has taken over, though its own clock has stood still', async () => {
    const collected = await createManyDueWorld();
    const { world, push, over, condemned } = collected;
    const { repositoryId } = push.repository;
    const takeOver = () =>
      world.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
        const deleting = await records.condemned.list(repositoryId, { state: 'deleting', limit: 1000 });
        await records.condemned.put(
          repositoryId,
          deleting.map((file) => ({ ...file, holder: 'heir' })),
        );
        return ok();
      });
    let begun = 0;
    const { collect: collectSlowly } = over((blobs) => ({
      remove: (key) => {
        begun += 1;
        return blobs.remove(key).andThen(takeOver);
      },
    }));
    expect(await collectSlowly()).to.include({ deletedFiles: 0 });
    // Those of one batch have been asked for together, in each of two slices.
    expect(begun).to.be.at.most(16);
    expect([...(await condemned()).values()]).to.include('deleting');
  });

  it('leaves a copy of a manifest to the finalize that writes it again, and charges it once', async () => {
    const collected = await createDueWorld();
    const { world, push, givenUp, change, collect, over, keyOf, condemned } = collected;
    const { repositoryId } = push.repository;
    const copy = trusted<TreePath>(`objects/manifests/${sha256Of(givenUp.manifest.bytes)}`);
    const sizeBytes = givenUp.manifest.bytes.byteLength;
    valueOf(await world.blobs.write(keyOf(copy), bodyOf(givenUp.manifest.bytes).bytes, sizeBytes));
    await change(async ({ tree, usage, condemned: records }) => {
      await tree.putFile(repositoryId, { path: copy, sizeBytes, state: 'stored', receivers: 0, changedAt: 0 });
      const { organizationId } = push.repository;
      const entry = {
        organizationId,
        repositoryId,
        sessionId: undefined,
        storageMode: 'managed',
        reason: 'tree.received',
      } as const;
      await usage.charge({ ...entry, bytes: sizeBytes, objects: 0, at: 0 });
      await usage.countTree(repositoryId, sizeBytes);
      const over = { seenAt: 0, quarantinedAt: 1, dueAt: 2, holder: undefined, removedAt: undefined };
      await records.put(repositoryId, [{ path: copy, sizeBytes, state: 'quarantined', ...over }]);
    });
    await expectBalanced(collected);
    for (const file of [onlyPackOf(givenUp), ...givenUp.maps]) await sendFile(world, push, file);
    let visits = 0;
    const { application } = over((blobs) => ({
      write: (key, body, bytes) =>
        blobs.write(key, body, bytes).andThen(
          () =>
            new ResultAsync(
              (async () => {
                visits += (await collect())?.repositories ?? 0;
                return blobs.check();
              })(),
            ),
        ),
    }));
    await sendFile(world, push, givenUp.manifest);
    valueOf(await application.tree.finalize(push, { objects: [givenUp] }));
    expect(visits).to.equal(1);
    expect((await condemned()).get(copy)).to.equal(undefined);
    await expectWhole(collected);
    world.clock.advance(HOUR_MS);
    await expectBalanced(collected);
  });

  it('registers no object whose copy of the manifest is being deleted, or was asked to be kept too long ago', async () => {
    const collected = await createCollectedWorld();
    const { world, push, givenUp, change, over } = collected;
    const { repositoryId } = push.repository;
    const { application } = over((blobs) => ({
      write: (key, body, sizeBytes) => blobs.write(key, body, sizeBytes).andTee(() => world.clock.advance(DAY_MS / 2 + 1)),
    }));
    expect(errorOf(await application.tree.finalize(push, { objects: [givenUp] })).kind).to.equal('unavailable');
    const path = trusted<TreePath>(`objects/manifests/${sha256Of(givenUp.manifest.bytes)}`);
    const sizeBytes = givenUp.manifest.bytes.byteLength;
    const times = { seenAt: 0, quarantinedAt: 1, dueAt: 2, holder: 'somebody', removedAt: undefined };
    await change(async ({ tree, condemned }) => {
      await tree.putFile(repositoryId, { path, sizeBytes, state: 'stored', receivers: 0, changedAt: 0 });
      await condemned.put(repositoryId, [{ path, sizeBytes, state: 'deleting', ...times }]);
    });
    expect(errorOf(await world.application.tree.finalize(push, { objects: [givenUp] })).kind).to.equal('unavailable');
    await change(async ({ tree, condemned }) => {
      await tree.removeFile(repositoryId, path, 'stored', false);
      await condemned.remove(repositoryId, [path]);
    });
    valueOf(await world.application.tree.finalize(push, { objects: [givenUp] }));
  });
});
