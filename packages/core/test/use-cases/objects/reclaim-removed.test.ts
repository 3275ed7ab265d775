import { expect } from 'chai';
import { errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createFaultyBlobStore } from '../../../src/blob-store/faulty-blob-store.js';
import { conflict, unavailable } from '../../../src/model/app-error.js';
import type { GitId } from '../../../src/model/git-index/git-id.js';
import type { GitPath } from '../../../src/model/git-index/git-path.js';
import {
  DAY_MS,
  HOUR_MS,
  manifestPath,
  MINUTE_MS,
  objectKey,
  type SnapshotId,
  stagingKey,
  trusted,
} from '../../../src/model/values/index.js';
import { createCollectedWorld } from '../../builders/collecting.js';
import { pushTexts, uploadTexts } from '../../builders/push-texts.js';
import { buildObject, sendObject } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, oidOf, slug, valueOf, withRepository } from '../../builders/world.js';

const graceMs = 3 * DAY_MS;
const text = 'weights';

const setting = async ({ gcReclaim = true } = {}) => {
  const world = createWorld('business', { gcReclaim });
  const made = await withRepository(world);
  const { repository, owner, push, organization } = made;
  const admin = await world.grant(owner, repository.id, 'repository.admin');
  const key = objectKey(repository.namespace, oidOf(text));
  await pushTexts(world, push, text);
  const remove = async () => world.application.objects.remove(admin, { oid: oidOf(text), isForced: false });
  return {
    world,
    ...made,
    admin,
    key,
    remove,
    restore: () => world.application.objects.restore(admin, oidOf(text)),
    reclaim: async () => valueOf(await world.application.maintenance.reclaimQuarantined()),
    isThere: async () => (await world.blobs.head(key)).isOk(),
    isVisible: async () =>
      valueOf(await world.application.objects.list(push, { sort: 'recent', page: { limit: 9 } })).items.length > 0,
    usage: async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id))),
    state: async () => {
      const found = await world.unitOfWork.read(({ quarantine }) => quarantine.find(repository.id, [oidOf(text)]));
      return valueOf(found).get(oidOf(text))?.state;
    },
  };
};

const none = { objects: 0, bytes: 0 };
const one = { objects: 1, bytes: text.length };
const nothingCounted = { usedBytes: 0, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 };

describe('the bytes of a removed object', () => {
  it('stay without GC_RECLAIM, however long ago it was removed', async () => {
    const { world, remove, reclaim, isThere, restore } = await setting({ gcReclaim: false });
    valueOf(await remove());
    world.clock.advance(1000 * DAY_MS);
    expect(await reclaim()).to.equal(undefined);
    expect(await isThere()).to.equal(true);
    valueOf(await restore());
  });

  it('stay until the grace is over, and are then gone and counted no more', async () => {
    const { world, remove, reclaim, isThere, usage } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs - 1);
    expect([await reclaim(), await isThere()]).to.deep.equal([none, true]);
    expect(await usage()).to.deep.equal({ ...nothingCounted, reclaimableBytes: text.length });
    world.clock.advance(1);
    expect([await reclaim(), await isThere()]).to.deep.equal([one, false]);
    expect(await usage()).to.deep.equal(nothingCounted);
    expect(valueOf(await world.application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
  });

  it('stay where somebody else has taken their removal over, though the clock has stood still', async () => {
    const { world, repository, remove, isThere, state } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs);
    const { unitOfWork, clock } = world;
    const takeOver = () =>
      unitOfWork.transact(async ({ uploads }): Promise<Result<void, never>> => {
        const mark = { holder: 'heir', at: clock.now(), staleBefore: clock.now() };
        if (await uploads.isReclaimed(repository.id, oidOf(text)))
          await uploads.markReclaimed(repository.id, [oidOf(text)], mark);
        return ok();
      });
    const slow: typeof unitOfWork = { ...unitOfWork, read: (work) => takeOver().andThen(() => unitOfWork.read(work)) };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork: slow });
    expect(valueOf(await maintenance.reclaimQuarantined())).to.deep.equal(none);
    expect([await isThere(), await state()]).to.deep.equal([true, 'deleting']);
  });

  it('stay, pushed anew, where a process is told that their removal is its own and stands still until others have ended it', async () => {
    const { world, push, remove, reclaim, isThere, isVisible, state } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs);
    const { unitOfWork } = world;
    const others: unknown[] = [];
    const meanwhile = async (): Promise<void> => {
      if (others.length > 0 || (await state()) !== 'deleting') return;
      world.clock.advance(15 * MINUTE_MS);
      others.push(await reclaim());
      await pushTexts(world, push, text);
    };
    const slow: typeof unitOfWork = {
      ...unitOfWork,
      read: (work) => unitOfWork.read(work).andThen((answer) => ResultAsync.fromSafePromise(meanwhile().then(() => answer))),
    };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork: slow });
    expect(valueOf(await maintenance.reclaimQuarantined())).to.deep.equal(none);
    expect(others).to.deep.equal([one]);
    expect([await isThere(), await isVisible()]).to.deep.equal([true, true]);
  });

  it('can be brought back where a process was told that their removal is its own and stood still for a minute', async () => {
    const { world, remove, restore, isThere, state } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs);
    const { unitOfWork } = world;
    const standStill = async (): Promise<void> => {
      if ((await state()) === 'deleting') world.clock.advance(MINUTE_MS);
    };
    const slow: typeof unitOfWork = {
      ...unitOfWork,
      read: (work) => unitOfWork.read(work).andThen((answer) => ResultAsync.fromSafePromise(standStill().then(() => answer))),
    };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork: slow });
    expect(valueOf(await maintenance.reclaimQuarantined())).to.deep.equal(none);
    expect(await isThere()).to.equal(true);
    valueOf(await restore());
  });

  it('go although a snapshot, taken meanwhile, has the object as missing', async () => {
    const { world, repository, owner, remove, reclaim, isThere, usage } = await setting();
    valueOf(await remove());
    const [id, now] = [trusted<SnapshotId>('00000000-0000-4000-8000-00000000abcd'), world.clock.now()];
    const [commit, blob] = [trusted<GitId>('c'.repeat(40)), trusted<GitId>('d'.repeat(40))];
    const of = { id, repositoryId: repository.id, name: 'later', note: undefined, commit, ref: undefined };
    const counted = { files: 1, sizeBytes: text.length, missingObjects: 0, captured: 0, isComplete: false };
    const path = trusted<GitPath>('a.bin');
    const file = { path, mode: 0o100644, id: blob, sizeBytes: text.length, oid: oidOf(text), isLfs: true } as const;
    valueOf(
      await world.unitOfWork.transact(async ({ snapshots }): Promise<Result<void, never>> => {
        await snapshots.begin({ ...of, ...counted, createdBy: owner.userId, createdAt: now, activeAt: now });
        await snapshots.append(id, 0, { files: [file], missingObjects: 1, at: now });
        await snapshots.complete(id);
        return ok();
      }),
    );
    world.clock.advance(graceMs);
    expect([await reclaim(), await isThere()]).to.deep.equal([one, false]);
    expect(await usage()).to.deep.equal(nothingCounted);
  });

  it('stay while a back-up runs', async () => {
    const { world, remove, reclaim, isThere } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs);
    valueOf(await world.application.operator.holdOffRemovals());
    world.clock.advance(HOUR_MS - 1);
    expect([await reclaim(), await isThere()]).to.deep.equal([none, true]);
    world.clock.advance(1);
    expect([await reclaim(), await isThere()]).to.deep.equal([one, false]);
  });

  it('stay while an upload that was under way can still register them, and come back with it', async () => {
    const { world, push, remove, reclaim, isThere, isVisible, usage } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs - MINUTE_MS);
    const sessionId = await uploadTexts(world, push, text);
    world.clock.advance(MINUTE_MS);
    expect([await reclaim(), await isThere()]).to.deep.equal([none, true]);
    valueOf(await world.application.uploads.finalize(push, { sessionId }));
    expect(await isVisible()).to.equal(true);
    world.clock.advance(graceMs);
    expect([await reclaim(), await isThere()]).to.deep.equal([none, true]);
    valueOf(await world.application.maintenance.sweep());
    expect(await usage()).to.deep.equal({ ...nothingCounted, usedBytes: text.length });
  });

  it('leave no mark behind that outlives them, where the database goes away while an upload can still register them', async () => {
    const { world, push, remove, reclaim, isVisible } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs - MINUTE_MS);
    const sessionId = await uploadTexts(world, push, text);
    world.clock.advance(MINUTE_MS);
    const { unitOfWork } = world;
    let transactions = 0;
    const away: typeof unitOfWork = {
      ...unitOfWork,
      transact: (work) => {
        transactions += 1;
        // The first one takes the lease, the second one marks.
        return transactions > 2 ? errAsync(unavailable('database')) : unitOfWork.transact(work);
      },
    };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork: away });
    expect((await maintenance.reclaimQuarantined()).unwrapOr(none)).to.deep.equal(none);
    expect(transactions).to.be.greaterThan(2);
    valueOf(await world.application.uploads.finalize(push, { sessionId }));
    expect(await isVisible()).to.equal(true);
    world.clock.advance(DAY_MS);
    expect(await reclaim()).to.deep.equal(none);
    valueOf(await remove());
    await pushTexts(world, push, text);
    expect(await isVisible()).to.equal(true);
  });

  it('are taken by nobody for their own while they are being removed', async () => {
    const { world, push, remove, reclaim, restore, isThere, isVisible, repository } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const { remove: removeBlob } = world.managed;
    const answers: unknown[] = [];
    world.managed.remove = (key) => {
      world.managed.remove = removeBlob;
      const meanwhile = async (): Promise<void> => {
        const { uploads } = world.application;
        valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [objectOf(text)] }));
        answers.push(errorOf(await uploads.complete(push, { sessionId: session.id, ...objectOf(text) })));
        answers.push(errorOf(await restore()));
        answers.push(valueOf(await world.application.objects.list(push, { sort: 'recent', page: { limit: 9 } })).items);
      };
      return ResultAsync.fromSafePromise(meanwhile()).andThen(() => removeBlob(key));
    };
    expect(await reclaim()).to.deep.equal(one);
    expect(answers).to.deep.equal([unavailable('storage', 5), conflict('object_gone'), []]);
    const object = { sessionId: session.id, ...objectOf(text) };
    expect(errorOf(await world.application.uploads.complete(push, object))).to.include({ reason: 'not_uploaded' });
    await world.put(stagingKey(repository.namespace, session.id, oidOf(text)), text);
    valueOf(await world.application.uploads.complete(push, object));
    valueOf(await world.application.uploads.finalize(push, { sessionId: session.id }));
    expect([await isThere(), await isVisible()]).to.deep.equal([true, true]);
  });

  it('are removed again when nobody knows whether they were, and nothing is registered by them until then', async () => {
    const { world, push, remove, restore, isThere, isVisible, state, usage, repository } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs);
    const faulty = createFaultyBlobStore(world.blobs);
    const other = createApplication({ ...world.ports, blobs: faulty });
    faulty.failNext({ call: 'remove', when: 'after' });
    expect(errorOf(await other.maintenance.reclaimQuarantined())).to.deep.equal(unavailable('storage', 1));
    expect([await isThere(), await state()]).to.deep.equal([false, 'deleting']);
    expect(errorOf(await restore())).to.deep.equal(conflict('object_gone'));
    expect((await usage()).reclaimableBytes).to.equal(text.length);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const object = { sessionId: session.id, ...objectOf(text) };
    valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf(text)] }));
    await world.put(stagingKey(repository.namespace, session.id, oidOf(text)), text);
    expect(errorOf(await world.application.uploads.complete(push, object))).to.deep.equal(unavailable('storage', 5));
    world.clock.advance(15 * MINUTE_MS);
    // The upload is one that may register them now, so they are left; it brings them itself, and nobody else may restore bytes that may be gone.
    expect(valueOf(await other.maintenance.reclaimQuarantined())).to.deep.equal(none);
    expect(errorOf(await restore())).to.deep.equal(conflict('object_gone'));
    valueOf(await world.application.uploads.complete(push, object));
    valueOf(await world.application.uploads.finalize(push, { sessionId: session.id }));
    expect([await isThere(), await isVisible(), await state()]).to.deep.equal([true, true, undefined]);
    world.clock.advance(graceMs);
    valueOf(await other.maintenance.reclaimQuarantined());
    valueOf(await world.application.maintenance.sweep());
    expect([await isThere(), await usage()]).to.deep.equal([true, { ...nothingCounted, usedBytes: text.length }]);
  });

  it('are not removed by one who comes to it a minute after the mark', async () => {
    const { world, remove, restore, isThere } = await setting();
    valueOf(await remove());
    world.clock.advance(graceMs);
    const slow = { ...world.clock, now: () => world.clock.now() };
    const { transact } = world.unitOfWork;
    let transactions = 0;
    const unitOfWork: typeof world.unitOfWork = {
      ...world.unitOfWork,
      transact: (work) =>
        transact(work).andTee(() => {
          transactions += 1;
          // The lease, the mark, and then the process stands still.
          if (transactions === 3) world.clock.advance(MINUTE_MS);
        }),
    };
    const other = createApplication({ ...world.ports, unitOfWork, clock: slow });
    expect(valueOf(await other.maintenance.reclaimQuarantined())).to.deep.equal(none);
    expect(await isThere()).to.equal(true);
    valueOf(await restore());
  });

  it('wait in a bucket that does not answer, behind which nobody else has to', async () => {
    const { world, push, remove, admin, reclaim, isThere } = await setting();
    const others = ['first', 'second', 'third'];
    await pushTexts(world, push, ...others);
    const elsewhere = valueOf(await world.application.authorize.organization(push.caller, slug('acme'), 'repositories.create'));
    const { id } = valueOf(await world.application.repositories.create(elsewhere, { name: 'Elsewhere' }));
    const pushElsewhere = await world.grant(push.caller, id, 'repository.push');
    await pushTexts(world, pushElsewhere, 'elsewhere');
    valueOf(await remove());
    for (const other of others) valueOf(await world.application.objects.remove(admin, { oid: oidOf(other), isForced: false }));
    const adminElsewhere = await world.grant(push.caller, id, 'repository.admin');
    valueOf(await world.application.objects.remove(adminElsewhere, { oid: oidOf('elsewhere'), isForced: false }));
    world.clock.advance(graceMs);
    const { remove: removeBlob } = world.managed;
    let calls = 0;
    world.managed.remove = (key) => {
      if (!key.startsWith(push.repository.namespace)) return removeBlob(key);
      calls += 1;
      return errAsync(unavailable('storage'));
    };
    expect(errorOf(await world.application.maintenance.reclaimQuarantined())).to.deep.equal(unavailable('storage'));
    expect(calls).to.equal(1);
    const there = await world.blobs.head(objectKey(pushElsewhere.repository.namespace, oidOf('elsewhere')));
    expect(there.isErr()).to.equal(true);
    world.managed.remove = removeBlob;
    world.clock.advance(HOUR_MS);
    // With the one elsewhere, of which the run that met the fault did not tell.
    expect([(await reclaim())?.objects, await isThere()]).to.deep.equal([5, false]);
  });

  it('are gone with their repository, and are counted once', async () => {
    const { world, admin, remove, usage, isThere } = await setting();
    valueOf(await remove());
    valueOf(await world.application.repositories.remove(admin));
    expect(await usage()).to.deep.equal({ ...nothingCounted, reclaimableBytes: text.length });
    world.clock.advance(graceMs);
    valueOf(await world.application.maintenance.reclaimQuarantined());
    valueOf(await world.application.maintenance.reclaimRepositories());
    expect([await usage(), await isThere()]).to.deep.equal([nothingCounted, false]);
  });

  it('that lie in chunks are those of its manifest, which nothing needs from then on', async () => {
    const { world, owner, push, needed, collect, isStored, quarantine } = await createCollectedWorld();
    const admin = await world.grant(owner, push.repository.repositoryId, 'repository.admin');
    const [pack] = needed.packs;
    if (pack === undefined) throw new Error('an object has a pack');
    valueOf(await world.application.objects.remove(admin, { oid: needed.oid, isForced: false }));
    // The tree's collector leaves what can be brought back, however often it comes.
    await quarantine();
    world.clock.advance(graceMs - 2 * DAY_MS);
    await collect();
    valueOf(await world.application.objects.restore(admin, needed.oid));
    expect(await isStored(pack.path)).to.equal(true);
    valueOf(await world.application.objects.remove(admin, { oid: needed.oid, isForced: false }));
    world.clock.advance(graceMs);
    expect(valueOf(await world.application.maintenance.reclaimQuarantined())).to.deep.equal({ objects: 1, bytes: 0 });
    await quarantine();
    expect(await isStored(pack.path)).to.equal(true);
    world.clock.advance(graceMs + DAY_MS);
    for (let visits = 0; visits < 3; visits += 1) {
      await collect();
      world.clock.advance(DAY_MS);
    }
    expect([await isStored(pack.path), await isStored(manifestPath(needed.oid))]).to.deep.equal([false, false]);
  });

  it('are removed beside an object of the same bytes that was pushed in chunks meanwhile, which stays', async () => {
    const { world, push, remove, isThere, isVisible, state, usage, admin } = await setting();
    const object = buildObject([bytesOf(text)]);
    valueOf(await remove());
    world.clock.advance(graceMs);
    await sendObject(world, push, object);
    const { remove: removeBlob } = world.managed;
    world.managed.remove = (key) => {
      world.managed.remove = removeBlob;
      const meanwhile = async (): Promise<void> => {
        valueOf(await world.application.tree.finalize(push, { objects: [object] }));
        expect(errorOf(await world.application.objects.restore(admin, object.oid))).to.deep.equal(conflict('object_gone'));
      };
      return ResultAsync.fromSafePromise(meanwhile()).andThen(() => removeBlob(key));
    };
    valueOf(await world.application.maintenance.reclaimQuarantined());
    expect([await isThere(), await isVisible(), await state()]).to.deep.equal([false, true, undefined]);
    expect((await usage()).reclaimableBytes).to.equal(0);
    expect(valueOf(await world.application.maintenance.reconcileUsage())?.differences).to.deep.equal([]);
  });
});
