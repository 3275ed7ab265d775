import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createFaultyBlobStore } from '../../../src/blob-store/faulty-blob-store.js';
import type { Settings } from '../../../src/ports/ports.js';
import type { PlanId } from '../../../src/model/quotas/plan.js';
import {
  DAY_MS,
  GIB,
  HOUR_MS,
  MINUTE_MS,
  type ObjectKey,
  objectKey,
  SECOND_MS,
  stagingKey,
  trusted,
} from '../../../src/model/values/index.js';
import { bodyOf } from '../../builders/tree.js';
import { bytesOf, createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const sweptAfterMs = 6 * HOUR_MS + 2 * DAY_MS;

/** A push by Git LFS whose client never has anything verified. */
const setting = async (plan: PlanId = 'business', settings: Partial<Settings> = {}) => {
  const world = createWorld(plan);
  const made = await withRepository(world);
  const promoted: string[] = [];
  const { promote } = world.blobs;
  const faulty = createFaultyBlobStore({
    ...world.blobs,
    promote: (from, to, expected) => {
      promoted.push(expected.oid);
      return promote(from, to, expected);
    },
  });
  /** A process of its own. */
  const start = () => createApplication({ ...world.ports, blobs: faulty, settings: { ...world.ports.settings, ...settings } });
  const application = start();
  const hrefs = new Map<string, string>();
  let verifyToken = '';
  const batch = async (...texts: readonly string[]) => {
    const answer = valueOf(await application.lfs.batchUpload(made.push, texts.map(objectOf)));
    for (const entry of answer.entries) if (entry.kind === 'upload') hrefs.set(entry.oid, entry.request.href);
    verifyToken = answer.verifyToken ?? verifyToken;
    return answer;
  };
  const urlOf = (text: string): URL => new URL(hrefs.get(oidOf(text)) ?? expect.fail(`no URL for ${text}`));
  const stagedAt = (text: string): ObjectKey => trusted<ObjectKey>(urlOf(text).pathname.slice('/storage/'.length));
  return {
    world,
    ...made,
    application,
    start,
    faulty,
    promoted,
    batch,
    /** Through the service. */
    receive: async (text: string, as = text) => {
      const grant = valueOf(application.authorize.signedUpload(stagedAt(text), Object.fromEntries(urlOf(text).searchParams)));
      valueOf(await application.signedTransfers.receive(grant, bodyOf(bytesOf(as))));
    },
    /** Past the service, as a bucket takes it. */
    place: (text: string, as = text) => world.put(stagedAt(text), as),
    /** As a verification does that ends before it has registered. */
    move: async (text: string) => {
      const to = objectKey(made.repository.namespace, oidOf(text));
      valueOf(await world.blobs.promote(stagedAt(text), to, objectOf(text)));
    },
    isStaged: async (text: string) => (await world.blobs.head(stagedAt(text))).isOk(),
    link: async () => valueOf(await application.authorize.verifyLink(made.repository.id, verifyToken, made.owner.origin)),
    /** What the objects are called that everybody sees. */
    visible: async (...texts: readonly string[]) => {
      const oids = texts.map(oidOf);
      const stored = valueOf(await world.unitOfWork.read(({ objects }) => objects.findSizes(made.repository.id, oids)));
      return texts.filter((text) => stored.has(oidOf(text)));
    },
    verifyAll: async (by = application) => {
      let count = 0;
      while (valueOf(await by.lfs.verifyNextStaged())) count += 1;
      return count;
    },
    find: async (by = application) => valueOf(await by.lfs.findStaged()),
    sweep: async () => {
      // The first run ends sessions, and gives what was called off its end.
      for (let run = 0; run < 2; run += 1) valueOf(await application.maintenance.sweep());
    },
    usage: async () => valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(made.organization.id))),
  };
};

describe('an object of Git LFS that nobody verifies', () => {
  it('is registered soon after its PUT to the service, as a verify would have it', async () => {
    const { world, application, push, batch, receive, verifyAll, visible, usage } = await setting();
    await batch('model');
    await receive('model');
    expect(await verifyAll(), 'its client may be about to have it verified').to.equal(0);
    world.clock.advance(2 * SECOND_MS);
    expect(await verifyAll()).to.equal(1);
    expect(await visible('model')).to.deep.equal(['model']);
    expect(await usage()).to.deep.equal({ usedBytes: 5, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
    expect(valueOf(await application.repositories.get(push)).generation).to.equal(1);
    const pushes = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'repository.push');
    expect(pushes).to.have.length(1);
    expect(pushes[0]).to.include({ actorId: push.caller.userId, actorTokenId: undefined });
    expect(world.unitOfWork.journal.ledgerEntries()).to.have.length(1);
  });

  it('is found where it lies when its PUT passed the service by, or another process took it in, and is looked for no more', async () => {
    const { world, start, batch, place, find, verifyAll, visible } = await setting();
    await batch('model', 'late', 'never');
    await place('model');
    expect(await find(), 'at once').to.equal(0);
    world.clock.advance(15 * SECOND_MS);
    expect(await find()).to.equal(1);
    expect(await find(), 'it waits to be verified').to.equal(0);
    expect(await verifyAll()).to.equal(1);
    await place('late');
    world.clock.advance(15 * SECOND_MS);
    const other = start();
    expect(await find(other)).to.equal(1);
    expect(await verifyAll(other)).to.equal(1);
    expect(await visible('model', 'late', 'never')).to.deep.equal(['model', 'late']);
    await place('never');
    world.clock.advance(HOUR_MS);
    expect(await find(other)).to.equal(1);
    expect(await verifyAll(other)).to.equal(1);
    world.clock.advance(HOUR_MS);
    expect(await find(other)).to.equal(0);
    expect(valueOf(await world.unitOfWork.read(({ uploads }) => uploads.listDueLfs(Infinity, 9)))).to.deep.equal([]);
  });

  it('is registered once when its client has it verified at the same time, and looked through once', async () => {
    const { world, application, batch, receive, link, promoted, verifyAll, visible } = await setting();
    await batch('model');
    await receive('model');
    world.clock.advance(2 * SECOND_MS);
    const verify = await link();
    const [asked, count] = await Promise.all([application.lfs.verify(verify, objectOf('model')), verifyAll()]);
    valueOf(asked);
    expect(count).to.equal(1);
    expect(promoted).to.have.length(1);
    expect(await visible('model')).to.deep.equal(['model']);
    expect(world.unitOfWork.journal.ledgerEntries()).to.have.length(1);
  });

  it('is not looked for when its client has had it verified', async () => {
    const { world, application, batch, receive, link, verifyAll, find } = await setting();
    await batch('model');
    await receive('model');
    valueOf(await application.lfs.verify(await link(), objectOf('model')));
    world.clock.advance(MINUTE_MS);
    expect(await verifyAll()).to.equal(0);
    expect(await find()).to.equal(0);
  });

  it('is looked through once when it is wrong, until it is sent or asked for anew', async () => {
    const { world, batch, place, receive, promoted, find, verifyAll, visible } = await setting();
    await batch('model');
    await place('model', 'm0del');
    world.clock.advance(MINUTE_MS);
    expect([await find(), await verifyAll()]).to.deep.equal([1, 1]);
    for (let look = 0; look < 5; look += 1) {
      world.clock.advance(HOUR_MS);
      expect(await find()).to.equal(0);
    }
    expect(promoted).to.have.length(1);
    await batch('model');
    await receive('model');
    world.clock.advance(2 * SECOND_MS);
    expect(await verifyAll()).to.equal(1);
    expect(await visible('model')).to.deep.equal(['model']);
  });

  it('is awaited once more by a batch that comes soon after it was refused', async () => {
    const { world, batch, place, find, verifyAll, visible } = await setting();
    await batch('model', 'other');
    await place('model', 'm0del');
    world.clock.advance(15 * SECOND_MS);
    expect([await find(), await verifyAll()]).to.deep.equal([1, 1]);
    await batch('model');
    await place('model');
    world.clock.advance(15 * SECOND_MS);
    expect([await find(), await verifyAll()]).to.deep.equal([1, 1]);
    expect(await visible('model')).to.deep.equal(['model']);
  });

  it('is looked through once when it is wrong, however many downloads ask for it and by whichever way it was found wrong', async () => {
    const { application, push, batch, place, link, promoted, visible } = await setting();
    const kindsOf = async (...texts: readonly string[]) =>
      valueOf(await application.lfs.batchDownload(push, texts.map(objectOf))).entries.map(({ kind }) => kind);
    await batch('asked', 'verified');
    await place('asked', '4sked');
    await place('verified', 'v3rified');
    expect(errorOf(await application.lfs.verify(await link(), objectOf('verified')))).to.include({ reason: 'checksum_mismatch' });
    for (let times = 0; times < 5; times += 1) expect(await kindsOf('asked', 'verified')).to.deep.equal(['missing', 'missing']);
    expect(promoted).to.deep.equal(['verified', 'asked'].map(oidOf));
    await batch('asked');
    await place('asked');
    expect(await kindsOf('asked')).to.deep.equal(['download']);
    expect(await visible('asked')).to.deep.equal(['asked']);
  });

  it('is downloaded once it is right, also when it took the place of wrong bytes without a batch', async () => {
    const { application, push, batch, place, faulty, promoted } = await setting();
    const kindOf = async () =>
      valueOf(await application.lfs.batchDownload(push, [objectOf('model')])).entries.map(({ kind }) => kind);
    await batch('model');
    for (const wrong of ['m0del', 'mod3l']) {
      await place('model', wrong);
      for (let times = 0; times < 3; times += 1) expect(await kindOf()).to.deep.equal(['missing']);
    }
    const looks = promoted.length;
    await place('model');
    faulty.failNext({ call: 'head', when: 'before' });
    expect(errorOf(await application.lfs.batchDownload(push, [objectOf('model')]))).to.include({ kind: 'unavailable' });
    expect(await kindOf()).to.deep.equal(['download']);
    expect([looks, promoted.length]).to.deep.equal([2, 3]);
  });

  it('is downloaded once a session without Git has had it verified, although what Git LFS has sent of it is wrong', async () => {
    const { world, application, push, repository, batch, place, promoted } = await setting();
    const kindOf = async () =>
      valueOf(await application.lfs.batchDownload(push, [objectOf('model')])).entries.map(({ kind }) => kind);
    await batch('model');
    await place('model', 'm0del');
    expect(await kindOf()).to.deep.equal(['missing']);
    const { session } = valueOf(await application.uploads.open(push, {}));
    valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf('model')] }));
    await world.put(stagingKey(repository.namespace, session.id, oidOf('model')), 'model');
    valueOf(await application.uploads.complete(push, { sessionId: session.id, ...objectOf('model') }));
    expect(await kindOf()).to.deep.equal(['download']);
    expect(promoted).to.have.length(3);
  });

  it('is downloaded once it is right, also when it came while wrong bytes were being looked through', async () => {
    const { world, push, batch, place } = await setting();
    let goOn: () => void = () => undefined;
    let gate: Promise<void> = Promise.resolve();
    let reads = 0;
    const slow = createApplication({
      ...world.ports,
      blobs: {
        ...world.blobs,
        promote: (from, to, expected) => {
          const promoted = world.blobs.promote(from, to, expected);
          reads += 1;
          return new ResultAsync(gate.then(() => promoted));
        },
      },
    });
    const download = async () => valueOf(await slow.lfs.batchDownload(push, [objectOf('model')])).entries.map(({ kind }) => kind);
    await batch('model');
    await place('model', 'm0del');
    expect(await download()).to.deep.equal(['missing']);
    await place('model', 'mod3l');
    gate = new Promise((resolve) => (goOn = resolve));
    const first = download();
    await waitUntil('the wrong bytes are read', () => reads === 2);
    await place('model');
    const second = download();
    // It looks at the bytes, and joins who reads those before.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    goOn();
    expect([await first, await second]).to.deep.equal([['missing'], ['missing']]);
    expect(await download()).to.deep.equal(['download']);
  });

  it('is downloaded once it is right, also among many that were refused', async () => {
    const { application, push, batch, place, promoted } = await setting();
    const texts = Array.from({ length: 101 }, (_, index) => `model ${index}`);
    const download = async () =>
      valueOf(await application.lfs.batchDownload(push, texts.map(objectOf))).entries.filter(({ kind }) => kind === 'download');
    await batch(...texts);
    for (const text of texts) await place(text, text.toUpperCase());
    for (let times = 0; times < 3; times += 1) expect(await download()).to.deep.equal([]);
    expect(promoted).to.have.length(texts.length);
    await place('model 7');
    expect((await download()).map(({ oid }) => oid)).to.deep.equal([oidOf('model 7')]);
    expect(promoted).to.have.length(texts.length + 1);
  });

  it('is unavailable for a download while its organization has used up its hour', async () => {
    const { world, application, push, batch, place, promoted } = await setting('business', { verifiedBytesPerHour: 10 });
    await batch('spends all of it', 'model', 'never sent');
    await place('spends all of it');
    await place('model');
    const outcomes = async () =>
      valueOf(await application.lfs.batchDownload(push, ['spends all of it', 'model', 'never sent'].map(objectOf))).entries.map(
        (entry) => (entry.kind === 'missing' ? entry.error.kind : entry.kind),
      );
    valueOf(await application.lfs.batchDownload(push, [objectOf('spends all of it')]));
    expect(await outcomes()).to.deep.equal(['download', 'unavailable', 'not_found']);
    expect(promoted).to.have.length(1);
    world.clock.advance(HOUR_MS);
    valueOf(await application.lfs.batchDownload(push, [objectOf('model')]));
    expect(await outcomes()).to.deep.equal(['download', 'download', 'not_found']);
  });

  it('spends nothing of the hour of its organization before it has come', async () => {
    const { application, push, batch, place, visible } = await setting('business', { verifiedBytesPerHour: 10 });
    await batch('never sent', 'model');
    for (let times = 0; times < 5; times += 1) valueOf(await application.lfs.batchDownload(push, [objectOf('never sent')]));
    await place('model');
    valueOf(await application.lfs.batchDownload(push, [objectOf('model')]));
    expect(await visible('model')).to.deep.equal(['model']);
  });

  it('is not verified for a download whose client has gone', async () => {
    const { application, push, batch, place, promoted, visible } = await setting();
    await batch('model');
    await place('model');
    const gone = AbortSignal.abort();
    expect(errorOf(await application.lfs.batchDownload(push, [objectOf('model')], 'basic', gone))).to.include({
      kind: 'unavailable',
    });
    expect([promoted, await visible('model')]).to.deep.equal([[], []]);
  });

  it('asks for the right of its sender to push, as it is then', async () => {
    const { world, application, organization, repository } = await setting();
    const colleague = await world.addMember('colleague@acme.test', 'acme', 'DEVELOPER');
    const theirs = await world.grant(colleague, repository.id, 'repository.push');
    const place = async (text: string): Promise<void> => {
      const { entries } = valueOf(await application.lfs.batchUpload(theirs, [objectOf(text)]));
      const [entry] = entries;
      const path = entry?.kind === 'upload' ? new URL(entry.request.href).pathname : '';
      await world.put(trusted<ObjectKey>(path.slice('/storage/'.length)), text);
      world.clock.advance(HOUR_MS);
      valueOf(await application.lfs.findStaged());
    };
    const isVisible = async (text: string) =>
      valueOf(await world.unitOfWork.read(({ objects }) => objects.findSizes(repository.id, [oidOf(text)]))).size === 1;
    await place('before');
    valueOf(await application.lfs.verifyNextStaged());
    expect(await isVisible('before')).to.equal(true);
    await place('after');
    valueOf(
      await application.operator.setMember({ email: 'colleague@acme.test', organization: organization.slug, role: 'VIEWER' }),
    );
    valueOf(await application.lfs.verifyNextStaged());
    expect(await isVisible('after')).to.equal(false);
    world.clock.advance(sweptAfterMs);
    for (let run = 0; run < 2; run += 1) valueOf(await application.maintenance.sweep());
    expect(await isVisible('after'), 'and it is swept').to.equal(false);
  });

  it('is nothing of a repository that is deleted', async () => {
    const { world, owner, repository, application, batch, place, find, verifyAll } = await setting();
    await batch('model');
    await place('model');
    world.clock.advance(MINUTE_MS);
    expect(await find()).to.equal(1);
    valueOf(await application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    expect(await verifyAll()).to.equal(1);
    world.clock.advance(HOUR_MS);
    expect(await find()).to.equal(0);
    expect(world.unitOfWork.journal.ledgerEntries()).to.deep.equal([]);
  });

  it('is found again when its storage did not answer', async () => {
    const { world, application, faulty, batch, receive, find, verifyAll, visible } = await setting();
    await batch('model', 'other');
    for (const text of ['model', 'other']) await receive(text);
    world.clock.advance(15 * SECOND_MS);
    faulty.failNext({ call: 'promote', when: 'before' });
    expect(errorOf(await application.lfs.verifyNextStaged())).to.include({ kind: 'unavailable', part: 'storage' });
    expect(await verifyAll(), 'nothing of its organization is tried meanwhile').to.equal(0);
    expect([await find(), await verifyAll()]).to.deep.equal([2, 2]);
    expect(await visible('model', 'other')).to.deep.equal(['model', 'other']);
  });

  it('is found an hour later when its verification did not come to its end after it was moved', async () => {
    const { world, start, batch, place, move, find, verifyAll, visible } = await setting();
    await batch('model');
    await place('model');
    await move('model');
    const other = start();
    world.clock.advance(MINUTE_MS);
    expect(await find(other)).to.equal(0);
    world.clock.advance(HOUR_MS);
    expect([await find(other), await verifyAll(other)]).to.deep.equal([1, 1]);
    expect(await visible('model')).to.deep.equal(['model']);
  });

  it('waits while its organization has used up its hour', async () => {
    const { world, batch, receive, place, find, verifyAll, sweep, visible, isStaged } = await setting('business', {
      verifiedBytesPerHour: 10,
    });
    await batch('spends all of it', 'model', 'other');
    await receive('spends all of it');
    world.clock.advance(2 * SECOND_MS);
    expect(await verifyAll()).to.equal(1);
    await place('model');
    world.clock.advance(MINUTE_MS);
    expect(await find()).to.equal(0);
    world.clock.advance(sweptAfterMs);
    await sweep();
    expect(await visible('spends all of it', 'model')).to.deep.equal(['spends all of it', 'model']);
    expect(await isStaged('other')).to.equal(false);
  });

  it('is none when it comes for an upload session', async () => {
    const { world, application, push, verifyAll, find } = await setting();
    const { session } = valueOf(await application.uploads.open(push, {}));
    const [answer] = valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf('model')] }));
    const url = new URL(answer !== undefined && 'uploadUrl' in answer ? answer.uploadUrl : '');
    const key = trusted<ObjectKey>(url.pathname.slice('/storage/'.length));
    const grant = valueOf(application.authorize.signedUpload(key, Object.fromEntries(url.searchParams)));
    valueOf(await application.signedTransfers.receive(grant, bodyOf(bytesOf('model'))));
    world.clock.advance(MINUTE_MS);
    expect([await verifyAll(), await find()]).to.deep.equal([0, 0]);
    world.clock.advance(DAY_MS);
    for (let run = 0; run < 2; run += 1) valueOf(await application.maintenance.sweep());
    expect((await world.blobs.head(key)).isErr()).to.equal(true);
  });
});

describe('sweeping what Git LFS has staged', () => {
  it('registers what is right, however long ago its URL has ended, and removes the rest', async () => {
    const { world, batch, place, sweep, visible, isStaged, usage } = await setting();
    await batch('right', 'wrong', 'never');
    await place('right');
    await place('wrong', 'wr0ng');
    world.clock.advance(sweptAfterMs);
    await sweep();
    expect(await visible('right', 'wrong', 'never')).to.deep.equal(['right']);
    expect(await isStaged('wrong')).to.equal(false);
    expect(await usage()).to.deep.equal({ usedBytes: 5, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('registers what was refused before and sent right since, and what a verification has moved without coming to its end', async () => {
    const { world, batch, place, move, find, verifyAll, sweep, visible } = await setting();
    await batch('refused', 'moved');
    await place('refused', 'r3fused');
    world.clock.advance(MINUTE_MS);
    expect([await find(), await verifyAll()]).to.deep.equal([1, 1]);
    await place('refused');
    await place('moved');
    await move('moved');
    world.clock.advance(sweptAfterMs);
    await sweep();
    expect(await visible('refused', 'moved')).to.deep.equal(['refused', 'moved']);
  });

  it('removes nothing while its organization has used up its hour, or while the storage does not answer', async () => {
    const { world, application, faulty, batch, receive, place, verifyAll, sweep, visible, isStaged } = await setting('business', {
      verifiedBytesPerHour: 1,
    });
    await batch('right');
    await place('right');
    world.clock.advance(sweptAfterMs - 2 * SECOND_MS);
    valueOf(await application.maintenance.sweep());
    await batch('spends all of it');
    await receive('spends all of it');
    world.clock.advance(2 * SECOND_MS);
    expect(await verifyAll()).to.equal(1);
    await sweep();
    expect(await isStaged('right')).to.equal(true);
    world.clock.advance(DAY_MS);
    faulty.failNext({ call: 'promote', when: 'before' });
    expect((await application.maintenance.sweep()).isErr()).to.equal(true);
    expect(await isStaged('right')).to.equal(true);
    world.clock.advance(DAY_MS);
    await sweep();
    expect(await visible('right')).to.deep.equal(['right']);
  });

  it('removes what came when its room had been given up and others have it', async () => {
    const { world, application, push, batch, place, find, verifyAll, sweep, visible, isStaged } = await setting('free');
    await batch('slow');
    world.clock.advance(HOUR_MS);
    await sweep();
    await place('slow');
    const fill = async (): Promise<void> => {
      const { session } = valueOf(await application.uploads.open(push, {}));
      const objects = [1, 2].map((number) => ({ oid: oidOf(`other ${number}`), sizeBytes: 5 * GIB }));
      valueOf(await application.uploads.authorize(push, { sessionId: session.id, objects }));
    };
    await fill();
    world.clock.advance(MINUTE_MS);
    expect([await find(), await verifyAll()]).to.deep.equal([1, 1]);
    expect(await isStaged('slow'), 'as long as there may be room').to.equal(true);
    world.clock.advance(DAY_MS);
    await sweep();
    await fill();
    world.clock.advance(DAY_MS + 4 * HOUR_MS - MINUTE_MS);
    await sweep();
    await fill();
    world.clock.advance(HOUR_MS);
    await sweep();
    expect(await visible('slow')).to.deep.equal([]);
    expect(await isStaged('slow')).to.equal(false);
  });
});
