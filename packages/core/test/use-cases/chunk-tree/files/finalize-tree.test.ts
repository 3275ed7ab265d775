import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { encodeManifest } from '../../../../src/formats/packs/index.js';
import { unavailable } from '../../../../src/model/app-error.js';
import { BlobUnreadable } from '../../../../src/model/blob-unreadable.js';
import type { StoredObject } from '../../../../src/model/objects/stored-object.js';
import { manifestPath, objectKey, treeKey } from '../../../../src/model/values/index.js';
import type { BlobStore } from '../../../../src/ports/index.js';
import { finalizeTree } from '../../../../src/use-cases/chunk-tree/files/finalize-tree.js';
import { pushTexts } from '../../../builders/push-texts.js';
import {
  bodyOf,
  buildMap,
  buildObject,
  buildPack,
  overwrite,
  readFile,
  sendFile,
  sendObject,
  storedTreeBytes,
} from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, oidOf, valueOf, withRepository } from '../../../builders/world.js';

const chunks = (...texts: readonly string[]) => texts.map((text) => bytesOf(text));
const words = Array.from({ length: 23 }, (_, at) => `chunk number ${at}`);

async function* brokenOff(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body) {
    yield piece.subarray(0, -1);
    throw new BlobUnreadable(unavailable('storage'));
  }
}

const setUp = async () => {
  const world = createWorld();
  const { push, repository, owner } = await withRepository(world);
  const { tree } = world.application;
  const generation = async () => valueOf(await world.application.repositories.get(push)).generation;
  const objects = async () => valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 100 } })).items;
  return { world, push, repository, owner, tree, generation, objects };
};

describe('finalizeTree', () => {
  it('makes an object visible once its chunks are verified', async () => {
    const { world, push, tree, generation, objects } = await setUp();
    const object = buildObject(chunks(...words, ...words.slice(3, 9)));
    await sendObject(world, push, object);
    expect(await objects()).to.deep.equal([]);
    const answer = valueOf(await tree.finalize(push, { objects: [object] }));
    expect(answer).to.deep.equal({ generation: 1, objects: 1, pending: [] });
    expect(await generation()).to.equal(1);
    const physicalBytes = object.packs.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    expect(await objects()).to.have.length(1);
    expect((await objects())[0]).to.include({ oid: object.oid, sizeBytes: object.sizeBytes, layout: 'chunks', physicalBytes });
  });

  it('writes one push, one change of usage and one line of audit, and a repeat writes nothing', async () => {
    const { world, push, tree } = await setUp();
    const [first, second] = [buildObject(chunks(...words)), buildObject(chunks(...words.slice(4), 'new'))];
    await sendObject(world, push, first);
    await sendObject(world, push, second);
    const command = { objects: [first, second, first] };
    const answer = valueOf(await tree.finalize(push, command));
    const { journal } = world.unitOfWork;
    const told = () => journal.domainEvents().map(({ type, data }) => [type, data]);
    const before = [told(), journal.auditEvents(), journal.ledgerEntries()];
    const types = journal.domainEvents().map(({ type }) => type);
    expect(types.filter((type) => type === 'repository.push')).to.have.length(1);
    expect(types.filter((type) => type === 'repository.usage.changed')).to.have.length(1);
    expect(journal.auditEvents().filter(({ action }) => action === 'repository.push')).to.have.length(1);
    expect(answer).to.deep.equal({ generation: 1, objects: 2, pending: [] });
    expect(valueOf(await tree.finalize(push, command))).to.deep.equal(answer);
    expect([told(), journal.auditEvents(), journal.ledgerEntries()]).to.deep.equal(before);
  });

  it('doubles nothing when two finalize the same objects at once', async () => {
    const { world, push, tree, generation } = await setUp();
    const object = buildObject(chunks(...words));
    await sendObject(world, push, object);
    const answers = await Promise.all(Array.from({ length: 5 }, () => tree.finalize(push, { objects: [object] })));
    for (const answer of answers) expect(valueOf(answer)).to.deep.equal({ generation: 1, objects: 1, pending: [] });
    expect(await generation()).to.equal(1);
    const pushes = world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'repository.push');
    expect(pushes).to.have.length(1);
    const used = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(push.repository.organizationId)));
    expect(used).to.deep.equal({
      usedBytes: await storedTreeBytes(world, push),
      reservedBytes: 0,
      reclaimableBytes: 0,
      byosBytes: 0,
    });
  });

  it('counts a pack into one of two objects that verify it at once', async () => {
    const { world, push, tree, objects } = await setUp();
    const first = buildObject(chunks('shared 1', 'shared 2'));
    const second = buildObject(chunks('shared 2', 'shared 1'), { present: first.packs });
    for (const object of [first, second]) await sendObject(world, push, object);
    const answers = await Promise.all([first, second].map((object) => tree.finalize(push, { objects: [object] })));
    expect(answers.map((answer) => valueOf(answer).generation).sort()).to.deep.equal([1, 2]);
    const physical = (await objects()).map(({ physicalBytes }) => physicalBytes);
    expect(physical.sort()).to.deep.equal([0, first.packs[0]?.bytes.byteLength]);
  });

  it('refuses a pack in whose place another well-formed one has come', async () => {
    const { world, push, tree } = await setUp();
    const object = buildObject(chunks('a', 'b'));
    await sendObject(world, push, object);
    const whole = buildObject(chunks(...words));
    await sendObject(world, push, whole);
    const longer = buildPack(chunks('a', 'b', 'c'));
    const path = object.packs[0]?.path ?? longer.path;
    await overwrite(world, push, path, longer.bytes);
    expect(errorOf(await tree.finalize(push, { objects: [whole, object] }))).to.deep.equal({
      kind: 'conflict',
      reason: 'pack_invalid',
      oid: object.oid,
      pack: path.replace('chunks/packs/', ''),
      problem: 'damaged',
    });
  });

  it('answers the present generation when there is nothing to register, and records the transfer all the same', async () => {
    const { push, tree } = await setUp();
    const answer = valueOf(await tree.finalize(push, { objects: [], stats: { logicalBytes: 7 } }));
    expect(answer).to.deep.equal({ generation: 0, objects: 0, pending: [] });
    const { items } = valueOf(await tree.listTransfers(push, { page: { limit: 10 } }));
    expect(items.map(({ kind, stats }) => ({ kind, stats }))).to.deep.equal([{ kind: 'push', stats: { logicalBytes: 7 } }]);
  });

  it('registers an empty object', async () => {
    const { world, push, tree, objects } = await setUp();
    const empty = buildObject([]);
    await sendObject(world, push, empty);
    valueOf(await tree.finalize(push, { objects: [empty] }));
    expect((await objects())[0]).to.include({ oid: oidOf(''), sizeBytes: 0, physicalBytes: 0 });
  });

  it('refuses what is not there, and registers none of the call', async () => {
    const { world, push, tree, generation, objects } = await setUp();
    const whole = buildObject(chunks(...words));
    await sendObject(world, push, whole);
    const partial = buildObject(chunks('a', 'b', 'c'));
    for (const missing of [partial.manifest, ...partial.maps, ...partial.packs]) {
      const pack = /^chunks\/packs\/(.*)$/.exec(missing.path)?.[1];
      expect(errorOf(await tree.finalize(push, { objects: [whole, partial] }))).to.deep.equal({
        kind: 'conflict',
        reason: 'not_uploaded',
        oid: partial.oid,
        ...(pack !== undefined && { pack }),
      });
      await sendFile(world, push, missing);
    }
    expect(await objects()).to.deep.equal([]);
    expect(await generation()).to.equal(0);
    valueOf(await tree.finalize(push, { objects: [whole, partial] }));
    const physical = Object.fromEntries((await objects()).map(({ oid, physicalBytes }) => [oid, physicalBytes]));
    expect(physical[whole.oid]).to.be.greaterThan(0);
    expect(physical[partial.oid]).to.be.greaterThan(0);
  });

  it('is unavailable when the store breaks off in the middle of whatever it reads, and goes on when it does not', async () => {
    const { world, push } = await setUp();
    const object = buildObject(chunks(...words));
    await sendObject(world, push, object);
    let breaksAt = 0;
    let reads = 0;
    const blobs: BlobStore = {
      ...world.blobs,
      read: (key, span) =>
        world.blobs.read(key, span).map(({ sizeBytes, body }) => {
          reads += 1;
          return { sizeBytes, body: reads === breaksAt ? brokenOff(body) : body };
        }),
    };
    const { tree } = createApplication({ ...world.ports, blobs });
    for (breaksAt = 1; ; breaksAt += 1) {
      reads = 0;
      const answer = await tree.finalize(push, { objects: [object] });
      if (reads < breaksAt) {
        expect(valueOf(answer).objects).to.equal(1);
        break;
      }
      expect(errorOf(answer), `read ${breaksAt}`).to.deep.equal(unavailable('storage'));
    }
    expect(breaksAt).to.be.greaterThan(4);
  });

  it('refuses another size than the manifest or the stored object has', async () => {
    const { world, push, tree } = await setUp();
    const object = buildObject(chunks('abc'));
    await sendObject(world, push, object);
    const wrong = { objects: [{ oid: object.oid, sizeBytes: 4 }] };
    const mismatch = { kind: 'conflict', reason: 'size_mismatch', oid: object.oid };
    expect(errorOf(await tree.finalize(push, wrong))).to.deep.equal(mismatch);
    valueOf(await tree.finalize(push, { objects: [object] }));
    expect(errorOf(await tree.finalize(push, wrong))).to.deep.equal(mismatch);
    const twoSizes = { objects: [object, { oid: object.oid, sizeBytes: 4 }] };
    expect(errorOf(await tree.finalize(push, twoSizes))).to.include({ kind: 'bad_request' });
  });

  it('refuses an object above the plan', async () => {
    const world = createWorld('free');
    const { push } = await withRepository(world);
    const huge = { oid: oidOf('huge'), sizeBytes: 5 * 2 ** 30 + 1 };
    expect(errorOf(await world.application.tree.finalize(push, { objects: [huge] }))).to.include({ reason: 'max_object_size' });
  });

  it('answers as before for an object that came on a larger plan', async () => {
    const world = createWorld('free');
    const { push } = await withRepository(world);
    const { repositoryId } = push.repository;
    const former = { oid: oidOf('huge'), sizeBytes: 5 * 2 ** 30 + 1 };
    const stored: StoredObject = {
      ...former,
      physicalBytes: 1,
      layout: 'chunks',
      name: undefined,
      type: 'other',
      uploadedBy: push.caller.userId,
      createdAt: world.clock.now(),
    };
    valueOf(
      await world.unitOfWork.transact(async ({ objects, tree }) => {
        await objects.add(repositoryId, [stored]);
        await tree.setManifest(repositoryId, former.oid, 'f'.repeat(64), 1);
        return ok();
      }),
    );
    expect(valueOf(await world.application.tree.finalize(push, { objects: [former] }))).to.include({ objects: 1 });
  });

  it('counts only the packs that are new into what a second version occupies', async () => {
    const { world, push, tree, objects } = await setUp();
    const first = buildObject(chunks(...words));
    await sendObject(world, push, first);
    valueOf(await tree.finalize(push, { objects: [first] }));
    const second = buildObject(chunks('front', ...words.slice(2)), { present: first.packs });
    await sendObject(world, push, second);
    expect(valueOf(await tree.finalize(push, { objects: [second] }))).to.include({ generation: 2 });
    const stored = (await objects()).find(({ oid }) => oid === second.oid);
    expect(stored?.physicalBytes).to.equal(second.packs.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofRepository(push.repository.repositoryId)));
    expect(usage.physicalBytes).to.equal(await storedTreeBytes(world, push));
    expect(usage.logicalBytes).to.equal(first.sizeBytes + second.sizeBytes);
  });

  it('verifies an object whose chunks alternate between verified packs, new packs and each other', async () => {
    const { world, push, tree } = await setUp();
    const first = buildObject(chunks(...words), { chunksPerPack: 3 });
    await sendObject(world, push, first);
    valueOf(await tree.finalize(push, { objects: [first] }));
    const mixed = words.flatMap((word, at) => [word, `fresh ${at % 7}`, words[(at * 5) % words.length] ?? '', `late ${at}`]);
    const second = buildObject(chunks(...mixed), { present: first.packs, chunksPerPack: 4, chunksPerMap: 7 });
    await sendObject(world, push, second);
    expect(valueOf(await tree.finalize(push, { objects: [second] }))).to.include({ objects: 1, generation: 2 });
  });

  it('makes the chunks known that it has verified, and no others', async () => {
    const { world, push, tree } = await setUp();
    const [object, unverified] = [buildObject(chunks('one', 'two')), buildObject(chunks('three'))];
    await sendObject(world, push, object);
    await sendObject(world, push, unverified);
    const names = [object, unverified]
      .flatMap(({ packs }) => packs)
      .flatMap(({ locations }) => locations.map(({ name }) => name));
    const sizes = [object.sizeBytes, unverified.sizeBytes];
    const oids = [object.oid, unverified.oid];
    expect(valueOf(await tree.lookUp(push, { names, sizes, oids }))).to.deep.equal({
      chunks: new Map(),
      knownSizes: new Set(),
      objectSizes: new Map(),
    });
    valueOf(await tree.finalize(push, { objects: [object] }));
    const known = valueOf(await tree.lookUp(push, { names, sizes, oids }));
    expect([...known.chunks.values()]).to.deep.equal(object.packs.flatMap(({ locations }) => locations));
    expect(known.knownSizes).to.deep.equal(new Set([object.sizeBytes]));
    expect(known.objectSizes).to.deep.equal(new Map([[object.oid, object.sizeBytes]]));
  });

  it('knows nothing of another repository', async () => {
    const { world, push, tree, owner } = await setUp();
    const object = buildObject(chunks('one', 'two'));
    await sendObject(world, push, object);
    valueOf(await tree.finalize(push, { objects: [object] }));
    const organization = valueOf(
      await world.application.authorize.organization(owner, push.repository.organizationId, 'repositories.create'),
    );
    const other = valueOf(await world.application.repositories.create(organization, { name: 'Other' }));
    const theirs = await world.grant(owner, other.id, 'repository.push');
    const names = object.packs.flatMap(({ locations }) => locations.map(({ name }) => name));
    expect(valueOf(await tree.lookUp(theirs, { names, sizes: [object.sizeBytes] })).chunks.size).to.equal(0);
    for (const file of [...object.maps, object.manifest]) await sendFile(world, theirs, file);
    expect(errorOf(await tree.finalize(theirs, { objects: [object] }))).to.include({ reason: 'not_uploaded' });
    expect(errorOf(await tree.read(theirs, object.packs[0]?.path ?? object.manifest.path))).to.deep.equal({ kind: 'not_found' });
  });

  it('freezes the manifest of an object that another path has stored, and leaves it whole', async () => {
    const { world, push, tree, generation, objects } = await setUp();
    await pushTexts(world, push, 'stored before');
    const object = buildObject(chunks('stored ', 'before'));
    valueOf(await tree.finalize(push, { objects: [object] }));
    await sendObject(world, push, object);
    expect(valueOf(await tree.finalize(push, { objects: [object] }))).to.deep.equal({ generation: 1, objects: 1, pending: [] });
    expect(await generation()).to.equal(1);
    expect((await objects())[0]).to.include({ layout: 'whole' });
    expect(valueOf(await tree.read(push, object.manifest.path)).state).to.equal('verified');
    valueOf(await world.blobs.head(objectKey(push.repository.namespace, object.oid)));
  });

  it('refuses a wrong manifest of an object that another path has stored', async () => {
    const { world, push, tree } = await setUp();
    await pushTexts(world, push, 'stored before');
    const lie = buildObject(chunks('stored ', 'bef0re'));
    const oid = oidOf('stored before');
    for (const file of [...lie.packs, ...lie.maps]) await sendFile(world, push, file);
    const locations = lie.packs.flatMap((pack) => pack.locations);
    const bytes = encodeManifest({ oid, sizeBytes: lie.sizeBytes, profile: 'fixed-1m', maps: [buildMap(locations).entry] });
    await sendFile(world, push, { path: manifestPath(oid), bytes });
    expect(errorOf(await tree.finalize(push, { objects: [{ oid, sizeBytes: lie.sizeBytes }] }))).to.include({
      reason: 'checksum_mismatch',
    });
  });

  it('lets an honest manifest follow a bad one, and nothing follow an honest one', async () => {
    const { world, push, tree } = await setUp();
    const object = buildObject(chunks(...words));
    await sendObject(world, push, object);
    await sendFile(world, push, { path: object.manifest.path, bytes: bytesOf('{"squatted":true}') });
    expect(errorOf(await tree.finalize(push, { objects: [object] }))).to.include({ reason: 'manifest_invalid' });
    await sendFile(world, push, object.manifest);
    valueOf(await tree.finalize(push, { objects: [object] }));
    expect(valueOf(await tree.receive(push, object.manifest.path, bodyOf(object.manifest.bytes)))).to.deep.equal({
      created: false,
    });
    const other = bytesOf(`${new TextDecoder().decode(object.manifest.bytes)} `);
    expect(errorOf(await tree.receive(push, object.manifest.path, bodyOf(other)))).to.deep.equal({
      kind: 'conflict',
      reason: 'manifest_frozen',
    });
    expect(await readFile(world, push, object.manifest.path)).to.deep.equal(object.manifest.bytes);
  });

  it('serves the verified manifest although another one arrives while it is being frozen', async () => {
    const { world, push, tree } = await setUp();
    const object = buildObject(chunks(...words));
    await sendObject(world, push, object);
    const squat = bytesOf('{"squatted":true}');
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    async function* slow() {
      yield squat.slice(0, 5);
      await arrived;
      yield squat.slice(5);
    }
    const late = tree.receive(push, object.manifest.path, { declaredBytes: squat.byteLength, bytes: slow() });
    valueOf(await tree.finalize(push, { objects: [object] }));
    arrive();
    expect(errorOf(await late)).to.deep.equal({ kind: 'conflict', reason: 'manifest_frozen' });
    const opened = valueOf(await tree.read(push, object.manifest.path));
    expect([opened.state, opened.sizeBytes]).to.deep.equal(['verified', object.manifest.bytes.byteLength]);
    expect(await readFile(world, push, object.manifest.path)).to.deep.equal(object.manifest.bytes);
    const used = valueOf(await world.unitOfWork.read(({ usage }) => usage.ofOrganization(push.repository.organizationId)));
    expect(used.usedBytes).to.equal(await storedTreeBytes(world, push));
  });

  it('says of which object a file is gone, also when its verification has to wait', async () => {
    const { world, push } = await setUp();
    const [there, gone] = [buildObject(chunks('there')), buildObject(chunks('gone'))];
    for (const object of [there, gone]) await sendObject(world, push, object);
    const { path, bytes } = gone.manifest;
    const times = { seenAt: 0, quarantinedAt: 1, dueAt: 2, holder: 'the collector', removedAt: undefined };
    valueOf(
      await world.unitOfWork.transact(async ({ condemned }): Promise<Result<void, never>> => {
        const file = { path, sizeBytes: bytes.byteLength, state: 'deleting' as const, ...times };
        await condemned.put(push.repository.repositoryId, [file]);
        return ok();
      }),
    );
    const answer = await finalizeTree(world.ports, { maxBytes: 0 })(push, { objects: [there, gone] });
    const expected = { kind: 'conflict', reason: 'chunks_gone', oid: gone.oid, paths: [path] };
    expect(errorOf(answer)).to.deep.equal(expected);
  });

  it('has no chunk found in a pack that was found to be lost since it was verified', async () => {
    const { world, push, tree } = await setUp();
    const object = buildObject(chunks(...words));
    await sendObject(world, push, object);
    const { namespace } = push.repository;
    const [pack] = object.packs;
    if (pack === undefined) expect.fail('a pack');
    const lose = async (): Promise<void> => {
      valueOf(await world.blobs.remove(treeKey(namespace, pack.path)));
      expect(errorOf(await tree.read(push, pack.path))).to.include({ reason: 'damaged' });
    };
    const losing: BlobStore = {
      ...world.blobs,
      // The copy of the manifest is written when the object is verified.
      write: (key, body, sizeBytes) => ResultAsync.fromSafePromise(lose()).andThen(() => world.blobs.write(key, body, sizeBytes)),
    };
    const answer = await finalizeTree({ ...world.ports, blobs: losing })(push, { objects: [object] });
    expect(errorOf(answer)).to.include({ reason: 'pack_invalid', pack: pack.name, problem: 'damaged' });
    const names = pack.locations.map(({ name }) => name);
    expect(valueOf(await tree.lookUp(push, { names, sizes: [] })).chunks.size).to.equal(0);
    await sendFile(world, push, pack);
    valueOf(await tree.finalize(push, { objects: [object] }));
  });

  it('leaves to the background what comes after so many files', async () => {
    const { world, push } = await setUp();
    const objects = ['first', 'second', 'third'].map((text) => buildObject(chunks(text)));
    for (const object of objects) await sendObject(world, push, object);
    const [, , third] = objects;
    // Of each a chunk map and a pack.
    const answer = await finalizeTree(world.ports, { maxFiles: 3 })(push, { objects });
    expect(valueOf(answer)).to.deep.include({ objects: 2, pending: [third?.oid] });
  });

  it('pins the manifest that it has verified when another one replaces it before the freeze', async () => {
    const { world, push } = await setUp();
    const object = buildObject(chunks(...words));
    await sendObject(world, push, object);
    const { decodeAll } = world.ports.codec;
    const replace = async () => sendFile(world, push, { path: object.manifest.path, bytes: bytesOf('{"squatted":true}') });
    let isFirst = true;
    const codec = {
      ...world.ports.codec,
      decodeAll: async (stored: Parameters<typeof decodeAll>[0]) => {
        if (isFirst) await replace();
        isFirst = false;
        return decodeAll(stored);
      },
    };
    valueOf(await finalizeTree({ ...world.ports, codec })(push, { objects: [object] }));
    expect(await readFile(world, push, object.manifest.path)).to.deep.equal(object.manifest.bytes);
  });
});
