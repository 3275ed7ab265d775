import { branchAt, commitOf, takeCommits } from '@svc/conformance';
import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import { createApplication } from '../../../src/application.js';
import { createFaultyUnitOfWork } from '../../../src/memory/faulty-unit-of-work.js';
import { unavailable } from '../../../src/model/app-error.js';
import type { QuarantinedObject } from '../../../src/model/objects/quarantined-object.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, objectKey, type RepositoryId, stagingKey } from '../../../src/model/values/index.js';
import type { Records } from '../../../src/ports/unit-of-work.js';
import { createConvertedWorld, versions } from '../../builders/converting.js';
import { pushTexts, uploadTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, objectOf, oidOf, slug, valueOf, withRepository } from '../../builders/world.js';

const days = 7;
const graceMs = 3 * DAY_MS;
const text = 'weights';
const oid = oidOf(text);

/** A repository with one object and an index that has a commit with it, which no branch names. */
const setting = async ({ gcReclaim = true, asks = true } = {}) => {
  const world = createWorld('business', { gcReclaim });
  const made = await withRepository(world);
  const { repository, owner, push, organization } = made;
  const { gitIndex, maintenance, objects, repositories } = world.application;
  const admin = await world.grant(owner, repository.id, 'repository.admin');
  const update = await world.grant(owner, repository.id, 'repository.update');
  const ask = async (reclaimUnreachableAfterDays: number | null) => repositories.update(update, { reclaimUnreachableAfterDays });
  if (asks) valueOf(await ask(days));
  await pushTexts(world, push, text);
  const commit = commitOf(objectOf(text));
  const sentId = await takeCommits(world.application, push, commit);
  valueOf(await gitIndex.finalize(push, { sessionId: sentId, refs: [branchAt('other', commit.id)], isComplete: false }));
  const tell = async (branches: readonly string[], isComplete = true): Promise<void> => {
    const { id: sessionId } = valueOf(await gitIndex.open(push, { objectFormat: 'sha1' }));
    const refs = branches.map((name) => branchAt(name, commit.id));
    valueOf(await gitIndex.finalize(push, { sessionId, refs, isComplete }));
  };
  const look = async () => valueOf(await maintenance.reclaimUnreachable());
  const unreachable = async () => valueOf(await repositories.storageSummary(admin)).unreachable;
  return {
    world,
    ...made,
    admin,
    ask,
    tell,
    look,
    commit,
    unreachable,
    /** Nothing reaches it, twice, and as far apart as it takes. */
    becomeDue: async (): Promise<void> => {
      await tell([]);
      await look();
      world.clock.advance(days * DAY_MS);
      await tell([]);
    },
    reclaim: async () => valueOf(await maintenance.reclaimQuarantined()),
    isThere: async () => (await world.blobs.head(objectKey(repository.namespace, oid))).isOk(),
    isVisible: async () =>
      valueOf(await objects.list(push, { sort: 'recent', page: { limit: 9 } })).items.some((object) => object.oid === oid),
    usage: async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id))),
    audited: (action: string) =>
      world.unitOfWork.journal
        .auditEvents()
        .filter((event) => event.action === action)
        .map(({ actorId, details }) => ({ actorId, details })),
  };
};

const removedOne = { repositories: 1, doubtful: 0, objects: 1, bytes: text.length, restored: 0 };
const nothing = { repositories: 1, doubtful: 0, objects: 0, bytes: 0, restored: 0 };

describe('objects that no branch and no tag reaches', () => {
  it('are left alone where nobody has asked for anything else', async () => {
    const { becomeDue, look, isVisible, unreachable } = await setting({ asks: false });
    await becomeDue();
    expect(await look()).to.deep.equal({ ...nothing, repositories: 0 });
    expect([await isVisible(), await unreachable()]).to.deep.equal([true, undefined]);
  });

  it('go into quarantine when two looks have found nothing that keeps them, as far apart as the repository says', async () => {
    const { world, tell, look, isVisible, isThere, usage, unreachable, audited } = await setting();
    await tell([]);
    const since = world.clock.now();
    expect(await look()).to.deep.equal(nothing);
    const found = { reclaimAfterDays: days, objects: 1, logicalBytes: text.length, bytes: text.length, oldestSince: since };
    expect(await unreachable()).to.deep.equal({ ...found, lookedAt: since, doubt: undefined });
    world.clock.advance(days * DAY_MS - 1);
    await tell([]);
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
    world.clock.advance(1);
    await tell([]);
    expect([await look(), await isVisible(), await isThere()]).to.deep.equal([removedOne, false, true]);
    expect(await usage()).to.include({ usedBytes: 0, reclaimableBytes: text.length });
    const details = { oid, size: text.length, reason: 'unreachable', since: new Date(since).toISOString() };
    expect(audited('repository.object.remove')).to.deep.equal([{ actorId: undefined, details }]);
    expect((await unreachable())?.objects).to.equal(0);
  });

  it('stay while the index is not told of all branches anew, however long ago it was', async () => {
    const { world, tell, look, isVisible } = await setting();
    await tell([]);
    await look();
    world.clock.advance(100 * DAY_MS);
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
    await tell([], false);
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
    await tell([]);
    expect([await look(), await isVisible()]).to.deep.equal([removedOne, false]);
  });

  it('stay without GC_RECLAIM, and are told of', async () => {
    const { becomeDue, look, isVisible, unreachable } = await setting({ gcReclaim: false });
    await becomeDue();
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
    expect((await unreachable())?.bytes).to.equal(text.length);
  });

  it('begin to wait anew when a branch has reached them in between, or they were restored', async () => {
    const { world, admin, tell, look, becomeDue, isVisible, unreachable } = await setting();
    await tell([]);
    await look();
    world.clock.advance((days - 1) * DAY_MS);
    await tell(['main']);
    expect([await look(), (await unreachable())?.objects]).to.deep.equal([nothing, 0]);
    world.clock.advance(DAY_MS);
    await tell([]);
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
    await becomeDue();
    expect(await look()).to.deep.equal(removedOne);
    valueOf(await world.application.objects.restore(admin, oid));
    await tell([]);
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
  });

  it('are asked for in days, by who administers the repository alone', async () => {
    const { world, repository, organization } = await setting();
    const developer = await world.addMember('dev@acme.test', organization.slug, 'DEVELOPER');
    const update = await world.grant(developer, repository.id, 'repository.update');
    const change = async (reclaimUnreachableAfterDays: number | null) =>
      world.application.repositories.update(update, { name: 'New', reclaimUnreachableAfterDays });
    expect(errorOf(await change(1))).to.include({ kind: 'forbidden' });
    expect(errorOf(await change(null))).to.include({ kind: 'forbidden' });
    expect(valueOf(await change(days)).name).to.equal('New');
  });

  it('are forgotten when the repository does not want them removed any more', async () => {
    const { ask, becomeDue, look, tell, isVisible, unreachable } = await setting();
    await becomeDue();
    valueOf(await ask(null));
    expect([await look(), await unreachable()]).to.deep.equal([{ ...nothing, repositories: 0 }, undefined]);
    valueOf(await ask(days));
    await tell([]);
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
  });
});

describe('the index by which objects are unreachable', () => {
  const looked = async ({ look, isVisible, unreachable }: Awaited<ReturnType<typeof setting>>) => {
    const found = await look();
    expect([found?.objects, await isVisible()]).to.deep.equal([0, true]);
    return (await unreachable())?.doubt;
  };

  it('is in doubt until somebody has said that these are all branches', async () => {
    const made = await setting();
    expect(await looked(made)).to.equal('index_incomplete');
    made.world.clock.advance(days * DAY_MS);
    await made.tell(['next'], false);
    expect(await looked(made)).to.equal('index_incomplete');
  });

  it('is in doubt when anything was stored since it was begun', async () => {
    const made = await setting();
    const { world, push, becomeDue, tell, look } = made;
    await becomeDue();
    await pushTexts(world, push, 'other');
    expect(await looked(made)).to.equal('index_behind');
    const { id: sessionId } = valueOf(await world.application.gitIndex.open(push, { objectFormat: 'sha1' }));
    await pushTexts(world, push, 'another');
    valueOf(await world.application.gitIndex.finalize(push, { sessionId, refs: [], isComplete: true }));
    expect(await looked(made)).to.equal('index_behind');
    await tell([]);
    expect((await look())?.objects).to.equal(1);
  });

  it('is in doubt while somebody sends to it', async () => {
    const made = await setting();
    const { world, push, becomeDue, commit } = made;
    await becomeDue();
    await takeCommits(world.application, push, commit);
    expect(await looked(made)).to.equal('index_changing');
  });

  it('is missing where there is none', async () => {
    const world = createWorld('business', { gcReclaim: true });
    const { owner, repository, push } = await withRepository(world);
    const update = await world.grant(owner, repository.id, 'repository.update');
    valueOf(await world.application.repositories.update(update, { reclaimUnreachableAfterDays: 1 }));
    await pushTexts(world, push, text);
    expect(valueOf(await world.application.maintenance.reclaimUnreachable())).to.deep.equal({ ...nothing, doubtful: 1 });
    const { unreachable } = valueOf(await world.application.repositories.storageSummary(push));
    expect(unreachable?.doubt).to.equal('index_missing');
  });
});

describe('an object that no branch reaches and something else keeps', () => {
  const expectKept = async ({ look, isVisible, unreachable }: Awaited<ReturnType<typeof setting>>): Promise<void> => {
    expect([await look(), await isVisible()]).to.deep.equal([nothing, true]);
    expect((await unreachable())?.objects).to.equal(0);
  };

  it('stays with a snapshot', async () => {
    const made = await setting();
    const { world, push, commit, tell, becomeDue } = made;
    await tell(['main']);
    const command = { name: 'kept', ref: commit.id, note: undefined, idempotencyKey: undefined };
    valueOf(await world.application.snapshots.create(push, command));
    await becomeDue();
    await expectKept(made);
  });

  it('stays with an upload that has it, and waits anew after that', async () => {
    const made = await setting();
    const { world, push, becomeDue, tell, look } = made;
    await becomeDue();
    await uploadTexts(world, push, text);
    await expectKept(made);
    world.clock.advance(DAY_MS);
    valueOf(await world.application.maintenance.sweep());
    await tell([]);
    expect(await look()).to.deep.equal(nothing);
  });

  it('stays while its path is locked', async () => {
    const made = await setting();
    const { world, push, becomeDue, repository } = made;
    const path = 'model.bin';
    valueOf(
      await world.unitOfWork.transact(async ({ quarantine, objects }) => {
        const removal = { removedAt: 0, removedBy: undefined, dueAt: 0 };
        const [former] = await quarantine.put(repository.id, [oid], removal);
        if (former === undefined) return expect.fail('it is there');
        await quarantine.remove(former);
        await objects.add(repository.id, [{ ...former.object, name: path }]);
        return ok(undefined);
      }),
    );
    valueOf(await world.application.locks.create(push, { path }));
    await becomeDue();
    await expectKept(made);
  });
});

describe('an object that the service has removed because no branch reached it', () => {
  it('comes back when a branch reaches it again, whatever else is in doubt', async () => {
    const { world, push, becomeDue, look, tell, isVisible, usage, audited } = await setting();
    await becomeDue();
    await look();
    await pushTexts(world, push, 'other');
    await tell(['main'], false);
    expect(await look()).to.deep.equal({ ...nothing, doubtful: 1, restored: 1 });
    expect(await isVisible()).to.equal(true);
    expect(await usage()).to.include({ usedBytes: text.length + 'other'.length, reclaimableBytes: 0 });
    const details = { oid, size: text.length, reason: 'reached_again' };
    expect(audited('repository.object.restore')).to.deep.equal([{ actorId: undefined, details }]);
  });

  it('stays removed when somebody has restored and removed it since the look has listed it', async () => {
    const { world, admin, tell, look, becomeDue, isVisible } = await setting();
    await becomeDue();
    expect(await look()).to.deep.equal(removedOne);
    await tell(['main']);
    let isListed = false;
    /** What the look has asked for first is what the service has removed. */
    const isFirstList = (found: unknown): boolean => Array.isArray(found) && found.some((one: object) => 'removedAt' in one);
    const removeByHand = async (): Promise<void> => {
      valueOf(await world.application.objects.restore(admin, oid));
      valueOf(await world.application.objects.remove(admin, { oid, isForced: true }));
    };
    const unitOfWork: typeof world.unitOfWork = {
      ...world.unitOfWork,
      read: (work) =>
        world.unitOfWork.read(work).andThen((found) => {
          const changed = !isListed && isFirstList(found) ? removeByHand() : Promise.resolve();
          isListed ||= isFirstList(found);
          return ResultAsync.fromSafePromise(changed.then(() => found));
        }),
    };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork });
    const looked = valueOf(await maintenance.reclaimUnreachable());
    expect([isListed, looked?.restored, await isVisible()]).to.deep.equal([true, 0, false]);
  });

  it('goes for good after its grace, once somebody has said anew which branches there are', async () => {
    const { world, becomeDue, look, tell, reclaim, isThere } = await setting();
    await becomeDue();
    await look();
    world.clock.advance(graceMs);
    expect([await reclaim(), await isThere()]).to.deep.equal([{ objects: 0, bytes: 0 }, true]);
    await tell([]);
    world.clock.advance(HOUR_MS);
    expect([await reclaim(), await isThere()]).to.deep.equal([{ objects: 1, bytes: text.length }, false]);
  });

  it('stays in quarantine where a branch reaches it, or its repository wants nothing removed any more', async () => {
    const { world, ask, becomeDue, look, tell, reclaim, isThere } = await setting();
    await becomeDue();
    await look();
    world.clock.advance(graceMs);
    await tell(['main']);
    expect([await reclaim(), await isThere()]).to.deep.equal([{ objects: 0, bytes: 0 }, true]);
    await tell([]);
    valueOf(await ask(null));
    world.clock.advance(HOUR_MS);
    expect([await reclaim(), await isThere()]).to.deep.equal([{ objects: 0, bytes: 0 }, true]);
    valueOf(await ask(days));
    world.clock.advance(HOUR_MS);
    expect([await reclaim(), await isThere()]).to.deep.equal([{ objects: 1, bytes: text.length }, false]);
  });

  it('is pushed once more like one that never was there', async () => {
    const { world, push, repository, becomeDue, look, isVisible } = await setting();
    await becomeDue();
    await look();
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const [entry] = valueOf(
      await world.application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf(text)] }),
    );
    expect(entry).to.have.property('uploadUrl');
    await world.put(stagingKey(repository.namespace, session.id, oid), text);
    valueOf(await world.application.uploads.complete(push, { sessionId: session.id, ...objectOf(text) }));
    valueOf(await world.application.uploads.finalize(push, { sessionId: session.id }));
    expect(await isVisible()).to.equal(true);
  });
});

describe('objects that no branch reaches and that were converted within their grace', () => {
  const convertedSetting = async () => {
    const made = await createConvertedWorld();
    const { world, application, owner, push, repository, convert } = made;
    const update = await world.grant(owner, repository.id, 'repository.update');
    valueOf(await application.repositories.update(update, { reclaimUnreachableAfterDays: 1 }));
    const tell = async (): Promise<void> => {
      const { id: sessionId } = valueOf(await application.gitIndex.open(push, { objectFormat: 'sha1' }));
      valueOf(await application.gitIndex.finalize(push, { sessionId, refs: [], isComplete: true }));
    };
    const look = async () => {
      await tell();
      return valueOf(await application.maintenance.reclaimUnreachable());
    };
    await look();
    world.clock.advance(DAY_MS);
    await convert();
    return { ...made, look };
  };
  const [first, second] = versions;

  it('go into quarantine as the whole ones that they still are, and come back by their chunks', async () => {
    const { world, application, admin, look, layouts, usage, differences } = await convertedSetting();
    expect(await layouts()).to.deep.equal(['chunks', 'chunks']);
    const bytes = first.length + second.length;
    expect(await look()).to.deep.equal({ ...nothing, objects: 2, bytes });
    expect(await layouts()).to.deep.equal([undefined, undefined]);
    expect((await usage()).reclaimableBytes).to.equal(bytes);
    for (const version of versions) valueOf(await application.objects.restore(admin, oidOf(version)));
    expect(await layouts()).to.deep.equal(['chunks', 'chunks']);
    world.clock.advance(graceMs);
    expect(await differences()).to.deep.equal([]);
  });

  it('wait for another night while their whole bytes are being removed, and the others do not', async () => {
    const { world, repository, look, layouts } = await convertedSetting();
    const change = (work: (records: Records, whole: QuarantinedObject) => Promise<boolean>) =>
      world.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
        const whole = (await records.quarantine.find(repository.id, [oidOf(first)])).get(oidOf(first));
        return ok(await work(records, whole ?? expect.fail('it is there')));
      });
    valueOf(await change(({ quarantine }, whole) => quarantine.update(whole, { state: 'deleting', dueAt: world.clock.now() })));
    expect(await look()).to.deep.equal({ ...nothing, objects: 1, bytes: second.length });
    expect(await layouts()).to.deep.equal(['chunks', undefined]);
    valueOf(await change(({ quarantine }, whole) => quarantine.remove(whole)));
    world.clock.advance(DAY_MS);
    expect((await look())?.objects).to.equal(1);
    expect(await layouts()).to.deep.equal([undefined, undefined]);
  });
});

describe('a repository at which a look fails', () => {
  /** Something is among the objects and among the removed ones at once, which no work of the service leaves. */
  const broken = async () => {
    const made = await setting();
    const { world, repository, owner, tell } = made;
    await tell(['main']);
    const twice = await world.unitOfWork.transact(async ({ quarantine, objects }): Promise<Result<void, never>> => {
      const [removed] = await quarantine.put(repository.id, [oid], { removedAt: 0, removedBy: undefined, dueAt: 0 });
      await objects.add(repository.id, [removed?.object ?? expect.fail('it is there')]);
      return ok();
    });
    valueOf(twice);
    world.clock.advance(1);
    valueOf(await world.application.organizations.create(grantSignedIn(owner), { name: 'Other' }));
    const organization = valueOf(await world.application.authorize.organization(owner, slug('other'), 'repositories.create'));
    const { id: otherId } = valueOf(await world.application.repositories.create(organization, { name: 'Other' }));
    const update = await world.grant(owner, otherId, 'repository.update');
    valueOf(await world.application.repositories.update(update, { reclaimUnreachableAfterDays: days }));
    const lookOf = async (id: RepositoryId) =>
      valueOf(await world.unitOfWork.read(({ unreachable }) => unreachable.findLook(id)));
    return { ...made, otherId, lookOf };
  };

  it('keeps no other from being looked at, is looked at again soon, and is told of', async () => {
    const { world, repository, otherId, look, lookOf } = await broken();
    const now = world.clock.now();
    const fault = await look().catch((thrown: unknown) => thrown);
    expect(fault).to.be.an('error').with.property('message', 'invariant: what is in quarantine is not among the objects');
    expect(await lookOf(otherId)).to.include({ lookedAt: now, doubt: 'index_missing', dueAt: now + DAY_MS });
    expect(await lookOf(repository.id)).to.include({ lookedAt: undefined, dueAt: now + 5 * MINUTE_MS });
    expect(await look()).to.deep.equal({ ...nothing, repositories: 0 });
    world.clock.advance(5 * MINUTE_MS);
    expect(await look().catch((thrown: unknown) => thrown)).to.be.an('error');
  });

  it('keeps no other waiting either when it is the database that does not answer', async () => {
    const { world, repository, otherId, lookOf } = await broken();
    const now = world.clock.now();
    const unitOfWork = createFaultyUnitOfWork(world.unitOfWork);
    const { maintenance } = createApplication({ ...world.ports, unitOfWork });
    // The lease comes before the first look.
    unitOfWork.failNext({ call: 'transact', when: 'before' }, 1);
    expect(errorOf(await maintenance.reclaimUnreachable())).to.deep.equal(unavailable('database'));
    expect(await lookOf(otherId)).to.include({ lookedAt: now, doubt: 'index_missing', dueAt: now + DAY_MS });
    expect(await lookOf(repository.id)).to.include({ lookedAt: undefined, dueAt: now + 5 * MINUTE_MS });
  });
});
