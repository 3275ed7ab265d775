import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { plans } from '../../../../src/model/quotas/plan.js';
import { frozenFolder, frozenManifestPath, MINUTE_MS, treeKey, trusted } from '../../../../src/model/values/index.js';
import { buildObject, joinBytes, sendFile, sendObject, sha256Of, storedTreeBytes } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const setUp = async () => {
  const world = createWorld('free');
  const { push, organization } = await withRepository(world);
  const object = buildObject([bytesOf('some '), bytesOf('chunks')]);
  const usage = async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
  /** Sends the manifest once more, as other bytes that say the same. */
  const sendPadded = async (padding: number) => {
    const bytes = joinBytes([object.manifest.bytes, bytesOf(' '.repeat(padding))]);
    await sendFile(world, push, { path: object.manifest.path, bytes });
    return frozenManifestPath(sha256Of(bytes));
  };
  const change = async (bytes: number) =>
    valueOf(
      await world.unitOfWork.transact(async (records): Promise<Result<boolean, never>> =>
        ok((await records.usage.reserve(organization.id, bytes, plans.free.storageBytes)) !== undefined),
      ),
    );
  /** Takes all room of the plan but so many bytes. */
  const leave = async (bytes: number) => {
    const { usedBytes, reservedBytes } = await usage();
    expect(await change(plans.free.storageBytes - usedBytes - reservedBytes - bytes)).to.equal(true);
  };
  const copies = async () => {
    const keys: string[] = [];
    const prefix = treeKey(push.repository.namespace, frozenFolder);
    for await (const { key } of world.blobs.list(trusted(push.repository.namespace))) if (key.startsWith(prefix)) keys.push(key);
    return keys.length;
  };
  const rowOf = async (path: ReturnType<typeof frozenManifestPath>) =>
    valueOf(await world.unitOfWork.read(({ tree }) => tree.findFile(push.repository.repositoryId, path)));
  return { world, push, object, usage, sendPadded, leave, copies, rowOf, tree: world.application.tree };
};

describe('createHoldManifest', () => {
  it('refuses the copy of a manifest that the plan has no room for before it is written, however often', async () => {
    const { world, push, object, usage, sendPadded, leave, copies, tree } = await setUp();
    await sendObject(world, push, object);
    await sendPadded(20);
    await leave(10);
    for (let padding = 20; padding > 10; padding -= 1) {
      await sendPadded(padding);
      expect(errorOf(await tree.finalize(push, { objects: [object] }))).to.include({ reason: 'storage_quota' });
    }
    expect(await copies()).to.equal(0);
    expect((await usage()).usedBytes).to.equal(await storedTreeBytes(world, push));
  });

  it('has the copies counted that a finalize leaves which was refused for something else, until there is no room', async () => {
    const { world, push, object, usage, sendPadded, leave, copies, rowOf, tree } = await setUp();
    await sendObject(world, push, object);
    const missing = buildObject([bytesOf('never sent')]);
    await sendFile(world, push, missing.manifest);
    await leave(2 * object.manifest.bytes.byteLength + 20);
    const reasons: (string | undefined)[] = [];
    for (let padding = 1; padding < 6; padding += 1) {
      await sendPadded(padding);
      const problem = errorOf(await tree.finalize(push, { objects: [object, missing] }));
      reasons.push('reason' in problem ? problem.reason : undefined);
      expect((await usage()).usedBytes).to.equal(await storedTreeBytes(world, push));
    }
    expect(reasons).to.deep.equal(['not_uploaded', 'not_uploaded', 'storage_quota', 'storage_quota', 'storage_quota']);
    expect(await copies()).to.equal(2);
    world.clock.advance(2 * MINUTE_MS);
    expect(valueOf(await world.application.maintenance.sweep()).reconciledFiles).to.equal(2);
    expect((await usage()).usedBytes).to.equal(await storedTreeBytes(world, push));
    const path = await sendPadded(1);
    expect(await rowOf(path)).to.include({ state: 'stored' });
    valueOf(await tree.finalize(push, { objects: [object] }));
    expect((await usage()).usedBytes).to.equal(await storedTreeBytes(world, push));
  });

  it('charges the copy of one manifest once, for two that finalize it at once', async () => {
    const { world, push, object, usage, rowOf, tree } = await setUp();
    await sendObject(world, push, object);
    const answers = await Promise.all([1, 2].map(() => tree.finalize(push, { objects: [object] })));
    expect(answers.map((answer) => valueOf(answer).objects)).to.deep.equal([1, 1]);
    expect(await rowOf(frozenManifestPath(sha256Of(object.manifest.bytes)))).to.include({ state: 'stored', receivers: 0 });
    expect((await usage()).usedBytes).to.equal(await storedTreeBytes(world, push));
  });

  it('charges the copy again, before it is there, for a process that stood still until it was counted no more', async () => {
    for (const room of ['enough', 'none'] as const) {
      const { world, push, object, usage, leave, copies, tree } = await setUp();
      await sendObject(world, push, object);
      const before = await usage();
      const write: typeof world.blobs.write = (key, body, sizeBytes) => {
        const standStill = async (): Promise<void> => {
          world.clock.advance(2 * MINUTE_MS);
          expect(valueOf(await world.application.maintenance.sweep()).reconciledFiles).to.equal(1);
          expect(await usage()).to.deep.equal(before);
          if (room === 'none') await leave(10);
        };
        return ResultAsync.fromSafePromise(standStill()).andThen(() => world.blobs.write(key, body, sizeBytes));
      };
      const stalled = createApplication({ ...world.ports, blobs: { ...world.blobs, write } });
      const answer = await stalled.tree.finalize(push, { objects: [object] });
      expect((await usage()).usedBytes).to.equal(await storedTreeBytes(world, push));
      expect(await copies()).to.equal(room === 'none' ? 0 : 1);
      if (room === 'enough') expect(valueOf(answer).objects).to.equal(1);
      else {
        expect(errorOf(answer)).to.include({ kind: 'unavailable' });
        expect(errorOf(await tree.finalize(push, { objects: [object] }))).to.include({ reason: 'storage_quota' });
      }
    }
  });
});
