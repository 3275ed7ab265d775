import { expect } from 'chai';
import type { RateLimited } from '../../../src/model/app-error.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, stagingKey } from '../../../src/model/values/index.js';
import { bodyOf } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, valueOf, withRepository } from '../../builders/world.js';

/** A `free` organization, which may have two sessions open. */
const start = async () => {
  const world = createWorld('free');
  const setting = await withRepository(world);
  const { push } = setting;
  const { uploads } = world.application;
  const open = async () => valueOf(await uploads.open(push, {})).session;
  const refusal = async (): Promise<RateLimited> => {
    const error = errorOf(await uploads.open(push, {}));
    if (error.kind !== 'rate_limited') throw new Error(`expected rate_limited, got ${error.kind}`);
    return error;
  };
  const statuses = async (...sessions: Awaited<ReturnType<typeof open>>[]) => {
    const found = await world.unitOfWork.read((queries) =>
      Promise.all(sessions.map(({ id }) => queries.uploads.find(setting.repository.id, id))),
    );
    return valueOf(found).map((session) => session?.status);
  };
  /** Has an object of seven bytes authorized, and answers what sends it. */
  const begin = async ({ id: sessionId }: Awaited<ReturnType<typeof open>>, object: ReturnType<typeof objectOf>) => {
    const [url] = valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    if (url === undefined || !('uploadUrl' in url)) throw new Error('it fits into one URL');
    const { pathname, searchParams } = new URL(url.uploadUrl);
    const { authorize, signedTransfers } = world.application;
    const grant = valueOf(authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)));
    return async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      valueOf(await signedTransfers.receive(grant, { declaredBytes: 7, bytes }));
    };
  };
  return { world, setting, push, uploads, begin, open, refusal, statuses };
};

describe('opening an upload session where the plan allows no more', () => {
  it('succeeds at the moment that the refusal named, in place of the session that was idle longest', async () => {
    const { world, open, refusal, statuses } = await start();
    const vanished = await open();
    world.clock.advance(MINUTE_MS);
    const other = await open();
    const { reason, retryAfterSeconds } = await refusal();
    expect([reason, retryAfterSeconds]).to.deep.equal(['concurrent_uploads', 600]);
    world.clock.advance(retryAfterSeconds * SECOND_MS - 1);
    await refusal();
    world.clock.advance(1);
    await open();
    expect(await statuses(vanished, other)).to.deep.equal(['ABORTED', 'OPEN']);
  });

  it('leaves a session alone in which something is authorized, sent or completed', async () => {
    const { world, push, uploads, begin, open, refusal, statuses } = await start();
    const [busy, other] = [await open(), await open()];
    const object = objectOf('weights');
    const beat = async (work: () => Promise<unknown>) => {
      world.clock.advance(9 * MINUTE_MS);
      await work();
      world.clock.advance(2 * MINUTE_MS);
    };
    await beat(async () => uploads.authorize(push, { sessionId: busy.id, objects: [object] }));
    const fresh = await open();
    expect(await statuses(busy, other, fresh)).to.deep.equal(['OPEN', 'ABORTED', 'OPEN']);
    const receive = await begin(busy, object);
    // It comes for longer than a session may be idle.
    async function* slowly() {
      for (const byte of bytesOf('weights')) {
        world.clock.advance(3 * MINUTE_MS);
        yield await Promise.resolve(Uint8Array.of(byte));
      }
    }
    await receive(slowly());
    world.clock.advance(8 * MINUTE_MS);
    await open();
    expect(await statuses(busy, fresh)).to.deep.equal(['OPEN', 'ABORTED']);
    valueOf(await uploads.complete(push, { sessionId: busy.id, ...object }));
    world.clock.advance(10 * MINUTE_MS);
    expect((await refusal()).retryAfterSeconds).to.equal(60);
    expect(await statuses(busy)).to.deep.equal(['OPEN']);
  });

  it('succeeds at once when the clock was set back, and leaves a session alone whose bytes come since', async () => {
    const { world, begin, open, refusal, statuses } = await start();
    const [busy, idle] = [await open(), await open()];
    const receive = await begin(busy, objectOf('weights'));
    await refusal();
    world.clock.set(world.clock.now() - 40 * DAY_MS);
    await receive(bodyOf(bytesOf('weights')).bytes);
    await open();
    expect(await statuses(busy, idle)).to.deep.equal(['OPEN', 'ABORTED']);
    expect((await refusal()).retryAfterSeconds).to.equal(660);
  });

  it('takes the reservation of the session that gives way back, and leaves its bytes to the sweeper', async () => {
    const { world, setting, push, uploads, open } = await start();
    const [vanished] = [await open(), await open()];
    const object = objectOf('weights');
    valueOf(await uploads.authorize(push, { sessionId: vanished.id, objects: [object] }));
    const staged = stagingKey(setting.repository.namespace, vanished.id, object.oid);
    await world.put(staged, 'weights');
    world.clock.advance(11 * MINUTE_MS);
    await open();
    const usage = await world.unitOfWork.read((queries) => queries.usage.ofOrganization(setting.organization.id));
    expect(valueOf(usage).reservedBytes).to.equal(0);
    const aborted = { kind: 'conflict', reason: 'session_aborted' };
    expect(errorOf(await uploads.complete(push, { sessionId: vanished.id, ...object }))).to.deep.equal(aborted);
    expect(errorOf(await uploads.authorize(push, { sessionId: vanished.id, objects: [object] }))).to.deep.equal(aborted);
    expect(errorOf(await uploads.finalize(push, { sessionId: vanished.id }))).to.deep.equal(aborted);
    expect((await world.blobs.head(staged)).isOk()).to.equal(true);
    world.clock.advance(2 * HOUR_MS);
    valueOf(await world.application.maintenance.sweep());
    expect(errorOf(await world.blobs.head(staged))).to.deep.equal({ kind: 'blob_missing' });
  });
});

describe('the open upload sessions of a repository', () => {
  it('are listed and aborted by who opened them, and by who administers the repository', async () => {
    const { world, setting, push, uploads, open, statuses } = await start();
    const developer = await world.addMember('dev@acme.test', 'acme', 'DEVELOPER');
    const theirs = await world.grant(developer, setting.repository.id, 'repository.push');
    const own = await open();
    world.clock.advance(1);
    const foreign = valueOf(await uploads.open(theirs, {})).session;
    const idsFor = async (grant: typeof push) => valueOf(await uploads.list(grant)).map(({ id }) => id);
    expect(await idsFor(push)).to.deep.equal([own.id, foreign.id]);
    expect(await idsFor(theirs)).to.deep.equal([foreign.id]);
    expect(errorOf(await uploads.abort(theirs, { sessionId: own.id }))).to.deep.equal({ kind: 'not_found' });
    valueOf(await uploads.abort(push, { sessionId: foreign.id }));
    valueOf(await uploads.abort(theirs, { sessionId: foreign.id }));
    expect(await statuses(own, foreign)).to.deep.equal(['OPEN', 'ABORTED']);
    expect(await idsFor(push)).to.deep.equal([own.id]);
    const audited = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'repository.upload.abort');
    expect(audited.map(({ target }) => target)).to.deep.equal([foreign.id]);
    valueOf(await uploads.finalize(push, { sessionId: own.id }));
    expect(errorOf(await uploads.abort(push, { sessionId: own.id }))).to.deep.equal({
      kind: 'conflict',
      reason: 'session_finalized',
    });
  });
});
