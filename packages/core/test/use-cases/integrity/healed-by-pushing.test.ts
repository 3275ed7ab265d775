import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { grantSignedDownload } from '../../../src/access/grant.js';
import type { Granted } from '../../../src/access/grant.js';
import type { StoredObject } from '../../../src/model/objects/stored-object.js';
import {
  assembledKey,
  DAY_MS,
  frozenManifestPath,
  GIB,
  manifestPath,
  objectKey,
  stagingKey,
  treeKey,
} from '../../../src/model/values/index.js';
import type { Records } from '../../../src/ports/unit-of-work.js';
import { buildObject, type BuiltObject, collect, readFile, sendFile, sendObject, sha256Of } from '../../builders/tree.js';
import { createWorld, errorOf, oidOf, valueOf, type World, withRepository } from '../../builders/world.js';
import { bytesAt, check, putBytes } from './stored-world.js';

type Push = Granted<'repository.push'>;

interface Setting {
  readonly world: World;
  readonly push: Push;
}

/** Sends a whole object as a client of that path does; answers whether it was asked for its bytes. */
type SendBy = (setting: Setting, object: BuiltObject) => Promise<boolean>;

const bySession: SendBy = async ({ world, push }, { oid, sizeBytes, content }) => {
  const { uploads } = world.application;
  const { id: sessionId } = valueOf(await uploads.open(push, {})).session;
  const [entry] = valueOf(await uploads.authorize(push, { sessionId, objects: [{ oid, sizeBytes }] }));
  const isAsked = entry !== undefined && 'uploadUrl' in entry;
  if (isAsked) await putBytes(world, stagingKey(push.repository.namespace, sessionId, oid), content);
  valueOf(await uploads.complete(push, { sessionId, oid, sizeBytes }));
  valueOf(await uploads.finalize(push, { sessionId }));
  return isAsked;
};

const byLfs: SendBy = async ({ world, push }, { oid, sizeBytes, content }) => {
  const { lfs, authorize } = world.application;
  const { repositoryId, namespace } = push.repository;
  const { entries, verifyToken } = valueOf(await lfs.batchUpload(push, [{ oid, sizeBytes }]));
  if (entries[0]?.kind !== 'upload') return false;
  const open = await world.unitOfWork.read(({ uploads }) =>
    uploads.findOpenLfs(repositoryId, push.caller.userId, world.clock.now()),
  );
  const session = valueOf(open);
  if (session === undefined) throw new Error('a batch opens a session');
  await putBytes(world, stagingKey(namespace, session.id, oid), content);
  const link = valueOf(
    await authorize.verifyLink(repositoryId, verifyToken ?? '', { address: '192.0.2.9', userAgent: 'git-lfs' }),
  );
  valueOf(await lfs.verify(link, { oid, sizeBytes }));
  return true;
};

/** As the agent does: what the repository knows is not sent. */
const byTree: SendBy = async ({ world, push }, object) => {
  const { tree } = world.application;
  const { oid, sizeBytes, packs, maps, manifest } = object;
  const chunks = packs.flatMap(({ locations }) => locations.map(({ name }) => name));
  const known = valueOf(await tree.lookUp(push, { names: chunks, sizes: [], oids: [oid] }));
  if (known.objectSizes.has(oid)) return false;
  for (const pack of packs) if (!pack.locations.every(({ name }) => known.chunks.has(name))) await sendFile(world, push, pack);
  for (const map of maps) if ((await tree.read(push, map.path)).isErr()) await sendFile(world, push, map);
  await sendFile(world, push, manifest);
  valueOf(await tree.finalize(push, { objects: [{ oid, sizeBytes }] }));
  return true;
};

const paths: Readonly<Record<string, SendBy>> = { 'an upload session': bySession, 'Git LFS': byLfs, 'the chunk tree': byTree };

const random = createSeededRandom(3);
const objectOfChunks = () =>
  buildObject(
    Array.from({ length: 6 }, () => random.bytes(40)),
    { chunksPerPack: 3, chunksPerMap: 3 },
  );

const setUp = async (): Promise<Setting> => {
  const world = createWorld();
  const { push } = await withRepository(world);
  return { world, push };
};

/** The bytes as everybody gets them who asks for a URL. */
const download = async ({ world, push }: Setting, { oid }: BuiltObject): Promise<Uint8Array> => {
  const { namespace, repositoryId } = push.repository;
  const [answer] = valueOf(await world.application.downloads.authorize(push, { oids: [oid] }));
  if (answer === undefined || 'error' in answer) throw new Error('a sound object has a URL');
  const stored = valueOf(await world.unitOfWork.read(({ objects }) => objects.findStored(repositoryId, [oid])));
  const key = stored.get(oid)?.layout === 'whole' ? objectKey(namespace, oid) : assembledKey(namespace, oid);
  const opened = valueOf(await world.application.signedTransfers.open(grantSignedDownload(key)));
  return collect(valueOf(await opened.open()).body);
};

const usageOf = async ({ world, push }: Setting) =>
  valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(push.repository.organizationId)));

describe('what is damaged', () => {
  for (const [first, storeBy] of Object.entries(paths)) {
    for (const [second, sendBy] of Object.entries(paths)) {
      for (const [damage, isLost] of [
        ['has other bytes', false],
        ['is missing', true],
      ] as const) {
        it(`by ${first} and ${damage} is sent again by ${second}, and is sound from then on`, async () => {
          const setting = await setUp();
          const { world, push } = setting;
          const { namespace } = push.repository;
          const object = objectOfChunks();
          expect(await storeBy(setting, object)).to.equal(true);
          const other = objectOfChunks();
          expect(await storeBy(setting, other)).to.equal(true);
          expect(await sendBy(setting, object), 'what is sound is not sent').to.equal(false);

          const isWhole = storeBy !== byTree;
          const [pack] = object.packs;
          if (pack === undefined) throw new Error('an object has a pack');
          const key = isWhole ? objectKey(namespace, object.oid) : treeKey(namespace, pack.path);
          const sound = await bytesAt(world, key);
          if (isLost) valueOf(await world.blobs.remove(key));
          else
            await putBytes(
              world,
              key,
              sound.map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
            );
          expect((await check(world, { repairs: true })).summary.noted).to.equal(isWhole ? 1 : 2);

          const [refused] = valueOf(await world.application.downloads.authorize(push, { oids: [object.oid] }));
          expect(refused).to.deep.equal({ oid: object.oid, error: { kind: 'not_found', reason: 'damaged' } });
          expect(await sendBy(setting, object), 'what is damaged is sent').to.equal(true);

          expect(await download(setting, object)).to.deep.equal(object.content);
          expect(await download(setting, other)).to.deep.equal(other.content);
          expect(await sendBy(setting, object), 'it is known again').to.equal(false);
          const { findings } = await check(world, { repairs: true });
          // Packs that a whole one has are those of nobody any more; whole bytes that an object in chunks has left are removed after the grace.
          const isPackLeft = !isWhole && sendBy !== byTree;
          const isWholeLeft = isWhole && sendBy === byTree && !isLost;
          const told = findings.map((finding) => ('key' in finding ? finding.key : finding.kind));
          expect(told).to.deep.equal(isPackLeft || isWholeLeft ? [key] : []);
          expect(findings.some((finding) => 'isInQuarantine' in finding)).to.equal(isWholeLeft);
          const { reservedBytes } = await usageOf(setting);
          expect(reservedBytes).to.equal(0);
        });
      }
    }
  }

  for (const [title, changed] of [
    ['other bytes', (sound: Uint8Array) => sound.map((byte, at) => (at === 9 ? byte ^ 1 : byte))],
    ['fewer bytes', (sound: Uint8Array) => sound.slice(1)],
  ] as const) {
    for (const [second, sendBy] of [
      ['an upload session', bySession],
      ['Git LFS', byLfs],
    ] as const) {
      it(`leaves no ${title} where ${second} brings the object once it was healed in chunks, removed and forgotten`, async () => {
        const setting = await setUp();
        const { world, push } = setting;
        const { namespace, repositoryId } = push.repository;
        const object = objectOfChunks();
        await bySession(setting, object);
        const key = objectKey(namespace, object.oid);
        await putBytes(world, key, changed(await bytesAt(world, key)));
        await check(world, { repairs: true });
        expect(await byTree(setting, object)).to.equal(true);
        const { usedBytes, reclaimableBytes } = await usageOf(setting);
        expect(reclaimableBytes, 'what lies there counts').to.equal(object.sizeBytes);

        const admin = await world.grant(push.caller, repositoryId, 'repository.admin');
        valueOf(await world.application.objects.remove(admin, { oid: object.oid, isForced: false }));
        const settings = { ...world.ports.settings, gcReclaim: true };
        world.clock.advance(8 * DAY_MS);
        valueOf(await createApplication({ ...world.ports, settings }).maintenance.reclaimQuarantined());
        expect((await world.blobs.head(key)).isErr(), 'they go with the object').to.equal(true);
        expect(await usageOf(setting)).to.include({ usedBytes, reclaimableBytes: 0 });

        expect(await sendBy(setting, object)).to.equal(true);
        expect(await download(setting, object)).to.deep.equal(object.content);
        expect((await check(world)).findings).to.deep.equal([]);
      });
    }
  }

  it('is asked for again on a plan that would not take it as new any more', async () => {
    const world = createWorld('free');
    const { push } = await withRepository(world);
    const { repositoryId } = push.repository;
    const now = world.clock.now();
    const object = { oid: oidOf('large'), sizeBytes: 5 * GIB + 1 };
    const stored: StoredObject = {
      ...object,
      physicalBytes: 1,
      layout: 'whole',
      name: undefined,
      type: 'other',
      uploadedBy: push.caller.userId,
      createdAt: now,
    };
    valueOf(
      await world.unitOfWork.transact(async ({ objects, damage }) => {
        await objects.add(repositoryId, [stored]);
        return ok(await damage.note({ repositoryId, of: { kind: 'object', oid: object.oid }, problem: 'missing', foundAt: now }));
      }),
    );
    const { uploads, lfs } = world.application;
    const { id: sessionId } = valueOf(await uploads.open(push, {})).session;
    const [entry] = valueOf(await uploads.authorize(push, { sessionId, objects: [object] }));
    expect(entry).to.include.keys('uploadUrl');
    valueOf(await uploads.abort(push, { sessionId }));
    expect(valueOf(await lfs.batchUpload(push, [object])).entries[0]).to.include({ kind: 'upload' });
  });

  for (const [first, storeBy] of Object.entries(paths)) {
    it(`by ${first} is sent again by the chunk tree in one push that is told of like any other`, async () => {
      const setting = await setUp();
      const { world, push } = setting;
      const { journal } = world.unitOfWork;
      const object = objectOfChunks();
      await storeBy(setting, object);
      const [pack] = object.packs;
      if (pack === undefined) throw new Error('an object has a pack');
      const { namespace, repositoryId } = push.repository;
      const key = storeBy === byTree ? treeKey(namespace, pack.path) : objectKey(namespace, object.oid);
      valueOf(await world.blobs.remove(key));
      await check(world, { repairs: true });
      const generation = async () =>
        valueOf(await world.unitOfWork.read(({ repositories }) => repositories.find(repositoryId)))?.generation;
      const told = () => ({
        events: journal.domainEvents().filter(({ type }) => type === 'repository.push'),
        audited: journal.auditEvents().filter(({ action }) => action === 'repository.push'),
      });
      const [before, formerly] = [told(), (await generation()) ?? 0];
      expect(await byTree(setting, object)).to.equal(true);
      expect(await generation()).to.equal(formerly + 1);
      expect(told().audited).to.have.length(before.audited.length + 1);
      expect(
        told()
          .events.slice(before.events.length)
          .map(({ data }) => data),
      ).to.deep.equal([{ generation: formerly + 1 }]);
    });
  }

  for (const [first, storeBy] of Object.entries(paths)) {
    for (const [second, sendBy] of Object.entries(paths)) {
      for (const isRestored of [true, false]) {
        const title = isRestored ? 'restored, is refused until it is' : 'then';
        it(`by ${first} while it was removed, and ${title} sent again by ${second}, is sound from then on`, async () => {
          const setting = await setUp();
          const { world, push } = setting;
          const { repositoryId, namespace } = push.repository;
          const object = objectOfChunks();
          await storeBy(setting, object);
          const admin = await world.grant(push.caller, repositoryId, 'repository.admin');
          valueOf(await world.application.objects.remove(admin, { oid: object.oid, isForced: false }));
          const [pack] = object.packs;
          if (pack === undefined) throw new Error('an object has a pack');
          const isWhole = storeBy !== byTree;
          const key = isWhole ? objectKey(namespace, object.oid) : treeKey(namespace, pack.path);
          await putBytes(
            world,
            key,
            (await bytesAt(world, key)).map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
          );
          expect((await check(world, { repairs: true })).summary.noted).to.equal(isWhole ? 1 : 2);
          if (isRestored) {
            valueOf(await world.application.objects.restore(admin, object.oid));
            const [refused] = valueOf(await world.application.downloads.authorize(push, { oids: [object.oid] }));
            expect(refused).to.deep.equal({ oid: object.oid, error: { kind: 'not_found', reason: 'damaged' } });
          }
          expect(await sendBy(setting, object), 'what is damaged is sent').to.equal(true);
          expect(await download(setting, object)).to.deep.equal(object.content);
          const { count } = valueOf(await world.unitOfWork.read(({ damage }) => damage.sumUp(repositoryId)));
          expect(count, 'a pack that nobody needs any more stays noted').to.equal(!isWhole && sendBy !== byTree ? 1 : 0);
        });
      }
    }
  }

  for (const [first, storeBy] of Object.entries(paths)) {
    it(`by ${first} and completed in an upload session is counted once, also before that is finalized`, async () => {
      const setting = await setUp();
      const { world, push } = setting;
      const { repositoryId, namespace } = push.repository;
      const { oid, sizeBytes, content, ...rest } = objectOfChunks();
      await storeBy(setting, { oid, sizeBytes, content, ...rest });
      const noted = await world.unitOfWork.transact(async ({ damage }) =>
        ok(await damage.note({ repositoryId, of: { kind: 'object', oid }, problem: 'wrong_bytes', foundAt: 1 })),
      );
      expect(valueOf(noted)).to.equal(true);
      const { uploads } = world.application;
      const { id: sessionId } = valueOf(await uploads.open(push, {})).session;
      valueOf(await uploads.authorize(push, { sessionId, objects: [{ oid, sizeBytes }] }));
      await putBytes(world, stagingKey(namespace, sessionId, oid), content);
      valueOf(await uploads.complete(push, { sessionId, oid, sizeBytes }));
      const completed = await usageOf(setting);
      expect(completed.reservedBytes).to.equal(0);
      valueOf(await uploads.finalize(push, { sessionId }));
      expect(await usageOf(setting)).to.deep.equal(completed);
    });
  }

  it('is in no answer of the chunk tree: neither pack nor map nor manifest', async () => {
    const { world, push } = await setUp();
    const object = objectOfChunks();
    await sendObject(world, push, object);
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
    const { namespace } = push.repository;
    const [map] = object.maps;
    if (map === undefined) throw new Error('an object has a map');
    await putBytes(world, treeKey(namespace, map.path), new Uint8Array(3));
    await check(world, { repairs: true });
    for (const path of [map.path, manifestPath(object.oid)]) {
      expect(errorOf(await world.application.tree.read(push, path))).to.deep.equal({ kind: 'not_found', reason: 'damaged' });
    }
    expect(
      errorOf(await world.application.signedTransfers.open(grantSignedDownload(assembledKey(namespace, object.oid)))),
    ).to.deep.equal({ kind: 'not_found', reason: 'damaged' });
    const [entry] = valueOf(await world.application.lfs.batchDownload(push, [object])).entries;
    expect(entry).to.deep.include({ kind: 'missing', error: { kind: 'not_found', reason: 'damaged' } });

    // Right bytes under its name take its place, and are kept from then on.
    await sendFile(world, push, map);
    expect(await readFile(world, push, map.path)).to.deep.equal(map.bytes);
    expect(
      valueOf(
        await world.application.tree.receive(push, map.path, { declaredBytes: map.bytes.byteLength, bytes: once(map.bytes) }),
      ),
    ).to.deep.equal({ created: false });
    // The object is sound with it as soon as somebody says so: by sending it, or by a check.
    expect((await check(world, { repairs: true })).summary.healed).to.equal(1);
    expect(await readFile(world, push, manifestPath(object.oid))).to.deep.equal(object.manifest.bytes);
  });

  it('stays damaged when it is sent wrong again', async () => {
    const setting = await setUp();
    const { world, push } = setting;
    const object = objectOfChunks();
    await byLfs(setting, object);
    valueOf(await world.blobs.remove(objectKey(push.repository.namespace, object.oid)));
    await check(world, { repairs: true });
    const wrong = { ...object, content: object.content.map((byte) => byte ^ 1) };
    for (const send of [bySession, byLfs]) {
      const sent: unknown = await send(setting, wrong).catch((fault: unknown) => fault);
      expect(sent).to.be.an('error');
      const [entry] = valueOf(await world.application.downloads.authorize(push, { oids: [object.oid] }));
      expect(entry).to.have.property('error');
    }
    expect(await byLfs(setting, object)).to.equal(true);
    expect(await download(setting, object)).to.deep.equal(object.content);
  });

  it('and then deleted is sound when it comes again, whatever was noted of it', async () => {
    const setting = await setUp();
    const { world, push } = setting;
    const { repositoryId, namespace } = push.repository;
    const object = objectOfChunks();
    await byTree(setting, object);
    for (const { path } of [...object.packs, ...object.maps]) valueOf(await world.blobs.remove(treeKey(namespace, path)));
    await check(world, { repairs: true });
    const removed = await world.unitOfWork.transact(async ({ quarantine, tree }) => {
      const [former] = await quarantine.put(repositoryId, [object.oid], { removedAt: 1, removedBy: undefined, dueAt: 1 });
      for (const { path } of [...object.packs, ...object.maps]) await tree.removeFile(repositoryId, path, 'stored', true);
      return ok(former !== undefined && (await quarantine.remove(former)));
    });
    expect(valueOf(removed)).to.equal(true);
    expect(await byTree(setting, object)).to.equal(true);
    expect(await download(setting, object)).to.deep.equal(object.content);
    const noted = await world.unitOfWork.read(({ damage }) => damage.sumUp(repositoryId));
    expect(valueOf(noted).count).to.equal(0);
  });

  it('in chunks is read by the manifest that it comes with again, from packs that were cut in another way', async () => {
    const setting = await setUp();
    const { world, push } = setting;
    const chunks = Array.from({ length: 6 }, () => random.bytes(40));
    const object = buildObject(chunks, { chunksPerPack: 3, chunksPerMap: 3 });
    const again = buildObject(chunks, { chunksPerPack: 2, chunksPerMap: 2 });
    await byTree(setting, object);
    for (const { path } of object.packs) valueOf(await world.blobs.remove(treeKey(push.repository.namespace, path)));
    await check(world, { repairs: true });
    expect(await byTree(setting, again)).to.equal(true);
    expect(await download(setting, again)).to.deep.equal(object.content);
    expect(await readFile(world, push, again.manifest.path)).to.deep.equal(again.manifest.bytes);
    expect((await check(world, { repairs: true })).findings.map(({ kind }) => kind)).to.deep.equal(['missing', 'missing']);
  });

  it('is sent again later while whole bytes of it that were removed are being deleted', async () => {
    const setting = await setUp();
    const { world, push } = setting;
    const { repositoryId, namespace } = push.repository;
    const object = objectOfChunks();
    await bySession(setting, object);
    const transact = <T>(work: (records: Records) => Promise<T>) =>
      world.unitOfWork.transact(async (records) => ok(await work(records)));
    const removed = await transact(async ({ quarantine }) => {
      const [former] = await quarantine.put(repositoryId, [object.oid], { removedAt: 1, removedBy: undefined, dueAt: 1 });
      return former !== undefined && (await quarantine.update(former, { state: 'deleting', dueAt: 2 }));
    });
    expect(valueOf(removed)).to.equal(true);
    await byTree(setting, object);
    const [pack] = object.packs;
    valueOf(await world.blobs.remove(treeKey(namespace, pack?.path ?? object.manifest.path)));
    await check(world, { repairs: true });
    expect(await byTree(setting, object).catch((fault: unknown) => String(fault))).to.contain('unavailable');
    valueOf(
      await transact(async ({ quarantine }) => {
        for (const former of (await quarantine.find(repositoryId, [object.oid])).values()) await quarantine.remove(former);
      }),
    );
    expect(await byTree(setting, object)).to.equal(true);
    expect(await download(setting, object)).to.deep.equal(object.content);
  });

  it('a frozen manifest that is damaged is written anew, and charged once', async () => {
    const setting = await setUp();
    const { world, push } = setting;
    const object = objectOfChunks();
    await byTree(setting, object);
    const before = await usageOf(setting);
    const key = treeKey(push.repository.namespace, frozenManifestPath(sha256Of(object.manifest.bytes)));
    await putBytes(world, key, new Uint8Array(7));
    expect((await check(world, { repairs: true })).summary.noted).to.equal(2);
    expect(await byTree(setting, object)).to.equal(true);
    expect(await download(setting, object)).to.deep.equal(object.content);
    expect((await check(world, { repairs: true })).findings).to.deep.equal([]);
    expect(await usageOf(setting)).to.deep.equal(before);
  });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}
