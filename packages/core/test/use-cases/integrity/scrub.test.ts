import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { errAsync, ok, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { unavailable } from '../../../src/model/app-error.js';
import { DAY_MS, frozenManifestPath, MINUTE_MS, type ObjectKey, treeKey } from '../../../src/model/values/index.js';
import { sendFile, sha256Of } from '../../builders/tree.js';
import { valueOf, type World } from '../../builders/world.js';
import { bytesAt, change, putBytes, storedWorld } from './stored-world.js';

/** The same world, whose storage is read through so fast. */
const scrubbing = (world: World, scrubBytesPerSecond: number | undefined) =>
  createApplication({ ...world.ports, settings: { ...world.ports.settings, scrubBytesPerSecond } }).integrity;

const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte));

const setUp = async (wholeCount?: number) => {
  const stored = await storedWorld(createSeededRandom(7), wholeCount);
  const { world, push } = stored;
  const damagedNow = async () => {
    const { repositoryId } = push.repository;
    return valueOf(await world.unitOfWork.read(({ damage }) => damage.list(repositoryId, undefined, 100)));
  };
  const notifications = async () => {
    const signedIn = await world.signIn('owner@acme.test');
    return valueOf(
      await world.unitOfWork.read(({ notifications: all }) => all.list(signedIn.userId, {}, { limit: 100, cursor: undefined })),
    ).items;
  };
  return { ...stored, damagedNow, notifications };
};

const firstOf = (keys: readonly ObjectKey[]): ObjectKey => {
  const [key] = keys;
  if (key === undefined) throw new Error('there is a key');
  return key;
};

describe('reading the storage through', () => {
  it('does nothing where it is switched off', async () => {
    const { world } = await setUp();
    for (const speed of [undefined, 0]) expect(valueOf(await scrubbing(world, speed).scrub())).to.equal(undefined);
  });

  it('reads everything once a week, notes what is damaged and tells the managers once', async () => {
    const { world, whole, trees, damagedNow, notifications } = await setUp();
    const { scrub } = scrubbing(world, 1e12);
    const first = valueOf(await scrub());
    expect(first).to.include({ objects: whole.length + trees.length, isRoundOver: true, noted: 0 });
    expect(first?.findings).to.deep.equal([]);
    const key = firstOf(whole);
    await putBytes(world, key, flipped(await bytesAt(world, key)));
    world.clock.advance(DAY_MS);
    expect(valueOf(await scrub())).to.include({ objects: 0, files: 0, isRoundOver: true });

    world.clock.advance(6 * DAY_MS);
    const second = valueOf(await scrub());
    expect(second?.findings.map(({ kind }) => kind)).to.deep.equal(['wrong_bytes']);
    expect((await damagedNow()).map(({ problem }) => problem)).to.deep.equal(['wrong_bytes']);
    expect((await notifications()).map(({ type }) => type)).to.deep.equal(['storage.damaged']);

    const other = firstOf(whole.slice(1));
    valueOf(await world.blobs.remove(other));
    world.clock.advance(7 * DAY_MS);
    expect(valueOf(await scrub())).to.include({ noted: 1 });
    expect(await damagedNow()).to.have.length(2);
    expect(await notifications(), 'one for a repository').to.have.length(1);
  });

  it('begins a new round when the last one lies ahead, since the clock was set back', async () => {
    const { world, whole, trees } = await setUp();
    const { scrub } = scrubbing(world, 1e12);
    valueOf(await scrub());
    world.clock.set(world.clock.now() - MINUTE_MS);
    expect(valueOf(await scrub())?.objects).to.equal(0);
    world.clock.set(world.clock.now() - 1);
    expect(valueOf(await scrub())?.objects).to.equal(whole.length + trees.length);
    expect(valueOf(await scrub())?.objects).to.equal(0);
  });

  it('takes a note away when what was noted is sound again', async () => {
    const { world, whole, trees, needs, damagedNow } = await setUp();
    const { scrub } = scrubbing(world, 1e12);
    const [tree] = trees;
    const keys = [firstOf(whole), firstOf([...(tree === undefined ? [] : (needs.get(tree.oid) ?? []))])];
    const sound = await Promise.all(keys.map((key) => bytesAt(world, key)));
    for (const key of keys) valueOf(await world.blobs.remove(key));
    valueOf(await scrub());
    // The object, the pack, and both objects that need it.
    expect(await damagedNow()).to.have.length(4);
    for (const [at, key] of keys.entries()) await putBytes(world, key, sound[at] ?? new Uint8Array());
    world.clock.advance(7 * DAY_MS);
    expect(valueOf(await scrub())).to.include({ healed: 4 });
    expect(await damagedNow()).to.deep.equal([]);
  });

  it('takes no note away of an object whose pack is lost anew since another object was found sound by it', async () => {
    const { world, push, trees, damagedNow } = await setUp();
    const { repositoryId, namespace } = push.repository;
    const [first, second] = trees;
    const pack = first?.packs[0];
    if (first === undefined || second === undefined || pack === undefined)
      throw new Error('there are two objects that need a pack');
    valueOf(await world.blobs.remove(treeKey(namespace, pack.path)));
    valueOf(await scrubbing(world, 1e12).scrub());
    world.clock.advance(7 * DAY_MS);
    await sendFile(world, push, pack);
    const noted = [first, second].map(({ oid }) => ({ kind: 'object', oid }));
    expect((await damagedNow()).map(({ of }) => of)).to.have.deep.members(noted);

    const reads = new Map([first, second].map(({ manifest }) => [frozenManifestPath(sha256Of(manifest.bytes)), 0]));
    const losing: typeof world.blobs = {
      ...world.blobs,
      // Each manifest is read among the files, and then with its object.
      read: (key, span) => {
        for (const [path, count] of reads) if (key === treeKey(namespace, path)) reads.set(path, count + 1);
        if (![...reads.values()].every((count) => count === 2)) return world.blobs.read(key, span);
        const of = { kind: 'file', path: pack.path } as const;
        const losingNow = change(world, ({ damage }) => damage.note({ repositoryId, of, problem: 'missing', foundAt: 0 }));
        return ResultAsync.fromSafePromise(losingNow).andThen(() => world.blobs.read(key, span));
      },
    };
    const { scrub } = scrubbing({ ...world, ports: { ...world.ports, blobs: losing } }, 1e12);
    expect(valueOf(await scrub())?.isRoundOver).to.equal(true);
    const left = (await damagedNow()).map(({ of }) => of.kind);
    expect(left.sort(), 'the object that was looked at before').to.deep.equal(['file', 'object']);
  });

  it('goes on where a run that was stopped has left off, and does not leave out anything', async () => {
    const { world, whole, trees } = await setUp(100);
    const application = scrubbing(world, 1e12);
    const files = valueOf(await application.scrub())?.files ?? 0;
    world.clock.advance(7 * DAY_MS);
    let [runs, objects, seenFiles] = [0, 0, 0];
    for (let isOver = false; !isOver; runs += 1) {
      const stop = new AbortController();
      let pieces = 0;
      const stopping: World['blobs'] = {
        ...world.blobs,
        read: (key, span) => {
          pieces += 1;
          if (pieces > 40) stop.abort();
          return world.blobs.read(key, span);
        },
      };
      const ports = { ...world.ports, blobs: stopping, settings: { ...world.ports.settings, scrubBytesPerSecond: 1e12 } };
      const scrubbed = valueOf(await createApplication(ports).integrity.scrub(stop.signal));
      objects += scrubbed?.objects ?? 0;
      seenFiles += scrubbed?.files ?? 0;
      isOver = scrubbed?.isRoundOver === true;
      expect(runs).to.be.below(20);
    }
    expect(runs).to.be.above(1);
    expect(objects).to.be.at.least(whole.length + trees.length);
    expect(seenFiles).to.be.at.least(files);
  });

  it('tells of what it has found also where the database goes away before the run is over', async () => {
    const { world, whole, damagedNow } = await setUp(100);
    const key = firstOf(whole);
    await putBytes(world, key, flipped(await bytesAt(world, key)));
    let isAway = false;
    const { read, transact } = world.unitOfWork;
    const leaving: World['unitOfWork'] = {
      ...world.unitOfWork,
      read: (work) => (isAway ? errAsync(unavailable('database')) : read(work)),
      transact: (work) => {
        if (isAway) return errAsync(unavailable('database'));
        return transact(work).andThen((outcome) =>
          new ResultAsync(damagedNow().then((noted) => ok(noted.length > 0))).map((isNoted) => {
            isAway = isNoted;
            return outcome;
          }),
        );
      },
    };
    const { integrity } = createApplication({
      ...world.ports,
      unitOfWork: leaving,
      settings: { ...world.ports.settings, scrubBytesPerSecond: 1e12 },
    });
    const told = valueOf(await integrity.scrub());
    expect(told?.findings.map(({ kind }) => kind)).to.deep.equal(['wrong_bytes']);
    expect(told?.isRoundOver).to.equal(false);
    expect((await integrity.scrub()).isErr(), 'nothing was found').to.equal(true);
  });

  it('ends at once when it is stopped while it waits', async () => {
    const { world } = await setUp();
    const stop = new AbortController();
    const after = () => {
      stop.abort();
      return () => undefined;
    };
    const ports = {
      ...world.ports,
      clock: { ...world.clock, after },
      settings: { ...world.ports.settings, scrubBytesPerSecond: 1 },
    };
    expect(valueOf(await createApplication(ports).integrity.scrub(stop.signal))?.isRoundOver).to.equal(false);
  });

  it('reads no faster than it may', async () => {
    const { world } = await setUp();
    const { clock } = world;
    const began = clock.now();
    const waited: number[] = [];
    const after = (milliseconds: number, act: () => void) => {
      waited.push(milliseconds);
      clock.advance(milliseconds);
      act();
      return () => undefined;
    };
    const ports = {
      ...world.ports,
      clock: { now: () => clock.now(), after },
      settings: { ...world.ports.settings, scrubBytesPerSecond: 1000 },
    };
    const scrubbed = valueOf(await createApplication(ports).integrity.scrub());
    expect(waited.length).to.be.above(0);
    expect(clock.now() - began).to.be.at.least(((scrubbed?.bytesRead ?? 0) / 1000) * 1000 - 1000);
  });
});
