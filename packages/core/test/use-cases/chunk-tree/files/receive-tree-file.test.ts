import { expect } from 'chai';
import { ok, okAsync, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { createFaultyBlobStore } from '../../../../src/blob-store/faulty-blob-store.js';
import { unavailable } from '../../../../src/model/app-error.js';
import type { Records, UnitOfWork } from '../../../../src/ports/unit-of-work.js';
import { GIB, isTreePath, MIB, MINUTE_MS, type ObjectKey, type TreePath } from '../../../../src/model/values/index.js';
import { bodyOf, buildObject, buildPack, overwrite, readFile, sendFile, storedTreeBytes } from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, oidOf, valueOf, withRepository, type World } from '../../../builders/world.js';

const pathOf = (text: string): TreePath => {
  if (!isTreePath(text)) throw new Error(`${text} is no tree path`);
  return text;
};
const nextTick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const notes = pathOf('meta/notes.txt');

/** Holds those that wait for it until it is opened. */
const createLatch = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};

/** More than any other test puts there. */
const maxFiles = 50;

const setUp = async (plan: 'business' | 'free' = 'business') => {
  const world = createWorld(plan, { bounds: { writersPerKey: 20, treeFilesPerRepository: maxFiles } });
  const faulty = createFaultyBlobStore(world.blobs);
  const application = createApplication({ ...world.ports, blobs: faulty });
  const { push, organization } = await withRepository(world);
  const books = async () => {
    const { usedBytes, reservedBytes } = valueOf(
      await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organization.id)),
    );
    const { physicalBytes } = valueOf(
      await world.unitOfWork.read(({ usage }) => usage.ofRepository(push.repository.repositoryId)),
    );
    const ledgerBytes = world.unitOfWork.journal.ledgerEntries().reduce((sum, { bytes }) => sum + bytes, 0);
    return { usedBytes, reservedBytes, physicalBytes, ledgerBytes };
  };
  const expectBooks = async (bytes: number, filledBytes = 0) => {
    const sum = bytes + filledBytes;
    expect(await storedTreeBytes(world, push)).to.equal(bytes);
    expect(await books()).to.deep.equal({ usedBytes: sum, reservedBytes: 0, physicalBytes: bytes, ledgerBytes: sum });
  };
  /** Charges as much for something else as leaves `leftBytes` of the free plan; answers how much that was. */
  const fill = async (leftBytes: number): Promise<number> => {
    const bytes = 10 * GIB - leftBytes - (await books()).usedBytes;
    const { repositoryId } = push.repository;
    const storage = { sessionId: undefined, storageMode: 'managed' } as const;
    const entry = { organizationId: organization.id, repositoryId, ...storage, reason: 'lfs.verified' } as const;
    valueOf(
      await world.unitOfWork.transact(async ({ usage }) => {
        await usage.charge({ ...entry, bytes, objects: 0, at: world.clock.now() });
        return ok(undefined);
      }),
    );
    return bytes;
  };
  const row = async (path: TreePath) =>
    valueOf(await world.unitOfWork.read(({ tree }) => tree.findFile(push.repository.repositoryId, path)));
  const { tree, maintenance } = application;
  return { world, push, organization, faulty, tree, sweep: maintenance.sweep, expectBooks, fill, row };
};

/** A process whose senders never say that they are at work: one that was killed, or stands still. */
const standingStill = (world: World) => createApplication({ ...world.ports, clock: { now: world.clock.now } });

/** A body of which the second half comes when it is let in. */
const halted = (bytes: Uint8Array) => {
  const arrival = createLatch();
  async function* halves() {
    yield bytes.subarray(0, 5);
    await arrival.opened;
    yield bytes.subarray(5);
  }
  return { body: { declaredBytes: bytes.byteLength, bytes: halves() }, arrive: arrival.open };
};

const broken = (bytes: Uint8Array, declaredBytes: number) => ({
  declaredBytes,
  bytes: (async function* () {
    yield await Promise.resolve(bytes);
    throw new Error('the connection broke');
  })(),
});

describe('receiveTreeFile', () => {
  it('stores a plain file, replaces it at any time, and charges what is there', async () => {
    const { world, push, tree, expectBooks } = await setUp();
    for (const text of ['first', 'a longer second', 'third', '']) {
      expect(valueOf(await tree.receive(push, notes, bodyOf(bytesOf(text))))).to.deep.equal({ created: true });
      expect(await readFile(world, push, notes)).to.deep.equal(bytesOf(text));
      await expectBooks(text === '' ? 512 : bytesOf(text).byteLength);
    }
  });

  it('takes so many files, empty ones too, until one is not there any more, and replaces them at any time', async () => {
    const { push, tree, expectBooks } = await setUp();
    const put = (path: string, bytes: Uint8Array) => tree.receive(push, pathOf(path), bodyOf(bytes));
    for (let at = 0; at < maxFiles - 1; at += 1) valueOf(await put(`empty/${at}`, bytesOf('')));
    await expectBooks(512 * (maxFiles - 1));
    expect(errorOf(await tree.receive(push, pathOf('n'), broken(bytesOf('x'), 2)))).to.deep.equal({ kind: 'body_incomplete' });
    valueOf(await put('n', bytesOf('x')));
    const full = { kind: 'quota_exceeded', reason: 'max_tree_files', limit: maxFiles, current: maxFiles };
    expect(errorOf(await put('m', bytesOf('')))).to.deep.equal(full);
    valueOf(await put('n', bytesOf('')));
    await expectBooks(512 * maxFiles);
  });

  it('demands a length, and refuses one above the limit of the kind or unlike the body', async () => {
    const { push, tree, expectBooks } = await setUp();
    const { packs, maps, manifest } = buildObject([bytesOf('a')]);
    const limits = [
      [notes, 8 * MIB],
      [packs[0]?.path ?? notes, 64 * MIB],
      [maps[0]?.path ?? notes, 4 * MIB],
      [manifest.path, 16 * MIB],
    ] as const;
    for (const [path, limitBytes] of limits) {
      const { bytes } = bodyOf(bytesOf('a'));
      const missing = { kind: 'bad_request', field: 'declared_bytes', problem: 'missing' };
      expect(errorOf(await tree.receive(push, path, { declaredBytes: undefined, bytes }))).to.deep.equal(missing);
      const above = { kind: 'payload_too_large', limitBytes };
      expect(errorOf(await tree.receive(push, path, { declaredBytes: limitBytes + 1, bytes }))).to.deep.equal(above);
    }
    for (const declaredBytes of [2, 4]) {
      const wrong = errorOf(await tree.receive(push, notes, { ...bodyOf(bytesOf('abc')), declaredBytes }));
      expect(wrong).to.deep.equal({ kind: 'bad_request', field: 'declared_bytes', problem: 'contradictory' });
    }
    await expectBooks(0);
  });

  it('publishes nothing of a sender whose rights, or whose session, end while the body comes', async () => {
    const { world, push, tree, expectBooks } = await setUp();
    const { organizationId } = push.repository;
    const { caller } = push;
    const { sessionId } = caller.credential.kind === 'session' ? caller.credential : expect.fail();
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('first'))));
    const meanwhile = (act: () => ResultAsync<unknown, unknown>) => ({
      declaredBytes: 6,
      bytes: (async function* () {
        yield bytesOf('sec');
        valueOf(await act());
        yield bytesOf('ond');
      })(),
    });
    const write = (work: (records: Records) => Promise<unknown>) => () =>
      world.unitOfWork.transact(async (records) => ok(await work(records)));
    const endSession = write(({ credentials }) => credentials.removeSession(caller.userId, sessionId ?? expect.fail()));
    const remove = write(({ organizations }) => organizations.removeMembership(organizationId, caller.userId));
    const { path } = buildPack([bytesOf('a')]);
    const revoked = { kind: 'forbidden', reason: 'credential_revoked' };
    expect(errorOf(await tree.receive(push, notes, meanwhile(endSession)))).to.deep.equal(revoked);
    expect(errorOf(await tree.receive(push, path, bodyOf(bytesOf('second'))))).to.deep.equal(revoked);
    expect(await readFile(world, push, notes)).to.deep.equal(bytesOf('first'));
    await expectBooks(5);
    const again = await world.grant(await world.signIn('owner@acme.test'), push.repository.repositoryId, 'repository.push');
    expect(errorOf(await tree.receive(again, notes, meanwhile(remove)))).to.deep.equal({ kind: 'not_found' });
    expect(await readFile(world, push, notes)).to.deep.equal(bytesOf('first'));
    await expectBooks(5);
  });

  it('publishes a pack or a map only when its bytes hash to its name', async () => {
    const { push, tree, expectBooks } = await setUp();
    const { packs, maps } = buildObject([bytesOf('a'), bytesOf('b')]);
    for (const { path, bytes } of [...packs, ...maps]) {
      for (const at of [0, bytes.byteLength >> 1, bytes.byteLength - 1]) {
        const flipped = bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
        expect(errorOf(await tree.receive(push, path, bodyOf(flipped)))).to.deep.equal({
          kind: 'bad_request',
          field: 'body',
          problem: 'contradictory',
        });
      }
      expect(errorOf(await tree.receive(push, path, bodyOf(bytes.subarray(1))))).to.include({ kind: 'bad_request' });
      expect(errorOf(await tree.read(push, path))).to.deep.equal({ kind: 'not_found' });
    }
    await expectBooks(0);
  });

  it('takes the same pack again, refuses other bytes under its name, and replaces nothing', async () => {
    const { world, push, tree, expectBooks } = await setUp();
    const { path, bytes } = buildPack([bytesOf('a'), bytesOf('b')]);
    await sendFile(world, push, { path, bytes });
    expect(valueOf(await tree.receive(push, path, bodyOf(bytes)))).to.deep.equal({ created: false });
    const other = bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
    expect(errorOf(await tree.receive(push, path, bodyOf(other)))).to.include({ kind: 'bad_request', field: 'body' });
    expect(errorOf(await tree.receive(push, path, { ...bodyOf(bytes), declaredBytes: 3 }))).to.include({ kind: 'bad_request' });
    expect(errorOf(await tree.receive(push, path, broken(bytes, bytes.byteLength)))).to.deep.equal({ kind: 'body_incomplete' });
    expect(await readFile(world, push, path)).to.deep.equal(bytes);
    await expectBooks(bytes.byteLength);
  });

  it('never shows a wrong pack while a right and a wrong one come at once', async () => {
    const { world, push, tree, expectBooks } = await setUp();
    const { path, bytes } = buildPack([bytesOf('a'), bytesOf('b')]);
    const wrong = bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => tree.receive(push, path, bodyOf(at % 2 === 0 ? bytes : wrong))),
    );
    expect(answers.map((answer) => answer.isOk())).to.deep.equal(answers.map((_, at) => at % 2 === 0));
    expect(await readFile(world, push, path)).to.deep.equal(bytes);
    await expectBooks(bytes.byteLength);
  });

  it('charges what lies there after many writers of one path', async () => {
    const { push, tree, expectBooks, world } = await setUp();
    const bodies = Array.from({ length: 12 }, (_, at) => bytesOf('x'.repeat(1 + ((at * 7919) % 5000))));
    const answers = await Promise.all(bodies.map((bytes) => tree.receive(push, notes, bodyOf(bytes))));
    for (const answer of answers) expect(valueOf(answer).created).to.equal(true);
    await expectBooks((await readFile(world, push, notes)).byteLength);
  });

  it('measures again when another writer has published and settled meanwhile', async () => {
    const { world, push, tree, expectBooks } = await setUp();
    let isFirst = true;
    const blobs = {
      ...world.blobs,
      head: (key: ObjectKey) =>
        world.blobs.head(key).andThen((found) => {
          const rival = isFirst ? tree.receive(push, notes, bodyOf(bytesOf('from the rival'))) : okAsync(undefined);
          isFirst = false;
          return ResultAsync.fromSafePromise(Promise.resolve(rival)).map((answer) => {
            valueOf(answer);
            return found;
          });
        }),
    };
    const slow = createApplication({ ...world.ports, blobs });
    valueOf(await slow.tree.receive(push, notes, bodyOf(bytesOf('mine'))));
    expect(await readFile(world, push, notes)).to.deep.equal(bytesOf('from the rival'));
    await expectBooks(bytesOf('from the rival').byteLength);
  });

  it('gives back what a broken upload was charged, and keeps the file that was there', async () => {
    const { world, push, tree, expectBooks, row } = await setUp();
    expect(errorOf(await tree.receive(push, notes, broken(bytesOf('abc'), 1000)))).to.deep.equal({ kind: 'body_incomplete' });
    expect(await row(notes)).to.equal(undefined);
    await expectBooks(0);
    await sendFile(world, push, { path: notes, bytes: bytesOf('before') });
    expect(errorOf(await tree.receive(push, notes, broken(bytesOf('abc'), 1000)))).to.deep.equal({ kind: 'body_incomplete' });
    expect(await readFile(world, push, notes)).to.deep.equal(bytesOf('before'));
    expect(await row(notes)).to.include({ sizeBytes: 6, state: 'stored' });
    await expectBooks(6);
  });

  it('keeps what a failing store has kept, and gives back the rest', async () => {
    const { push, tree, faulty, expectBooks } = await setUp();
    faulty.failNext({ call: 'write', when: 'before' });
    expect(errorOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))))).to.include({ kind: 'unavailable' });
    await expectBooks(0);
    faulty.failNext({ call: 'write', when: 'after' });
    expect(errorOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))))).to.include({ kind: 'unavailable' });
    await expectBooks(3);
  });

  it('gives back what was charged when the store throws, and keeps the file that was there', async () => {
    const { world, push, tree, expectBooks, row } = await setUp();
    const broke = new Error('the store broke');
    const throwing = { ...world.blobs, write: () => ResultAsync.fromSafePromise<never>(Promise.reject(broke)) };
    const { tree: failing } = createApplication({ ...world.ports, blobs: throwing });
    const fault = async (): Promise<unknown> => {
      const [outcome] = await Promise.allSettled([failing.receive(push, notes, bodyOf(bytesOf('abc')))]);
      return outcome.status === 'rejected' ? outcome.reason : undefined;
    };
    expect(await fault()).to.equal(broke);
    expect(await row(notes)).to.equal(undefined);
    await expectBooks(0);
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('x'))));
    expect(await fault()).to.equal(broke);
    expect(await row(notes)).to.include({ sizeBytes: 1, state: 'stored' });
    await expectBooks(1);
  });

  it('refuses names that would stand in the way of the packs, maps and manifests, before the first byte comes', async () => {
    const { world, push, tree, expectBooks } = await setUp();
    const hex = 'a'.repeat(64);
    const folders = ['chunks', 'chunks/packs', 'chunks/maps', 'assets', `assets/${hex}`];
    const below = [`chunks/packs/${hex}/x`, `chunks/maps/${hex}/x/y`, `assets/${hex}/manifest.json/x`];
    const refusal = { kind: 'bad_request', field: 'path', problem: 'unsupported' };
    for (const path of [...folders, ...below]) {
      const body = bodyOf(bytesOf('x'));
      expect(errorOf(await tree.receive(push, pathOf(path), body)), path).to.deep.equal(refusal);
      expect((await body.bytes.next()).value).to.deep.equal(bytesOf('x'));
    }
    await expectBooks(0);
    const plain = ['chunks/other', 'chunks/packs/x', `chunks/maps/x/${hex}`, 'assets/y', `assets/${hex}/x`, `assets/x/${hex}`];
    for (const path of plain) valueOf(await tree.receive(push, pathOf(path), bodyOf(bytesOf('x'))));
    const { packs, maps, manifest } = buildObject([bytesOf('a')]);
    for (const file of [...packs, ...maps, manifest]) await sendFile(world, push, file);
  });

  it('refuses a path that would be a file and a folder, before the first byte comes', async () => {
    const { push, tree, row, expectBooks } = await setUp();
    const clash = { kind: 'conflict', reason: 'directory_file_conflict' };
    for (const [present, refused] of [
      ['a.json', ['a.json/x', 'a.json/x/y']],
      ['b/c/d', ['b', 'b/c', 'b/c/d/e']],
    ] as const) {
      valueOf(await tree.receive(push, pathOf(present), bodyOf(bytesOf('1'))));
      for (const path of refused) {
        const body = bodyOf(bytesOf('abc'));
        expect(errorOf(await tree.receive(push, pathOf(path), body)), path).to.deep.equal(clash);
        expect((await body.bytes.next()).value).to.deep.equal(bytesOf('abc'));
        expect(await row(pathOf(path))).to.equal(undefined);
      }
      valueOf(await tree.receive(push, pathOf(present), bodyOf(bytesOf('22'))));
    }
    await expectBooks(4);
  });

  it('takes one of a file and of a file below it that come at once, and the other one when the first did not come through', async () => {
    const { push, tree, expectBooks } = await setUp();
    const answers = await Promise.all(
      ['n', 'n/1', 'n/1/2', 'n', 'n/1'].map((path) => tree.receive(push, pathOf(path), bodyOf(bytesOf('x')))),
    );
    expect(answers.map((answer) => answer.isOk())).to.deep.equal([true, false, false, true, false]);
    await expectBooks(1);
    const [first, second] = await Promise.all([
      tree.receive(push, pathOf('m/1'), broken(bytesOf('x'), 2)),
      tree.receive(push, pathOf('m'), bodyOf(bytesOf('x'))),
    ]);
    expect([errorOf(first).kind, errorOf(second).kind]).to.deep.equal(['body_incomplete', 'conflict']);
    valueOf(await tree.receive(push, pathOf('m'), bodyOf(bytesOf('x'))));
    await expectBooks(2);
  });

  it('keeps the place and the charge of a file for as long as one of its senders is at work', async () => {
    const { world, push, tree, expectBooks, row } = await setUp();
    const { path: pack, bytes } = buildPack([bytesOf('a'), bytesOf('b')]);
    for (const [path, whole] of [
      [pathOf('k/n'), bytesOf('0123456789')],
      [pack, bytes],
    ] as const) {
      const arrival = createLatch();
      async function* slow() {
        yield whole.subarray(0, 5);
        await arrival.opened;
        yield whole.subarray(5);
      }
      const late = tree.receive(push, path, { declaredBytes: whole.byteLength, bytes: slow() });
      while ((await row(path)) === undefined) await nextTick();
      expect(errorOf(await tree.receive(push, path, broken(whole, whole.byteLength + 1)))).to.deep.equal({
        kind: 'body_incomplete',
      });
      expect(await row(path)).to.include({ state: 'receiving', sizeBytes: whole.byteLength + 1 });
      if (path !== pack) {
        const clash = { kind: 'conflict', reason: 'directory_file_conflict' };
        expect(errorOf(await tree.receive(push, pathOf(`${path}/1`), bodyOf(bytesOf('x'))))).to.deep.equal(clash);
      }
      arrival.open();
      valueOf(await late);
      expect(await row(path)).to.include({ state: 'stored', sizeBytes: whole.byteLength, receivers: 0 });
      expect(await readFile(world, push, path)).to.deep.equal(whole);
    }
    await expectBooks(10 + bytes.byteLength);
  });

  it('knows nothing of a pack whose sender died before it was in the books, and takes it again', async () => {
    const { world, push, tree, expectBooks, row } = await setUp();
    const { path, bytes } = buildPack([bytesOf('a'), bytesOf('b')]);
    valueOf(await tree.receive(push, path, bodyOf(bytes)));
    valueOf(
      await world.unitOfWork.transact(async (records) => {
        const file = await records.tree.findFile(push.repository.repositoryId, path);
        if (file === undefined) throw new Error('the pack is there');
        await records.tree.putFile(push.repository.repositoryId, { ...file, state: 'receiving' });
        return ok(undefined);
      }),
    );
    expect(errorOf(await tree.read(push, path))).to.deep.equal({ kind: 'not_found' });
    valueOf(await tree.receive(push, path, bodyOf(bytes)));
    expect(await row(path)).to.include({ state: 'stored', receivers: 0 });
    expect(await readFile(world, push, path)).to.deep.equal(bytes);
    await expectBooks(bytes.byteLength);
  });

  it('gives back what a file was charged when the last of its senders has left', async () => {
    const { push, tree, expectBooks, row } = await setUp();
    const answers = await Promise.all([100, 300, 200].map((bytes) => tree.receive(push, notes, broken(bytesOf('abc'), bytes))));
    expect(answers.map((answer) => errorOf(answer).kind)).to.deep.equal(Array(3).fill('body_incomplete'));
    expect(await row(notes)).to.equal(undefined);
    await expectBooks(0);
  });

  it('refuses with a quota error before the first byte comes, up to the last byte of the plan', async () => {
    const { push, tree, organization, world, row, fill } = await setUp('free');
    const limit = 10 * GIB;
    await fill(5);
    const six = bodyOf(bytesOf('123456'));
    expect(errorOf(await tree.receive(push, notes, six))).to.deep.equal({
      kind: 'quota_exceeded',
      reason: 'storage_quota',
      limit,
      current: limit - 5,
      usage: { usedBytes: limit - 5, reservedBytes: 0, reclaimableBytes: 0 },
    });
    expect((await six.bytes.next()).value).to.deep.equal(bytesOf('123456'));
    expect(await row(notes)).to.equal(undefined);
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('12345'))));
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('54321'))));
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
    expect(usage).to.deep.equal({ usedBytes: limit, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 });
  });

  it('holds the room of a sender for as long as it is at work, also when another sender has replaced the file meanwhile', async () => {
    const { world, push, tree, row, expectBooks, fill } = await setUp('free');
    const arrival = createLatch();
    async function* slow() {
      yield bytesOf('01234');
      await arrival.opened;
      yield bytesOf('56789');
    }
    const late = tree.receive(push, notes, { declaredBytes: 10, bytes: slow() });
    while ((await row(notes)) === undefined) await nextTick();
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('x'))));
    const filled = await fill(4);
    expect(errorOf(await tree.receive(push, pathOf('meta/other'), bodyOf(bytesOf('12345'))))).to.include({
      kind: 'quota_exceeded',
    });
    valueOf(await tree.receive(push, pathOf('meta/other'), bodyOf(bytesOf('1234'))));
    arrival.open();
    valueOf(await late);
    expect(await readFile(world, push, notes)).to.deep.equal(bytesOf('0123456789'));
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 10, receivers: 0 });
    await expectBooks(14, filled);
  });

  it('settles a file exactly after one of its senders could not', async () => {
    const { push, tree, faulty, row, expectBooks } = await setUp();
    faulty.failNext({ call: 'write', when: 'before' });
    faulty.failNext({ call: 'head', when: 'before' });
    expect(errorOf(await tree.receive(push, notes, bodyOf(bytesOf('abcdef'))))).to.deep.equal(unavailable('storage'));
    expect(await row(notes)).to.include({ state: 'receiving', sizeBytes: 6 });
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))));
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 3 });
    await expectBooks(3);
  });

  it('leaves a file whose upload died without a word to the sweeper, which keeps or refunds it', async () => {
    const { world, push, tree, faulty, expectBooks, row, sweep } = await setUp();
    const lost = pathOf('meta/lost');
    const kept = pathOf('meta/kept');
    for (const path of [lost, kept]) {
      faulty.failNext({ call: 'write', when: 'before' });
      faulty.failNext({ call: 'head', when: 'before' });
      expect(errorOf(await tree.receive(push, path, bodyOf(bytesOf('abc'))))).to.deep.equal(unavailable('storage'));
      expect(await row(path)).to.include({ state: 'receiving', sizeBytes: 3 });
    }
    await overwrite(world, push, kept, bytesOf('abcd'));
    world.clock.advance(MINUTE_MS);
    expect(valueOf(await sweep()).reconciledFiles).to.equal(0);
    world.clock.advance(1);
    expect(valueOf(await sweep()).reconciledFiles).to.equal(2);
    expect(await row(lost)).to.equal(undefined);
    expect(await row(kept)).to.include({ state: 'stored', sizeBytes: 4 });
    await expectBooks(4);
    expect(valueOf(await sweep()).reconciledFiles).to.equal(0);
  });

  it('charges a file again that the sweeper took for dead while it came, because its process stood still', async () => {
    const { world, push, expectBooks, sweep, row } = await setUp();
    const { tree } = standingStill(world);
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    async function* slow() {
      yield bytesOf('ab');
      await arrived;
      yield bytesOf('c');
    }
    const late = tree.receive(push, notes, { declaredBytes: 3, bytes: slow() });
    while ((await row(notes)) === undefined) await nextTick();
    world.clock.advance(2 * MINUTE_MS);
    expect(valueOf(await sweep()).reconciledFiles).to.equal(1);
    await expectBooks(0);
    arrive();
    valueOf(await late);
    await expectBooks(3);
  });

  it('settles a file at once after a sender whose process was killed, of which nothing was heard for fifteen seconds', async () => {
    const { world, push, tree, expectBooks, row } = await setUp();
    const killed = standingStill(world).tree.receive(push, notes, halted(bytesOf('0123456789')).body);
    while ((await row(notes)) === undefined) await nextTick();
    world.clock.advance(15_000);
    expect(await row(notes)).to.include({ state: 'receiving', sizeBytes: 10, receivers: 1 });
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))));
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 3, receivers: 0 });
    await expectBooks(3);
    expect(killed, 'it never answers').to.be.instanceOf(ResultAsync);
  });

  it('settles a file at once after a sender that was killed a moment ago, when nobody else uses the database', async () => {
    const { world, push, expectBooks, row } = await setUp();
    const killed = standingStill(world).tree.receive(push, notes, halted(bytesOf('0123456789')).body);
    while ((await row(notes)) === undefined) await nextTick();
    const unitOfWork: UnitOfWork = { ...world.unitOfWork, isAlone: () => okAsync(true) };
    const { tree } = createApplication({ ...world.ports, unitOfWork });
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))));
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 3, receivers: 0 });
    await expectBooks(3);
    expect(killed, 'it never answers').to.be.instanceOf(ResultAsync);
  });

  it('holds the room of its own slow senders also when nobody else uses the database', async () => {
    const { world, push, expectBooks, row } = await setUp();
    const killed = standingStill(world).tree.receive(push, notes, halted(bytesOf('0123456789')).body);
    while ((await row(notes)) === undefined) await nextTick();
    const unitOfWork: UnitOfWork = { ...world.unitOfWork, isAlone: () => okAsync(true) };
    const { tree } = createApplication({ ...world.ports, unitOfWork });
    const slow = halted(bytesOf('abcdefgh'));
    const late = tree.receive(push, notes, slow.body);
    while ((await row(notes))?.receivers !== 1) await nextTick();
    for (let turn = 0; turn < 20; turn += 1) await nextTick();
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))));
    expect(await row(notes)).to.include({ state: 'receiving', sizeBytes: 10, receivers: 1 });
    slow.arrive();
    valueOf(await late);
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 8, receivers: 0 });
    await expectBooks(8);
    expect(killed, 'it never answers').to.be.instanceOf(ResultAsync);
  });

  it('holds the room of a sender of another process that is slow but at work, however long it takes', async () => {
    const { world, push, tree, expectBooks, row, sweep } = await setUp();
    const { body, arrive } = halted(bytesOf('0123456789'));
    const late = createApplication(world.ports).tree.receive(push, notes, body);
    while ((await row(notes)) === undefined) await nextTick();
    for (let second = 0; second < 120; second += 1) {
      world.clock.advance(1000);
      for (let turn = 0; turn < 3; turn += 1) await nextTick();
    }
    expect(valueOf(await sweep()).reconciledFiles).to.equal(0);
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))));
    expect(await row(notes)).to.include({ state: 'receiving', sizeBytes: 10, receivers: 1 });
    arrive();
    valueOf(await late);
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 10, receivers: 0 });
    await expectBooks(10);
  });

  it('refuses a sender that stood still when its room was given to others, and publishes nothing of it', async () => {
    const { world, push, tree, expectBooks, row, fill } = await setUp('free');
    const { body, arrive } = halted(bytesOf('0123456789'));
    const late = standingStill(world).tree.receive(push, notes, body);
    while ((await row(notes)) === undefined) await nextTick();
    world.clock.advance(15_000);
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))));
    const filled = await fill(4);
    arrive();
    expect(errorOf(await late)).to.include({ kind: 'quota_exceeded', reason: 'storage_quota' });
    expect(await readFile(world, push, notes)).to.deep.equal(bytesOf('abc'));
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 3, receivers: 0 });
    await expectBooks(3, filled);
  });

  it('never lets a sender that was taken for dead leave in the place of one that is at work', async () => {
    const { world, push, tree, expectBooks, row } = await setUp();
    const [dead, alive] = [halted(bytesOf('0123456789')), halted(bytesOf('abcdefgh'))];
    const late = standingStill(world).tree.receive(push, notes, dead.body);
    while ((await row(notes)) === undefined) await nextTick();
    world.clock.advance(15_000);
    const slow = tree.receive(push, notes, alive.body);
    while ((await row(notes))?.changedAt !== world.clock.now()) await nextTick();
    dead.arrive();
    valueOf(await late);
    expect(await row(notes)).to.include({ state: 'receiving', receivers: 1 });
    alive.arrive();
    valueOf(await slow);
    expect(await row(notes)).to.include({ state: 'stored', sizeBytes: 8, receivers: 0 });
    await expectBooks(8);
  });

  it('is taken out of what is used with the repository, also while nothing of it is an object', async () => {
    const { world, push, tree, organization } = await setUp();
    valueOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))));
    const admin = await world.grant(push.caller, push.repository.repositoryId, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
    const used = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(organization.id)));
    expect(used).to.deep.equal({ usedBytes: 0, reservedBytes: 0, reclaimableBytes: 3, byosBytes: 0 });
    expect(errorOf(await tree.receive(push, notes, bodyOf(bytesOf('abc'))))).to.deep.equal({ kind: 'not_found' });
  });

  it('says of a manifest that it is unverified, and nothing of other files', async () => {
    const { world, push, tree } = await setUp();
    const { manifest, packs } = buildObject([bytesOf('a')]);
    for (const file of [manifest, ...packs]) await sendFile(world, push, file);
    expect(valueOf(await tree.read(push, manifest.path)).state).to.equal('unverified');
    expect(valueOf(await tree.read(push, packs[0]?.path ?? manifest.path)).state).to.equal(undefined);
    expect(errorOf(await tree.read(push, pathOf(`assets/${oidOf('none')}/manifest.json`)))).to.deep.equal({ kind: 'not_found' });
  });
});
