import { expect } from 'chai';
import { errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createFaultyBlobStore } from '../../../src/blob-store/faulty-blob-store.js';
import { unavailable } from '../../../src/model/app-error.js';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  namespaceOf,
  type ObjectKey,
  objectKey,
  type OrganizationId,
  type RepositoryId,
  stagingKey,
  trusted,
} from '../../../src/model/values/index.js';
import { pushTexts, uploadTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

/** So long after its opening a client's session is swept. */
const sweptAfterMs = 6 * HOUR_MS + 75 * MINUTE_MS;

const setting = async () => {
  const world = createWorld();
  const made = await withRepository(world);
  const sweep = async () => valueOf(await world.application.maintenance.sweep());
  const isThere = async (text: string): Promise<boolean> =>
    (await world.blobs.head(objectKey(made.repository.namespace, oidOf(text)))).isOk();
  const usage = async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(made.organization.id)));
  return { world, ...made, sweep, isThere, usage };
};

const countOf = async (texts: readonly string[], isThere: (text: string) => Promise<boolean>): Promise<number> =>
  (await Promise.all(texts.map(isThere))).filter(Boolean).length;

describe('sweeping what was completed and never finalized', () => {
  it('leaves what another session has registered', async () => {
    const { world, push, sweep, isThere, usage } = await setting();
    await uploadTexts(world, push, 'shared', 'alone');
    await pushTexts(world, push, 'shared');
    world.clock.advance(sweptAfterMs);
    await sweep();
    expect([await isThere('shared'), await isThere('alone')]).to.deep.equal([true, false]);
    expect(await usage()).to.deep.equal({ usedBytes: 6, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('leaves, and counts, what another session can still register, and removes it when that one is over', async () => {
    const { world, push, sweep, isThere, usage } = await setting();
    const { uploads } = world.application;
    await uploadTexts(world, push, 'shared');
    world.clock.advance(3 * HOUR_MS);
    const second = await uploadTexts(world, push, 'shared');
    world.clock.advance(sweptAfterMs - 3 * HOUR_MS);
    expect((await sweep()).sweptSessions).to.equal(0);
    expect(await isThere('shared')).to.equal(true);
    expect((await usage()).reclaimableBytes).to.equal(6);
    valueOf(await uploads.finalize(push, { sessionId: second }));
    world.clock.advance(75 * MINUTE_MS);
    await sweep();
    expect(await isThere('shared')).to.equal(true);
    expect(await usage()).to.deep.equal({ usedBytes: 6, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('leaves what an LFS push has staged and not yet verified a way to be registered', async () => {
    const { world, push, repository, sweep, isThere } = await setting();
    await uploadTexts(world, push, 'shared');
    world.clock.advance(sweptAfterMs - MINUTE_MS);
    const { verifyToken = '' } = valueOf(await world.application.lfs.batchUpload(push, [objectOf('shared')]));
    world.clock.advance(MINUTE_MS);
    await sweep();
    expect(await isThere('shared')).to.equal(true);
    const link = valueOf(await world.application.authorize.verifyLink(repository.id, verifyToken, push.caller.origin));
    valueOf(await world.application.lfs.verify(link, objectOf('shared')));
    world.clock.advance(DAY_MS);
    await sweep();
    expect(await isThere('shared')).to.equal(true);
  });

  it('leaves everything while a back-up runs, and removes it an hour after it was last heard of', async () => {
    const { world, push, sweep, isThere, usage } = await setting();
    await uploadTexts(world, push, 'alone');
    world.clock.advance(sweptAfterMs);
    valueOf(await world.application.operator.holdOffRemovals());
    expect((await sweep()).sweptSessions).to.equal(0);
    world.clock.advance(HOUR_MS - 1);
    expect((await sweep()).sweptSessions).to.equal(0);
    expect(await isThere('alone')).to.equal(true);
    expect((await usage()).reclaimableBytes).to.equal(5);
    world.clock.advance(75 * MINUTE_MS);
    expect((await sweep()).sweptSessions).to.equal(1);
    expect(await isThere('alone')).to.equal(false);
  });

  it('lets nobody take for their own what is about to be removed', async () => {
    const { world, push, repository, sweep, isThere } = await setting();
    await uploadTexts(world, push, 'shared');
    world.clock.advance(sweptAfterMs);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const { remove } = world.managed;
    const answers: unknown[] = [];
    world.managed.remove = (key) => {
      world.managed.remove = remove;
      const complete = async (): Promise<void> => {
        valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf('shared')] }));
        const completed = await world.application.uploads.complete(push, { sessionId: session.id, ...objectOf('shared') });
        answers.push(errorOf(completed));
      };
      return world.unitOfWork.read(complete).andThen(() => remove(key));
    };
    await sweep();
    expect(answers).to.deep.equal([{ kind: 'unavailable', part: 'storage', retryAfterSeconds: 5 }]);
    expect(await isThere('shared')).to.equal(false);
    const object = { sessionId: session.id, ...objectOf('shared') };
    expect(errorOf(await world.application.uploads.complete(push, object))).to.include({ reason: 'not_uploaded' });
    await world.put(stagingKey(repository.namespace, session.id, oidOf('shared')), 'shared');
    valueOf(await world.application.uploads.complete(push, object));
  });

  it('leaves no mark on what another session registers, where the database goes away behind the marks', async () => {
    const { world, owner, push, repository, sweep, isThere } = await setting();
    await uploadTexts(world, push, 'shared', 'alone');
    world.clock.advance(3 * HOUR_MS);
    const second = await uploadTexts(world, push, 'shared');
    world.clock.advance(sweptAfterMs - 3 * HOUR_MS);
    const isMarked = async (text: string): Promise<boolean> =>
      valueOf(await world.unitOfWork.read(({ uploads }) => uploads.isReclaimed(repository.id, oidOf(text))));
    let isAway = false;
    const goAway = async (): Promise<void> => {
      isAway ||= await isMarked('alone');
    };
    const unitOfWork: typeof world.unitOfWork = {
      ...world.unitOfWork,
      transact: (work) => {
        if (isAway) return errAsync(unavailable('database'));
        return world.unitOfWork.transact(work).andThen((made) => ResultAsync.fromSafePromise(goAway().then(() => made)));
      },
    };
    const { maintenance } = createApplication({ ...world.ports, unitOfWork });
    expect(errorOf(await maintenance.sweep())).to.include({ kind: 'unavailable', part: 'database' });
    expect(await isMarked('alone')).to.equal(true);
    valueOf(await world.application.uploads.finalize(push, { sessionId: second }));
    world.clock.advance(DAY_MS);
    await sweep();
    expect([await isThere('shared'), await isThere('alone')]).to.deep.equal([true, false]);
    const admin = await world.grant(owner, repository.id, 'repository.admin');
    valueOf(await world.application.objects.remove(admin, { oid: oidOf('shared'), isForced: false }));
    await pushTexts(world, push, 'shared');
  });

  it('takes away what somebody who has died has left on what another session waits to complete', async () => {
    const { world, push, repository, sweep, isThere } = await setting();
    await uploadTexts(world, push, 'shared');
    world.clock.advance(sweptAfterMs);
    const { uploads } = world.application;
    const { session } = valueOf(await uploads.open(push, {}));
    valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [objectOf('shared')] }));
    await world.put(stagingKey(repository.namespace, session.id, oidOf('shared')), 'shared');
    const mark = { holder: 'dead', at: world.clock.now(), staleBefore: 0 };
    valueOf(
      await world.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
        await records.uploads.markReclaimed(repository.id, [oidOf('shared')], mark);
        return ok();
      }),
    );
    const object = { sessionId: session.id, ...objectOf('shared') };
    expect(errorOf(await uploads.complete(push, object))).to.include({ kind: 'unavailable' });
    world.clock.advance(15 * MINUTE_MS);
    expect((await sweep()).sweptSessions).to.equal(0);
    valueOf(await uploads.complete(push, object));
    expect(await isThere('shared')).to.equal(true);
  });

  it('lets nobody send again what a removal may still reach of which the store has said nothing', async () => {
    const { world, push, repository } = await setting();
    await uploadTexts(world, push, 'shared');
    world.clock.advance(sweptAfterMs);
    const blobs = createFaultyBlobStore(world.blobs);
    const { uploads, maintenance } = createApplication({ ...world.ports, blobs });
    blobs.failNext({ call: 'remove', when: 'late' });
    // The first removal is that of what is staged.
    blobs.failNext({ call: 'remove', when: 'late' });
    expect(errorOf(await maintenance.sweep()).kind).to.equal('unavailable');
    const { session } = valueOf(await uploads.open(push, {}));
    const object = { sessionId: session.id, ...objectOf('shared') };
    valueOf(await uploads.authorize(push, { sessionId: session.id, objects: [objectOf('shared')] }));
    await world.put(stagingKey(repository.namespace, session.id, oidOf('shared')), 'shared');
    expect(errorOf(await uploads.complete(push, object))).to.include({ kind: 'unavailable' });
    await blobs.release();
    world.clock.advance(2 * HOUR_MS);
    valueOf(await maintenance.sweep());
    valueOf(await uploads.complete(push, object));
    valueOf(await uploads.finalize(push, { sessionId: session.id }));
    expect((await world.blobs.head(objectKey(repository.namespace, oidOf('shared')))).isOk()).to.equal(true);
  });

  it('removes nothing that it has marked a minute ago or longer, and comes back for it', async () => {
    const { world, push, sweep, isThere } = await setting();
    const texts = ['first', 'second', 'third'] as const;
    await uploadTexts(world, push, ...texts);
    world.clock.advance(sweptAfterMs);
    const left = () => countOf(texts, isThere);
    const { remove } = world.managed;
    world.managed.remove = (key) => {
      world.clock.advance(MINUTE_MS);
      return remove(key);
    };
    expect((await sweep()).sweptSessions).to.equal(0);
    expect(await left()).to.equal(2);
    world.managed.remove = remove;
    world.clock.advance(75 * MINUTE_MS);
    expect((await sweep()).sweptSessions).to.equal(1);
    expect(await left()).to.equal(0);
  });

  it('removes nothing any more that somebody else has marked meanwhile, though its own clock has stood still', async () => {
    const { world, push, repository, sweep, isThere } = await setting();
    const texts = ['first', 'second', 'third'] as const;
    await uploadTexts(world, push, ...texts);
    world.clock.advance(sweptAfterMs);
    const left = () => countOf(texts, isThere);
    const { remove } = world.managed;
    const now = world.clock.now();
    const takeOver = () =>
      world.unitOfWork.transact(async ({ uploads }): Promise<Result<void, never>> => {
        await uploads.markReclaimed(repository.id, texts.map(oidOf), { holder: 'heir', at: now, staleBefore: now });
        return ok();
      });
    world.managed.remove = (key) => remove(key).andThen(takeOver);
    expect((await sweep()).sweptSessions).to.equal(0);
    expect(await left()).to.equal(2);
    world.managed.remove = remove;
    world.clock.advance(75 * MINUTE_MS);
    expect((await sweep()).sweptSessions).to.equal(1);
    expect(await left()).to.equal(0);
  });

  it('removes what was moved to its final key after its session had been swept', async () => {
    const { world, push, repository, sweep, isThere } = await setting();
    const { verifyToken = '', entries } = valueOf(await world.application.lfs.batchUpload(push, [objectOf('slow')]));
    const [entry] = entries;
    const path = entry?.kind === 'upload' ? new URL(entry.request.href).pathname : '';
    await world.put(trusted<ObjectKey>(path.slice('/storage/'.length)), 'slow');
    const link = valueOf(await world.application.authorize.verifyLink(repository.id, verifyToken, push.caller.origin));
    const { promote } = world.blobs;
    const overtaken = async (to: ObjectKey): Promise<void> => {
      // It takes effect after everything else.
      valueOf(await world.blobs.remove(to));
      world.clock.advance(6 * HOUR_MS);
      await sweep();
      world.clock.advance(2 * DAY_MS);
      expect((await sweep()).sweptSessions).to.equal(1);
      expect(await isThere('slow'), 'swept').to.equal(false);
      await world.put(to, 'slow');
    };
    const blobs: typeof world.blobs = {
      ...world.blobs,
      promote: (from, to, expected) => promote(from, to, expected).andThen(() => ResultAsync.fromSafePromise(overtaken(to))),
    };
    const slow = createApplication({ ...world.ports, blobs });
    expect(errorOf(await slow.lfs.verify(link, objectOf('slow')))).to.deep.equal({ kind: 'not_found' });
    expect(await isThere('slow')).to.equal(true);
    world.clock.advance(2 * DAY_MS);
    await sweep();
    expect(await isThere('slow')).to.equal(false);
  });
});

describe('reclaiming deleted repositories', () => {
  const deleted = async () => {
    const made = await setting();
    const { world, owner, repository, push } = made;
    await pushTexts(world, push, 'registered');
    const admin = await world.grant(owner, repository.id, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    world.clock.advance(DAY_MS);
    const keys = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key } of world.managed.list(trusted<ObjectKey>('repositories'))) found.push(key);
      return found;
    };
    return { ...made, keys };
  };

  it('goes on after a fault of the storage, an hour later, and counts the bytes until then', async () => {
    const { world, usage, keys } = await deleted();
    const blobs = createFaultyBlobStore(world.blobs);
    const { maintenance } = createApplication({ ...world.ports, blobs });
    blobs.failNext({ call: 'deletePrefix', when: 'before' });
    expect((await maintenance.reclaimRepositories()).isErr()).to.equal(true);
    expect(valueOf(await maintenance.reclaimRepositories())?.repositories, 'not at once').to.equal(0);
    expect((await usage()).reclaimableBytes).to.equal(10);
    world.clock.advance(HOUR_MS);
    expect(valueOf(await maintenance.reclaimRepositories())?.repositories).to.equal(1);
    expect((await usage()).reclaimableBytes).to.equal(0);
    expect(await keys()).to.deep.equal([]);
  });

  it('reclaims two hundred in a run, those that have been due for longest first', async () => {
    const { world } = await deleted();
    const { unitOfWork, application } = world;
    const ids = Array.from({ length: 201 }, (_, at) => trusted<RepositoryId>(`deleted-${String(at).padStart(3, '0')}`));
    const now = world.clock.now();
    valueOf(
      await unitOfWork.transact(async ({ repositories }): Promise<Result<void, never>> => {
        for (const [at, repositoryId] of ids.entries()) {
          const of = {
            repositoryId,
            organizationId: trusted<OrganizationId>('gone'),
            namespace: namespaceOf(repositoryId, undefined),
          };
          const then = { deletedAt: now - DAY_MS, dueAt: now - DAY_MS + at, failingSince: undefined };
          await repositories.addDeleted({ ...of, ...then, storageMode: 'byos', bytes: 1 });
        }
        return ok();
      }),
    );
    const due = async () => valueOf(await unitOfWork.read(({ repositories }) => repositories.listDeleted(now, 999)));
    expect(valueOf(await application.maintenance.reclaimRepositories())?.repositories).to.equal(200);
    expect((await due()).map(({ repositoryId }) => repositoryId))
      .to.include(ids[200])
      .and.to.have.length(2);
  });

  it('looks once more a day later, for what came late', async () => {
    const { world, repository, keys } = await deleted();
    const { maintenance } = world.application;
    valueOf(await maintenance.reclaimRepositories());
    await world.put(trusted<ObjectKey>(`${repository.namespace}/cas/late.txt`), 'late');
    world.clock.advance(DAY_MS);
    expect(valueOf(await maintenance.reclaimRepositories())?.repositories, 'nothing that is counted').to.equal(0);
    expect(await keys()).to.deep.equal([]);
    expect(valueOf(await world.unitOfWork.read(({ repositories }) => repositories.listDeleted(Infinity, 9)))).to.deep.equal([]);
  });

  it('waits for a back-up, and for an hour after it was last heard of', async () => {
    const { world, usage, keys } = await deleted();
    const { maintenance, operator } = world.application;
    expect(valueOf(await operator.holdOffRemovals()), 'the first of its kind').to.equal(false);
    world.clock.advance(HOUR_MS - 1);
    expect(valueOf(await operator.holdOffRemovals()), 'without a gap').to.equal(true);
    world.clock.advance(HOUR_MS - 1);
    expect(valueOf(await maintenance.reclaimRepositories())?.repositories).to.equal(0);
    expect(await keys()).to.have.length(1);
    expect((await usage()).reclaimableBytes).to.equal(10);
    world.clock.advance(1);
    expect(valueOf(await maintenance.reclaimRepositories())?.repositories).to.equal(1);
    expect(await keys()).to.deep.equal([]);
    expect(valueOf(await operator.holdOffRemovals()), 'after a gap').to.equal(false);
  });

  it('is done by one at a time, and counts the bytes off once', async () => {
    const { world, usage } = await deleted();
    const processes = Array.from({ length: 4 }, () => createApplication(world.ports));
    const all = await Promise.all(processes.map(({ maintenance }) => maintenance.reclaimRepositories()));
    expect(all.map((one) => valueOf(one)?.repositories ?? 0).toSorted()).to.deep.equal([0, 0, 0, 1]);
    expect((await usage()).reclaimableBytes).to.equal(0);
  });

  it('removes nothing of another repository', async () => {
    const { world, owner, organization, repository, push, isThere } = await setting();
    await pushTexts(world, push, 'kept');
    const create = valueOf(await world.application.authorize.organization(owner, organization.id, 'repositories.create'));
    const other = valueOf(await world.application.repositories.create(create, { name: 'Other' }));
    await pushTexts(world, await world.grant(owner, other.id, 'repository.push'), 'gone');
    valueOf(await world.application.repositories.remove(await world.grant(owner, other.id, 'repository.admin')));
    world.clock.advance(DAY_MS);
    expect(valueOf(await world.application.maintenance.reclaimRepositories())?.repositories).to.equal(1);
    expect(await isThere('kept')).to.equal(true);
    expect(valueOf(await world.application.repositories.get(push)).id).to.equal(repository.id);
  });

  it('waits as long as it is set to', async () => {
    const { world, push, owner, repository, isThere } = await setting();
    await pushTexts(world, push, 'registered');
    const settings = { ...world.ports.settings, deletedRepositoryGraceMs: 2 * HOUR_MS };
    const { repositories, maintenance } = createApplication({ ...world.ports, settings });
    valueOf(await repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    world.clock.advance(2 * HOUR_MS - 1);
    expect(valueOf(await maintenance.reclaimRepositories())?.repositories).to.equal(0);
    world.clock.advance(1);
    expect(valueOf(await maintenance.reclaimRepositories())?.repositories).to.equal(1);
    expect(await isThere('registered')).to.equal(false);
  });
});
