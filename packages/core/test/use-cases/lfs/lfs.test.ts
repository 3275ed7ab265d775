import { expect } from 'chai';
import { errAsync, ok, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { unavailable } from '../../../src/model/app-error.js';
import type { BlobStore } from '../../../src/ports/blob-store.js';
import { DAY_MS, GIB, HOUR_MS, objectKey, stagingKey } from '../../../src/model/values/index.js';
import { buildObject, sendObject, storedTreeBytes } from '../../builders/tree.js';
import {
  bytesOf,
  createWorld,
  errorOf,
  objectOf,
  oidOf,
  slug,
  valueOf,
  withRepository,
  type World,
} from '../../builders/world.js';

type Setting = Awaited<ReturnType<typeof withRepository>>;
const origin = { address: '192.0.2.9', userAgent: 'git-lfs/3.3.0' };

const lfsSession = async (world: World, { push }: Setting) => {
  const { repositoryId } = push.repository;
  const session = valueOf(
    await world.unitOfWork.read((queries) => queries.uploads.findOpenLfs(repositoryId, push.caller.userId, world.clock.now())),
  );
  if (session === undefined) throw new Error('no LFS session');
  return session;
};

const send = async (world: World, setting: Setting, text: string, as = text) =>
  world.put(stagingKey(setting.repository.namespace, (await lfsSession(world, setting)).id, objectOf(text).oid), as);

const link = async (world: World, setting: Setting, token: string | undefined) =>
  valueOf(await world.application.authorize.verifyLink(setting.repository.id, token ?? '', origin));

const kinds = (batch: { readonly entries: readonly { readonly kind: string }[] }) => batch.entries.map((entry) => entry.kind);

/** The same service, in which somebody else does something between the first read of a request and the second. */
const overtaken = ({ ports, unitOfWork }: World, act: () => ResultAsync<unknown, unknown>) => {
  let reads = 0;
  const raced: typeof unitOfWork = {
    ...unitOfWork,
    read: (work) => {
      reads += 1;
      if (reads !== 2) return unitOfWork.read(work);
      return act()
        .orElse(() => ok())
        .andThen(() => unitOfWork.read(work));
    },
  };
  return createApplication({ ...ports, unitOfWork: raced });
};

describe('Git LFS', () => {
  it('stores what is sent and verified, and then has nothing to send', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const batch = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('a'), objectOf('b')]));
    expect(kinds(batch)).to.deep.equal(['upload', 'upload']);
    await send(world, setting, 'a');
    const verify = await link(world, setting, batch.verifyToken);
    valueOf(await world.application.lfs.verify(verify, objectOf('a')));
    valueOf(await world.application.lfs.verify(verify, objectOf('a')));
    const again = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('a'), objectOf('b')]));
    expect(kinds(again)).to.deep.equal(['stored', 'upload']);
    expect(kinds(valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('a'), objectOf('b')])))).to.deep.equal(
      ['download', 'missing'],
    );
    expect(valueOf(await world.application.repositories.get(setting.push)).generation).to.equal(1);
    expect(world.unitOfWork.journal.ledgerEntries()).to.have.length(1);
  });

  for (const isBackingUp of [false, true]) {
    it(`leaves no bytes uncounted of an object that comes in chunks while it is verified, ${isBackingUp ? 'held back' : 'or removed'}`, async () => {
      const world = createWorld();
      const setting = await withRepository(world);
      const { push, repository, organization } = setting;
      const object = buildObject([bytesOf('an object '), bytesOf('by two ways')]);
      await sendObject(world, push, object);
      const batch = valueOf(await world.application.lfs.batchUpload(push, [object]));
      await send(world, setting, 'an object by two ways');
      if (isBackingUp) valueOf(await world.application.operator.holdOffRemovals());
      const promote: BlobStore['promote'] = (...moved) =>
        ResultAsync.fromSafePromise(world.application.tree.finalize(push, { objects: [object] }).then(valueOf)).andThen(() =>
          world.blobs.promote(...moved),
        );
      const { lfs } = createApplication({ ...world.ports, blobs: { ...world.blobs, promote } });
      valueOf(await lfs.verify(await link(world, setting, batch.verifyToken), object));
      const whole = await world.blobs.head(objectKey(repository.namespace, object.oid));
      expect(whole.isOk()).to.equal(isBackingUp);
      const counted = async () => valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organization.id)));
      for (let looks = 0; looks < 2; looks += 1) {
        const { usedBytes, reservedBytes } = await counted();
        const heldBytes = isBackingUp ? object.sizeBytes : 0;
        expect([usedBytes, reservedBytes]).to.deep.equal([await storedTreeBytes(world, push), heldBytes]);
        world.clock.advance(2 * HOUR_MS);
        valueOf(await world.application.maintenance.sweep());
      }
      expect(kinds(valueOf(await world.application.lfs.batchUpload(push, [object])))).to.deep.equal(['stored']);
      world.clock.advance(3 * DAY_MS);
      for (let sweeps = 0; sweeps < 3; sweeps += 1) {
        valueOf(await world.application.maintenance.sweep());
        world.clock.advance(3 * DAY_MS);
      }
      const left = await counted();
      expect([left.reservedBytes, left.reclaimableBytes]).to.deep.equal([0, 0]);
      expect((await world.blobs.head(objectKey(repository.namespace, object.oid))).isErr()).to.equal(true);
    });
  }

  it('answers verify with not found before the bytes are there, and with a conflict for a wrong size or wrong bytes', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const batch = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('right')]));
    const verify = await link(world, setting, batch.verifyToken);
    const early = errorOf(await world.application.lfs.verify(verify, objectOf('right')));
    expect(early).to.deep.equal({ kind: 'not_found', reason: 'not_uploaded' });
    expect(errorOf(await world.application.lfs.verify(verify, objectOf('unasked')))).to.deep.equal({ kind: 'not_found' });
    await send(world, setting, 'right', 'wrong');
    expect(errorOf(await world.application.lfs.verify(verify, objectOf('right')))).to.include({ reason: 'checksum_mismatch' });
    expect(errorOf(await world.application.lfs.verify(verify, { ...objectOf('right'), sizeBytes: 4 }))).to.include({
      reason: 'size_mismatch',
    });
    expect(kinds(valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('right')])))).to.deep.equal([
      'missing',
    ]);
    await send(world, setting, 'right');
    valueOf(await world.application.lfs.verify(verify, objectOf('right')));
    expect(kinds(valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('right')])))).to.deep.equal([
      'download',
    ]);
  });

  it('finds what somebody else has verified between its look at what is stored and its look at what is pending', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const { verifyToken } = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('raced')]));
    await send(world, setting, 'raced');
    const verify = await link(world, setting, verifyToken);
    const application = overtaken(world, () => world.application.lfs.verify(verify, objectOf('raced')));
    expect(kinds(valueOf(await application.lfs.batchDownload(setting.push, [objectOf('raced')])))).to.deep.equal(['download']);
  });

  it('verifies nothing for a client that has gone while others had their turn', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const texts = Array.from({ length: 17 }, (_, number) => `text ${number}`);
    const batch = valueOf(await world.application.lfs.batchUpload(setting.push, texts.map(objectOf)));
    for (const text of texts) await send(world, setting, text);
    const verify = await link(world, setting, batch.verifyToken);
    let promoted = 0;
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const promote: typeof world.blobs.promote = (...given) => {
      promoted += 1;
      return ResultAsync.fromSafePromise(gate).andThen(() => world.blobs.promote(...given));
    };
    const { lfs } = createApplication({ ...world.ports, blobs: { ...world.blobs, promote } });
    const gone = new AbortController();
    const verifying = texts.map((text) => lfs.verify(verify, objectOf(text), gone.signal));
    while (promoted < 16) await new Promise(setImmediate);
    gone.abort();
    letGo();
    const outcomes = await Promise.all(verifying);
    expect(outcomes.filter((outcome) => outcome.isOk())).to.have.length(16);
    expect(outcomes.flatMap((outcome) => (outcome.isErr() ? [outcome.error] : []))[0]).to.include({
      kind: 'unavailable',
      part: 'verification',
    });
    expect(promoted).to.equal(16);
  });

  it('verifies what was sent and never verified before a download may have it', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('honest'), objectOf('forged')]));
    await send(world, setting, 'honest');
    await send(world, setting, 'forged', 'f0rged');
    const batch = valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('honest'), objectOf('forged')]));
    expect(kinds(batch)).to.deep.equal(['download', 'missing']);
  });

  it('reserves the bytes of an object once, however often it is asked for', async () => {
    const world = createWorld('free');
    const setting = await withRepository(world);
    const large = { oid: oidOf('large'), sizeBytes: 5 * GIB };
    for (let round = 0; round < 5; round += 1) {
      world.clock.advance(2 * HOUR_MS);
      expect(kinds(valueOf(await world.application.lfs.batchUpload(setting.push, [large])))).to.deep.equal(['upload']);
    }
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(setting.organization.id)));
    expect(usage.reservedBytes).to.equal(5 * GIB);
  });

  it('releases what a user has reserved for an object that another one has stored first', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const colleague = await world.addMember('colleague@acme.test', 'acme', 'DEVELOPER');
    const theirs = await world.grant(colleague, setting.repository.id, 'repository.push');
    const first = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('both')]));
    const second = valueOf(await world.application.lfs.batchUpload(theirs, [objectOf('both')]));
    await send(world, setting, 'both');
    for (const { verifyToken } of [first, second, second]) {
      valueOf(await world.application.lfs.verify(await link(world, setting, verifyToken), objectOf('both')));
    }
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(setting.organization.id)));
    expect(usage).to.deep.equal({ usedBytes: objectOf('both').sizeBytes, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('registers an object once when two users verify it at the same time', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const colleague = await world.addMember('colleague@acme.test', 'acme', 'DEVELOPER');
    const theirs = { ...setting, push: await world.grant(colleague, setting.repository.id, 'repository.push') };
    const links = [];
    for (const each of [setting, theirs]) {
      const { verifyToken } = valueOf(await world.application.lfs.batchUpload(each.push, [objectOf('both')]));
      await send(world, each, 'both');
      links.push(await link(world, setting, verifyToken));
    }
    for (const answer of await Promise.all(links.map((each) => world.application.lfs.verify(each, objectOf('both')))))
      valueOf(answer);
    expect(valueOf(await world.application.repositories.get(setting.push)).generation).to.equal(1);
    expect(world.unitOfWork.journal.ledgerEntries()).to.have.length(1);
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(setting.organization.id)));
    expect(usage).to.deep.equal({ usedBytes: objectOf('both').sizeBytes, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('refuses an object above the plan by itself and a batch above the quota as a whole', async () => {
    const world = createWorld('free');
    const setting = await withRepository(world);
    const sized = (name: string, sizeBytes: number) => ({ oid: oidOf(name), sizeBytes });
    const mixed = valueOf(await world.application.lfs.batchUpload(setting.push, [sized('small', 1), sized('huge', 5 * GIB + 1)]));
    expect(kinds(mixed)).to.deep.equal(['upload', 'refused']);
    const above = [sized('x', 4 * GIB), sized('y', 4 * GIB), sized('z', 4 * GIB)];
    expect(errorOf(await world.application.lfs.batchUpload(setting.push, above))).to.include({ reason: 'storage_quota' });
  });

  it('does not know the objects of another repository', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const batch = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('secret')]));
    await send(world, setting, 'secret');
    valueOf(await world.application.lfs.verify(await link(world, setting, batch.verifyToken), objectOf('secret')));
    const organization = valueOf(
      await world.application.authorize.organization(setting.owner, slug('acme'), 'repositories.create'),
    );
    const other = valueOf(await world.application.repositories.create(organization, { name: 'Other' }));
    const push = await world.grant(setting.owner, other.id, 'repository.push');
    expect(kinds(valueOf(await world.application.lfs.batchUpload(push, [objectOf('secret')])))).to.deep.equal(['upload']);
    expect(kinds(valueOf(await world.application.lfs.batchDownload(push, [objectOf('secret')])))).to.deep.equal(['missing']);
    expect(errorOf(await world.application.authorize.verifyLink(other.id, batch.verifyToken ?? '', origin))).to.include({
      kind: 'forbidden',
    });
  });

  it('refuses an altered verify link and one whose maker was suspended or whose token was revoked', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const { id } = setting.repository;
    const organization = valueOf(await world.application.authorize.organization(setting.owner, slug('acme'), 'tokens.create'));
    const { secret, token } = valueOf(
      await world.application.tokens.create(organization, { name: 'ci', kind: 'CI', scopes: ['repo:write'] }),
    );
    const ci = valueOf(await world.application.authenticate(secret, origin));
    const push = await world.grant(ci, id, 'repository.push');
    const { verifyToken = '' } = valueOf(await world.application.lfs.batchUpload(push, [objectOf('a')]));
    const authorize = world.application.authorize.verifyLink;
    valueOf(await authorize(id, verifyToken, origin));
    for (let at = 0; at < verifyToken.length; at += 1) {
      const altered = verifyToken.slice(0, at) + (verifyToken[at] === '0' ? '1' : '0') + verifyToken.slice(at + 1);
      expect(errorOf(await authorize(id, altered, origin)), altered).to.include({ kind: 'forbidden' });
    }
    const revoking = valueOf(await world.application.authorize.organization(setting.owner, slug('acme'), 'tokens.revoke'));
    valueOf(await world.application.tokens.revoke(revoking, token.id));
    expect(errorOf(await authorize(id, verifyToken, origin))).to.include({ kind: 'forbidden' });

    const own = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('b')])).verifyToken ?? '';
    valueOf(await world.application.operator.suspendUser({ email: 'owner@acme.test' }));
    expect(errorOf(await authorize(id, own, origin))).to.include({ kind: 'forbidden', reason: 'account_suspended' });
  });

  it('ends what a client left although its user goes on pushing, and reserves the bytes of a retry once', async () => {
    const world = createWorld('free');
    const setting = await withRepository(world);
    const sized = (name: string, sizeBytes: number) => ({ oid: oidOf(name), sizeBytes });
    const reserved = async () =>
      valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(setting.organization.id))).reservedBytes;
    const push = async (...names: string[]) =>
      valueOf(
        await world.application.lfs.batchUpload(
          setting.push,
          names.map((name) => sized(name, GIB)),
        ),
      );
    const sweep = async () => valueOf(await world.application.maintenance.sweep());
    await push('aborted', 'retried');
    expect(await reserved()).to.equal(2 * GIB);
    for (let hour = 0; hour < 24; hour += 4) {
      world.clock.advance(4 * HOUR_MS);
      await sweep();
      await push('retried', `file of hour ${hour}`);
      expect(await reserved(), `after hour ${hour}`).to.equal(2 * GIB);
    }
    world.clock.advance(HOUR_MS);
    await sweep();
    expect(await reserved(), 'an hour after the last batch').to.equal(0);
  });

  const usageOf = async (world: World, { organization }: Setting) =>
    valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));

  it('verifies what came after its session had ended, as long as it is staged, and charges it once', async () => {
    const world = createWorld('free');
    const setting = await withRepository(world);
    const size = objectOf('slow').sizeBytes;
    const { verifyToken } = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('slow'), objectOf('lost')]));
    await send(world, setting, 'slow');
    await send(world, setting, 'lost', 'l0st');
    world.clock.advance(6 * HOUR_MS + 2 * DAY_MS - 1);
    valueOf(await world.application.maintenance.sweep());
    const ended = { usedBytes: 0, reservedBytes: 0, reclaimableBytes: 2 * size, byosBytes: 0 };
    expect(await usageOf(world, setting), 'what an ended session holds').to.deep.equal(ended);
    const verify = await link(world, setting, verifyToken);
    for (let time = 0; time < 2; time += 1) valueOf(await world.application.lfs.verify(verify, objectOf('slow')));
    expect(await usageOf(world, setting)).to.deep.equal({ ...ended, usedBytes: size, reclaimableBytes: size });
    world.clock.advance(1);
    valueOf(await world.application.maintenance.sweep());
    expect(await usageOf(world, setting)).to.deep.equal({ ...ended, usedBytes: size, reclaimableBytes: 0 });
    const lost = errorOf(await world.application.lfs.verify(verify, objectOf('lost')));
    expect(lost).to.deep.equal({ kind: 'not_found', reason: 'not_uploaded' });
    valueOf(await world.application.lfs.verify(verify, objectOf('slow')));
  });

  it('verifies what came when its room had been given up only where there is room for it once more', async () => {
    const world = createWorld('free');
    const setting = await withRepository(world);
    const { verifyToken } = valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('slow')]));
    const { id } = await lfsSession(world, setting);
    world.clock.advance(HOUR_MS);
    valueOf(await world.application.maintenance.sweep());
    expect((await usageOf(world, setting)).reservedBytes, 'of what never came').to.equal(0);
    await world.put(stagingKey(setting.repository.namespace, id, objectOf('slow').oid), 'slow');
    const others = [1, 2].map((number) => ({ oid: oidOf(`other ${number}`), sizeBytes: 5 * GIB }));
    valueOf(await world.application.lfs.batchUpload(setting.push, others));
    const verify = await link(world, setting, verifyToken);
    expect(errorOf(await world.application.lfs.verify(verify, objectOf('slow')))).to.include({ reason: 'storage_quota' });
    expect(kinds(valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('slow')])))).to.deep.equal([
      'missing',
    ]);
    world.clock.advance(HOUR_MS);
    valueOf(await world.application.maintenance.sweep());
    expect(kinds(valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('slow')])))).to.deep.equal([
      'download',
    ]);
    expect(await usageOf(world, setting)).to.deep.equal({ usedBytes: 4, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('takes the size that is declared last of an object that was not stored, beside others', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const right = objectOf('right');
    const reserved = async () => (await usageOf(world, setting)).reservedBytes;
    valueOf(await world.application.lfs.batchUpload(setting.push, [{ ...right, sizeBytes: 601 }]));
    expect(await reserved()).to.equal(601);
    const batch = valueOf(await world.application.lfs.batchUpload(setting.push, [right, objectOf('beside')]));
    expect(kinds(batch)).to.deep.equal(['upload', 'upload']);
    expect(await reserved(), 'while the URL for more may be used').to.equal(601 + objectOf('beside').sizeBytes);
    world.clock.advance(HOUR_MS);
    await send(world, setting, 'right');
    valueOf(await world.application.maintenance.sweep());
    expect(await reserved()).to.equal(right.sizeBytes);
    valueOf(await world.application.lfs.verify(await link(world, setting, batch.verifyToken), right));
  });

  it('refuses by itself an object that is stored with another size, whenever that was found out', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const right = objectOf('right');
    const { verifyToken } = valueOf(await world.application.lfs.batchUpload(setting.push, [right]));
    await send(world, setting, 'right');
    const verify = await link(world, setting, verifyToken);
    const declared = [{ ...right, sizeBytes: 601 }, objectOf('beside')];
    const racing = overtaken(world, () => world.application.lfs.verify(verify, right));
    for (const { lfs } of [racing, world.application]) {
      const { entries } = valueOf(await lfs.batchUpload(setting.push, declared));
      expect(kinds({ entries })).to.deep.equal(['refused', 'upload']);
      expect(entries[0]).to.deep.include({ error: { kind: 'conflict', reason: 'size_mismatch' } });
    }
  });

  it('registers for a download nothing of somebody who may push no longer', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const { operator } = world.application;
    const departures = {
      'demoted@acme.test': (email: string) => operator.setMember({ email, organization: slug('acme'), role: 'VIEWER' }),
      'suspended@acme.test': (email: string) => operator.suspendUser({ email }),
    };
    for (const [email, leave] of Object.entries(departures)) {
      const theirs = {
        ...setting,
        push: await world.grant(await world.addMember(email, 'acme', 'DEVELOPER'), setting.repository.id, 'repository.push'),
      };
      valueOf(await world.application.lfs.batchUpload(theirs.push, [objectOf(email)]));
      await send(world, theirs, email);
      expect((await leave(email)).isOk()).to.equal(true);
      expect(kinds(valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf(email)])))).to.deep.equal([
        'missing',
      ]);
    }
  });

  it('registers for a download nothing of somebody who loses the right to push while it is verified', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const email = 'demoted@acme.test';
    const theirs = {
      ...setting,
      push: await world.grant(await world.addMember(email, 'acme', 'DEVELOPER'), setting.repository.id, 'repository.push'),
    };
    valueOf(await world.application.lfs.batchUpload(theirs.push, [objectOf('late')]));
    await send(world, theirs, 'late');
    const promote: BlobStore['promote'] = (from, to, expected) =>
      world.application.operator
        .setMember({ email, organization: slug('acme'), role: 'VIEWER' })
        .mapErr(() => unavailable('database'))
        .andThen(() => world.blobs.promote(from, to, expected));
    const { lfs } = createApplication({ ...world.ports, blobs: { ...world.blobs, promote } });
    expect(kinds(valueOf(await lfs.batchDownload(setting.push, [objectOf('late')])))).to.deep.equal(['missing']);
    expect(world.unitOfWork.journal.ledgerEntries()).to.deep.equal([]);
  });

  it('answers a download with unavailable, not with missing, while storage cannot verify what was staged', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('staged')]));
    await send(world, setting, 'staged');
    const blobs = { ...world.blobs, promote: () => errAsync(unavailable('storage')) };
    const { lfs } = createApplication({ ...world.ports, blobs });
    expect(errorOf(await lfs.batchDownload(setting.push, [objectOf('staged')]))).to.include({ kind: 'unavailable' });
    valueOf(await world.application.lfs.batchUpload(setting.push, [objectOf('stored')]));
    await send(world, setting, 'stored');
    valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('stored')]));
    const { entries } = valueOf(await lfs.batchDownload(setting.push, ['staged', 'stored', 'never sent'].map(objectOf)));
    expect(entries.map((entry) => (entry.kind === 'missing' ? entry.error.kind : entry.kind))).to.deep.equal([
      'unavailable',
      'download',
      'not_found',
    ]);
    expect(kinds(valueOf(await world.application.lfs.batchDownload(setting.push, [objectOf('staged')])))).to.deep.equal([
      'download',
    ]);
  });

  it('registers for a download what is staged beside one that storage cannot verify, and stops after two in a row', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const texts = ['bad 1', 'good', 'bad 2', 'bad 3', 'not asked for'];
    valueOf(await world.application.lfs.batchUpload(setting.push, texts.map(objectOf)));
    for (const text of texts) await send(world, setting, text);
    const bad = new Set(texts.filter((text) => text.startsWith('bad')).map(oidOf));
    const promote: BlobStore['promote'] = (from, to, expected) =>
      bad.has(expected.oid) ? errAsync(unavailable('storage')) : world.blobs.promote(from, to, expected);
    const { lfs } = createApplication({ ...world.ports, blobs: { ...world.blobs, promote } });
    const { entries } = valueOf(await lfs.batchDownload(setting.push, texts.map(objectOf)));
    expect(entries.map((entry) => (entry.kind === 'missing' ? entry.error.kind : entry.kind))).to.deep.equal([
      'unavailable',
      'download',
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
  });
});
