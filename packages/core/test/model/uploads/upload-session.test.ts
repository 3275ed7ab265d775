import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { GIB, HOUR_MS, objectKey, stagingKey } from '../../../src/model/values/index.js';
import { createWorld, errorOf, objectOf, valueOf, withRepository, type World } from '../../builders/world.js';

type Setting = Awaited<ReturnType<typeof withRepository>>;

const open = async (world: World, { push }: Setting, idempotencyKey?: string) =>
  valueOf(await world.application.uploads.open(push, { idempotencyKey })).session;

const authorize = async (
  world: World,
  { push }: Setting,
  sessionId: Awaited<ReturnType<typeof open>>['id'],
  ...texts: string[]
) => valueOf(await world.application.uploads.authorize(push, { sessionId, objects: texts.map(objectOf) }));

/** Opens a session and authorizes, uploads and completes each text. */
const uploaded = async (world: World, setting: Setting, ...texts: string[]) => {
  const session = await open(world, setting);
  await authorize(world, setting, session.id, ...texts);
  for (const text of texts) {
    const object = objectOf(text);
    await world.put(stagingKey(setting.repository.namespace, session.id, object.oid), text);
    valueOf(await world.application.uploads.complete(setting.push, { sessionId: session.id, ...object }));
  }
  return session;
};

const usedBytes = async (world: World, { organization }: Setting) =>
  valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));

const listed = async (world: World, { push }: Setting) =>
  valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 100 } })).items.map((object) => object.oid);

describe('an upload session', () => {
  it('makes its objects visible at finalize and not before', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const session = await uploaded(world, setting, 'one', 'three');
    expect(await listed(world, setting)).to.deep.equal([]);
    const { generation, session: final } = valueOf(
      await world.application.uploads.finalize(setting.push, { sessionId: session.id }),
    );
    expect(generation).to.equal(1);
    expect(final).to.include({ status: 'FINALIZED', uploadedObjects: 2, uploadedBytes: 8 });
    expect(await listed(world, setting)).to.deep.equal([objectOf('three').oid, objectOf('one').oid]);
    expect(await usedBytes(world, setting)).to.deep.equal({ usedBytes: 8, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('returns the same generation at a second finalize, also after another push', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const first = await uploaded(world, setting, 'one');
    valueOf(await world.application.uploads.finalize(setting.push, { sessionId: first.id }));
    const second = await uploaded(world, setting, 'two');
    expect(valueOf(await world.application.uploads.finalize(setting.push, { sessionId: second.id })).generation).to.equal(2);
    expect(valueOf(await world.application.uploads.finalize(setting.push, { sessionId: first.id })).generation).to.equal(1);
    const pushes = world.unitOfWork.journal.domainEvents().filter((event) => event.type === 'repository.push');
    expect(pushes.map((event) => event.data['generation'])).to.deep.equal([1, 2]);
  });

  it('is finalized once by 32 finalizers at the same time', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const session = await uploaded(world, setting, 'one');
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => world.application.uploads.finalize(setting.push, { sessionId: session.id })),
    );
    expect(answers.map((answer) => valueOf(answer).generation)).to.deep.equal(Array.from({ length: 32 }, () => 1));
    expect(world.unitOfWork.journal.ledgerEntries()).to.have.length(1);
  });

  it('finalizes without a new generation when it completed nothing', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const session = await open(world, setting);
    await authorize(world, setting, session.id, 'never sent');
    expect(valueOf(await world.application.uploads.finalize(setting.push, { sessionId: session.id })).generation).to.equal(0);
    const size = objectOf('never sent').sizeBytes;
    const used = { usedBytes: 0, reservedBytes: 0, reclaimableBytes: size, byosBytes: 0 };
    expect(await usedBytes(world, setting), 'until it is certain that nothing comes').to.deep.equal(used);
  });

  it('refuses to complete what was not uploaded, has another size or other bytes, and takes the right bytes afterwards', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const session = await open(world, setting);
    await authorize(world, setting, session.id, 'right');
    const object = objectOf('right');
    const key = stagingKey(setting.repository.namespace, session.id, object.oid);
    const complete = (sizeBytes = object.sizeBytes) =>
      world.application.uploads.complete(setting.push, { sessionId: session.id, oid: object.oid, sizeBytes });
    expect(errorOf(await complete())).to.deep.equal({ kind: 'conflict', reason: 'not_uploaded' });
    await world.put(key, 'wrong');
    expect(errorOf(await complete())).to.deep.equal({ kind: 'conflict', reason: 'checksum_mismatch' });
    await world.put(key, 'too long');
    expect(errorOf(await complete())).to.deep.equal({ kind: 'conflict', reason: 'size_mismatch' });
    expect(errorOf(await complete(6))).to.deep.equal({ kind: 'conflict', reason: 'size_mismatch' });
    await world.put(key, 'right');
    valueOf(await complete());
    valueOf(await complete());
    await world.put(key, 'wrong');
    valueOf(await world.application.uploads.finalize(setting.push, { sessionId: session.id }));
    expect(await world.read(objectKey(setting.repository.namespace, object.oid))).to.equal('right');
    expect(valueOf(await world.application.repositories.usage(setting.push))).to.include({ uploadedBytes: 5, physicalBytes: 5 });
  });

  it('does not know an object that it did not authorize, nor the session of another repository', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const session = await open(world, setting);
    const stranger = { sessionId: session.id, ...objectOf('stranger') };
    expect(errorOf(await world.application.uploads.complete(setting.push, stranger))).to.deep.equal({ kind: 'not_found' });
    const organization = valueOf(
      await world.application.authorize.organization(setting.owner, setting.organization.id, 'repositories.create'),
    );
    const other = valueOf(await world.application.repositories.create(organization, { name: 'Other' }));
    const otherPush = await world.grant(setting.owner, other.id, 'repository.push');
    expect(errorOf(await world.application.uploads.finalize(otherPush, { sessionId: session.id }))).to.deep.equal({
      kind: 'not_found',
    });
    expect(
      errorOf(await world.application.uploads.authorize(otherPush, { sessionId: session.id, objects: [objectOf('x')] })),
    ).to.deep.equal({ kind: 'not_found' });
  });

  it('takes nothing after its six hours, to the millisecond', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const session = await open(world, setting);
    world.clock.advance(6 * HOUR_MS - 1);
    await authorize(world, setting, session.id, 'just in time');
    world.clock.advance(1);
    const late = await world.application.uploads.authorize(setting.push, { sessionId: session.id, objects: [objectOf('late')] });
    expect(errorOf(late)).to.deep.equal({ kind: 'conflict', reason: 'session_expired' });
    expect(errorOf(await world.application.uploads.finalize(setting.push, { sessionId: session.id }))).to.deep.equal({
      kind: 'conflict',
      reason: 'session_expired',
    });
  });

  it('takes no new object after finalize, and says done to one that it counted', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const session = await open(world, setting);
    await authorize(world, setting, session.id, 'counted', 'left out');
    await world.put(stagingKey(setting.repository.namespace, session.id, objectOf('counted').oid), 'counted');
    const complete = (text: string) =>
      world.application.uploads.complete(setting.push, { sessionId: session.id, ...objectOf(text) });
    valueOf(await complete('counted'));
    valueOf(await world.application.uploads.finalize(setting.push, { sessionId: session.id }));
    valueOf(await complete('counted'));
    expect(errorOf(await complete('left out'))).to.deep.equal({ kind: 'conflict', reason: 'session_finalized' });
  });

  it('is the same for the same key, and a conflict for another request with that key', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.application.uploads.open(setting.push, { idempotencyKey: 'k' })),
    );
    expect(new Set(answers.map((answer) => valueOf(answer).session.id)).size).to.equal(1);
    expect(answers.filter((answer) => !valueOf(answer).replayed)).to.have.length(1);
    const other = await world.application.uploads.open(setting.push, { idempotencyKey: 'k', expectedObjects: 3 });
    expect(errorOf(other)).to.deep.equal({ kind: 'conflict', reason: 'idempotency_key_reused' });
    world.clock.advance(6 * HOUR_MS);
    const late = valueOf(await world.application.uploads.open(setting.push, { idempotencyKey: 'k' }));
    expect([late.replayed, late.session.status], 'its time is over, though nothing was swept').to.deep.equal([true, 'EXPIRED']);
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    const foreign = await world.grant(developer, setting.repository.id, 'repository.push');
    expect(valueOf(await world.application.uploads.open(foreign, { idempotencyKey: 'k' })).replayed).to.equal(false);
  });

  it('counts towards the open uploads of the plan until it ends', async () => {
    const world = createWorld('free');
    const setting = await withRepository(world);
    const first = await open(world, setting);
    await open(world, setting);
    const third = await world.application.uploads.open(setting.push, {});
    expect(errorOf(third)).to.include({ kind: 'rate_limited', reason: 'concurrent_uploads' });
    valueOf(await world.application.uploads.finalize(setting.push, { sessionId: first.id }));
    await open(world, setting);
  });

  it('costs nothing for an object that the repository has', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const first = await uploaded(world, setting, 'shared');
    valueOf(await world.application.uploads.finalize(setting.push, { sessionId: first.id }));
    const second = await open(world, setting);
    await authorize(world, setting, second.id, 'shared');
    expect(await usedBytes(world, setting)).to.deep.equal({ usedBytes: 6, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
    valueOf(await world.application.uploads.complete(setting.push, { sessionId: second.id, ...objectOf('shared') }));
    expect(valueOf(await world.application.uploads.finalize(setting.push, { sessionId: second.id })).generation).to.equal(2);
    expect(await usedBytes(world, setting)).to.deep.equal({ usedBytes: 6, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  const sizedAsk = async (plan: 'free' | 'business' = 'business') => {
    const world = createWorld(plan);
    const setting = await withRepository(world);
    const session = await open(world, setting);
    const object = objectOf('x');
    const ask = (...sizes: number[]) =>
      world.application.uploads.authorize(setting.push, {
        sessionId: session.id,
        objects: sizes.map((sizeBytes) => ({ oid: object.oid, sizeBytes })),
      });
    const complete = (sizeBytes = object.sizeBytes) =>
      world.application.uploads.complete(setting.push, { sessionId: session.id, oid: object.oid, sizeBytes });
    return { world, setting, session, object, ask, complete };
  };

  it('refuses one oid with two sizes in one call', async () => {
    const { ask } = await sizedAsk();
    expect(errorOf(await ask(1, 2))).to.include({ kind: 'bad_request', problem: 'contradictory' });
    valueOf(await ask(1, 1));
  });

  it('takes the size that is declared last of an object of which nothing has been verified, and reserves that', async () => {
    const { world, setting, session, object, ask, complete } = await sizedAsk('free');
    const reserved = async () => (await usedBytes(world, setting)).reservedBytes;
    const letUrlsPass = async (): Promise<void> => {
      world.clock.advance(HOUR_MS);
      valueOf(await world.application.maintenance.sweep());
    };
    valueOf(await ask(4 * GIB));
    valueOf(await ask(3 * GIB));
    expect(await reserved(), 'while a URL for more may be used').to.equal(4 * GIB);
    await letUrlsPass();
    expect(await reserved()).to.equal(3 * GIB);
    valueOf(await ask(5 * GIB));
    expect(await reserved()).to.equal(5 * GIB);
    const rest = { sessionId: session.id, objects: [{ ...objectOf('rest'), sizeBytes: 5 * GIB }] };
    valueOf(await world.application.uploads.authorize(setting.push, rest));
    valueOf(await ask(object.sizeBytes));
    await letUrlsPass();
    const more = { sessionId: session.id, objects: [{ ...objectOf('more'), sizeBytes: 5 * GIB - object.sizeBytes }] };
    valueOf(await world.application.uploads.authorize(setting.push, more));
    expect(errorOf(await ask(GIB)), 'what the plan has no room for').to.include({ reason: 'storage_quota' });
    expect(await reserved(), 'as before').to.equal(10 * GIB);
    await world.put(stagingKey(setting.repository.namespace, session.id, object.oid), 'x');
    expect(errorOf(await complete(GIB))).to.include({ reason: 'size_mismatch' });
    valueOf(await complete());
    const mismatch = { kind: 'conflict', reason: 'size_mismatch', oid: object.oid };
    expect(errorOf(await ask(2)), 'its bytes are verified').to.deep.equal(mismatch);
  });

  it('counts no object whose size was declared anew while its bytes were being verified', async () => {
    const { world, setting, session, object, ask } = await sizedAsk();
    valueOf(await ask(object.sizeBytes));
    await world.put(stagingKey(setting.repository.namespace, session.id, object.oid), 'x');
    const { promote } = world.blobs;
    const blobs: typeof world.blobs = {
      ...world.blobs,
      promote: (...named) =>
        promote(...named).andThen(() =>
          ask(7)
            .orElse(() => ok())
            .map(() => undefined),
        ),
    };
    const { uploads } = createApplication({ ...world.ports, blobs });
    const raced = await uploads.complete(setting.push, { sessionId: session.id, ...object });
    expect(errorOf(raced)).to.deep.equal({ kind: 'conflict', reason: 'size_mismatch' });
    const final = valueOf(await world.application.uploads.finalize(setting.push, { sessionId: session.id }));
    expect(final.session.uploadedObjects).to.equal(0);
  });

  it('does not complete an object that the repository has got with another size meanwhile', async () => {
    const { world, setting, object, ask, complete } = await sizedAsk();
    valueOf(await ask(123_456));
    const first = await uploaded(world, setting, 'x');
    valueOf(await world.application.uploads.finalize(setting.push, { sessionId: first.id }));
    expect(errorOf(await complete(123_456))).to.deep.equal({ kind: 'conflict', reason: 'size_mismatch' });
    valueOf(await ask(object.sizeBytes));
    valueOf(await complete());
  });
});
