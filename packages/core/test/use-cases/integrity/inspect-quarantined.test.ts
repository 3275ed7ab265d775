import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import type { StoredObject } from '../../../src/model/objects/stored-object.js';
import { objectKey, type Oid, oidOfObjectKey, treeKey } from '../../../src/model/values/index.js';
import { valueOf } from '../../builders/world.js';
import { bytesAt, change, check, putBytes, storedWorld } from './stored-world.js';

const setUp = async () => {
  const stored = await storedWorld(createSeededRandom(21), 2);
  const { world, push, whole, trees } = stored;
  const { repositoryId } = push.repository;
  const [key] = whole;
  const [, , object] = trees;
  const oid = key && oidOfObjectKey(key);
  if (key === undefined || oid === undefined || object === undefined) throw new Error('there is something stored');
  const admin = await world.grant(push.caller, repositoryId, 'repository.admin');
  const remove = async (removed: Oid): Promise<void> =>
    valueOf(await world.application.objects.remove(admin, { oid: removed, isForced: false }));
  const flip = async (flipped: typeof key): Promise<void> =>
    putBytes(
      world,
      flipped,
      (await bytesAt(world, flipped)).map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
    );
  const noted = async () =>
    valueOf(await world.unitOfWork.read(({ damage }) => damage.list(repositoryId, undefined, 10))).map(({ of, problem }) =>
      of.kind === 'file' ? `${of.path} ${problem}` : `${of.oid} ${problem}`,
    );
  return { ...stored, repositoryId, key, oid, object, remove, flip, noted };
};

describe('what waits in quarantine', () => {
  it('is looked at, and nothing is told of it when it is sound', async () => {
    const { world, whole, trees, oid, object, remove } = await setUp();
    await remove(oid);
    await remove(object.oid);
    const { findings, summary } = await check(world);
    expect(findings).to.deep.equal([]);
    expect(summary.objects).to.equal(whole.length + trees.length);
  });

  it('is told when it is damaged, as what it is, and noted until it is sound again', async () => {
    const { world, repositoryId, key, oid, remove, flip, noted } = await setUp();
    await remove(oid);
    await flip(key);
    const wrong = { kind: 'wrong_bytes', repositoryId, key, isInQuarantine: true };
    expect((await check(world)).findings).to.deep.equal([wrong]);
    expect(await noted()).to.deep.equal([]);
    expect((await check(world, { repairs: true })).findings).to.deep.equal([wrong]);
    expect(await noted()).to.deep.equal([`${oid} wrong_bytes`]);
    await flip(key);
    expect((await check(world, { repairs: true })).summary.healed).to.equal(1);
    expect(await noted()).to.deep.equal([]);
  });

  it('is told with the file that it lacks, where it lies in chunks', async () => {
    const { world, push, repositoryId, object, remove, noted } = await setUp();
    await remove(object.oid);
    const [pack] = object.packs;
    if (pack === undefined) throw new Error('an object has a pack');
    const key = treeKey(push.repository.namespace, pack.path);
    valueOf(await world.blobs.remove(key));
    const { findings } = await check(world, { repairs: true });
    expect(findings).to.deep.equal([
      { kind: 'missing', repositoryId, key },
      { kind: 'incomplete', repositoryId, oid: object.oid, key, isInQuarantine: true },
    ]);
    expect(await noted()).to.deep.equal([`${pack.path} missing`, `${object.oid} incomplete`]);
  });

  it('and is what a converted object had whole is told and not noted, for the object is sound', async () => {
    const { world, push, repositoryId, object, noted } = await setUp();
    const { oid, sizeBytes } = object;
    const key = objectKey(push.repository.namespace, oid);
    const facts = { name: undefined, type: 'other', uploadedBy: push.caller.userId, createdAt: world.clock.now() } as const;
    const whole: StoredObject = { oid, sizeBytes, physicalBytes: sizeBytes, layout: 'whole', ...facts };
    await change(world, ({ quarantine }) => quarantine.putConverted(repositoryId, whole, { removedAt: 1, dueAt: 1 }));
    const { findings } = await check(world, { repairs: true });
    expect(findings).to.deep.equal([{ kind: 'missing', repositoryId, key, isInQuarantine: true }]);
    expect(await noted()).to.deep.equal([]);
  });

  it('and is being removed for good is not told when it is gone', async () => {
    const { world, repositoryId, key, oid, remove } = await setUp();
    await remove(oid);
    await change(world, async ({ quarantine }) => {
      for (const former of (await quarantine.find(repositoryId, [oid])).values())
        await quarantine.update(former, { state: 'deleting', dueAt: 1 });
    });
    valueOf(await world.blobs.remove(key));
    expect((await check(world)).findings).to.deep.equal([]);
  });
});
