import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { grantSignedDownload } from '../../../../src/access/grant.js';
import { createApplication } from '../../../../src/application.js';
import { createFaultyBlobStore } from '../../../../src/blob-store/faulty-blob-store.js';
import { createMapList, parseManifestInSlices } from '../../../../src/formats/packs/index.js';
import { TreeFault } from '../../../../src/model/chunk-tree/tree-fault.js';
import {
  assembledKey,
  frozenManifestPath,
  KIB,
  type ObjectKey,
  type StorageNamespace,
  type TreePath,
  trusted,
} from '../../../../src/model/values/index.js';
import { readAssembled } from '../../../../src/use-cases/chunk-tree/read/assembled-object.js';
import { createAssembledObjects } from '../../../../src/use-cases/chunk-tree/read/assembled-objects.js';
import { createDownloadBudget } from '../../../../src/use-cases/chunk-tree/read/download-budget.js';
import { openSignedDownload } from '../../../../src/use-cases/signed-transfers/open-signed-download.js';
import { createReadMemory } from '../../../../src/use-cases/chunk-tree/read/read-memory.js';
import {
  buildObject,
  type BuiltObject,
  collect,
  joinBytes,
  overwrite,
  sendFile,
  sendObject,
  sha256Of,
} from '../../../builders/tree.js';
import { createWorld, errorOf, oidOf, valueOf, withRepository, type World } from '../../../builders/world.js';

const seed = 4711;
const random = createSeededRandom(seed);

/** Chunks of 1 byte to 20 KiB in several packs and maps, some of them more than once. */
const register = async () => {
  const world = createWorld();
  const { push, repository, owner } = await withRepository(world);
  const distinct = Array.from({ length: 60 }, (_, at) => random.bytes(1 + random.integer(at % 3 === 0 ? 3000 : 100)));
  const chunks = [...distinct, ...distinct.slice(10, 30), ...random.shuffled(distinct)];
  const object = buildObject(chunks, { chunksPerPack: 17, chunksPerMap: 11 });
  await sendObject(world, push, object);
  valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  const key = assembledKey(repository.namespace, object.oid);
  return { world, push, repository, owner, object, key };
};

type Registered = Awaited<ReturnType<typeof register>>;
let shared: Promise<Registered> | undefined;
/** One object for all tests; a test that damages it repairs it. */
const registered = (): Promise<Registered> => (shared ??= register());

/** Opens what it is asked for as if nobody took note of damage: one object is damaged here again and again. */
const openerOf = (ports: World['ports']) => openSignedDownload(ports, createAssembledObjects(ports).open, () => undefined);

const openers = new WeakMap<World, ReturnType<typeof openerOf>>();

const openKey = async (world: World, key: ObjectKey) => {
  const open = openers.get(world) ?? openerOf(world.ports);
  openers.set(world, open);
  return valueOf(await open(grantSignedDownload(key)));
};

const countingReads = (world: World) => {
  let reads = 0;
  const blobs = {
    ...world.blobs,
    read: (...asked: Parameters<typeof world.blobs.read>) => {
      reads += 1;
      return world.blobs.read(...asked);
    },
  };
  return { blobs, readCount: () => reads };
};

const flip = (bytes: Uint8Array, at: number) =>
  bytes.map((byte, index) => (index === at ? byte ^ (1 << random.integer(8)) : byte));

/** As a process does that has read nothing before. */
const readAll = async (world: World, key: ObjectKey, given: Uint8Array[]): Promise<void> => {
  const { open } = valueOf(await openerOf(world.ports)(grantSignedDownload(key)));
  for await (const piece of valueOf(await open()).body) given.push(piece.slice());
};

const faultOf = async (act: () => Promise<unknown>): Promise<unknown> => {
  try {
    await act();
  } catch (fault) {
    return fault;
  }
  return undefined;
};

describe(`objects in chunks, read whole or in part (seed ${seed})`, () => {
  it('gives the whole object', async () => {
    const { world, object, key } = await registered();
    const opened = await openKey(world, key);
    expect(opened.sizeBytes).to.equal(object.sizeBytes);
    const reading = valueOf(await opened.open());
    expect(reading.sizeBytes).to.equal(object.sizeBytes);
    expect(await collect(reading.body)).to.deep.equal(object.content);
  });

  it('gives the same spans as a slice does', async () => {
    const { world, object, key } = await registered();
    const { open, sizeBytes } = await openKey(world, key);
    const edges = [0, 1, sizeBytes - 2, sizeBytes - 1];
    const spans = edges.flatMap((first) => edges.map((last) => ({ first, last }))).filter(({ first, last }) => first <= last);
    for (let round = 0; round < 150; round += 1) {
      const first = random.integer(sizeBytes);
      spans.push({ first, last: first + random.integer(Math.min(sizeBytes - first, round % 2 === 0 ? 50 : sizeBytes)) });
    }
    for (const span of spans) {
      const bytes = await collect(valueOf(await open(span)).body);
      expect(bytes, `${span.first}-${span.last}`).to.deep.equal(object.content.slice(span.first, span.last + 1));
    }
  });

  it('reads little to begin late', async () => {
    const { world, object, key } = await registered();
    const { blobs, readCount } = countingReads(world);
    const { signedTransfers } = createApplication({ ...world.ports, blobs });
    const { open, sizeBytes } = valueOf(await signedTransfers.open(grantSignedDownload(key)));
    await collect(valueOf(await open({ first: sizeBytes - 1, last: sizeBytes - 1 })).body);
    expect(object.maps.length).to.be.greaterThan(5);
    expect(readCount(), 'the manifest, one map and one chunk').to.equal(3);
  });

  it('gives an object of more bytes than are read at once', async () => {
    const world = createWorld();
    const { push, repository } = await withRepository(world);
    const [a, b] = [new Uint8Array(768 * KIB).fill(1), new Uint8Array(768 * KIB).fill(2)];
    const object = buildObject([random.bytes(5), a, a, b, a, a, b, random.bytes(7)]);
    await sendObject(world, push, object);
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
    const { blobs, readCount } = countingReads(world);
    const { signedTransfers } = createApplication({ ...world.ports, blobs });
    const key = assembledKey(repository.namespace, object.oid);
    const { open } = valueOf(await signedTransfers.open(grantSignedDownload(key)));
    const bytes = await collect(valueOf(await open()).body);
    expect(Buffer.compare(bytes, object.content)).to.equal(0);
    expect(readCount(), 'the manifest, two maps, and what comes again once a group').to.equal(3 + 4);
  });

  it('gives an empty object', async () => {
    const world = createWorld();
    const { push, repository } = await withRepository(world);
    const empty = buildObject([]);
    await sendObject(world, push, empty);
    valueOf(await world.application.tree.finalize(push, { objects: [empty] }));
    const { open } = await openKey(world, assembledKey(repository.namespace, empty.oid));
    expect(await collect(valueOf(await open()).body)).to.deep.equal(new Uint8Array());
  });

  it('finds nothing that is not registered', async () => {
    const { world, repository, object } = await registered();
    for (const key of [
      assembledKey(repository.namespace, oidOf('none')),
      assembledKey(trusted<StorageNamespace>(`x/${repository.namespace}`), object.oid),
    ]) {
      expect(errorOf(await world.application.signedTransfers.open(grantSignedDownload(key)))).to.deep.equal({
        kind: 'not_found',
      });
    }
  });

  const damaged = (
    title: string,
    filesOf: (object: BuiltObject) => readonly { readonly path: TreePath; readonly bytes: Uint8Array }[],
  ) => {
    it(`never completes a wrong object when one bit of ${title} has flipped`, async () => {
      const { world, push, object, key } = await registered();
      for (const { path, bytes } of filesOf(object)) {
        for (let round = 0; round < 12; round += 1) {
          await overwrite(world, push, path, flip(bytes, random.integer(bytes.byteLength)));
          const given: Uint8Array[] = [];
          const fault = await faultOf(() => readAll(world, key, given));
          const received = given.flatMap((piece) => [...piece]);
          expect(received, 'what came is right as far as it came').to.deep.equal([...object.content.slice(0, received.length)]);
          if (fault === undefined) expect(received.length).to.equal(object.sizeBytes);
          else expect(fault).to.be.instanceOf(TreeFault);
          if (fault !== undefined) expect(received.length).to.be.lessThan(object.sizeBytes);
        }
        await overwrite(world, push, path, bytes);
      }
      await readAll(world, key, []);
    });
  };
  damaged('a pack', ({ packs }) => packs);
  damaged('a chunk map', ({ maps }) => maps.slice(0, 4));

  it('is refused as damaged when one bit of the frozen manifest has flipped', async () => {
    const { world, push, object, key } = await registered();
    const { bytes } = object.manifest;
    const path = frozenManifestPath(sha256Of(bytes));
    const open = openerOf(world.ports);
    for (let round = 0; round < 12; round += 1) {
      await overwrite(world, push, path, flip(bytes, random.integer(bytes.byteLength)));
      expect(errorOf(await open(grantSignedDownload(key)))).to.deep.equal({ kind: 'not_found', reason: 'damaged' });
    }
    await overwrite(world, push, path, bytes);
    await readAll(world, key, []);
  });

  it('fails every read that touches a flipped bit of a chunk, and no other', async () => {
    const { world, push, object, key } = await registered();
    const [pack] = object.packs;
    const [chunk] = pack?.locations.slice(3) ?? [];
    if (pack === undefined || chunk === undefined) throw new Error('there is a chunk');
    await overwrite(world, push, pack.path, flip(pack.bytes, chunk.offset));
    const { open } = await openKey(world, key);
    const at = pack.locations.slice(0, 3).reduce((sum, { rawBytes }) => sum + rawBytes, 0);
    expect(await collect(valueOf(await open({ first: 0, last: at - 1 })).body)).to.deep.equal(object.content.slice(0, at));
    for (const first of [at, at + chunk.rawBytes - 1]) {
      const body = valueOf(await open({ first, last: first })).body;
      expect(await faultOf(() => collect(body))).to.be.instanceOf(TreeFault);
    }
    const after = { first: at + chunk.rawBytes, last: at + chunk.rawBytes + 10 };
    expect(await collect(valueOf(await open(after)).body)).to.deep.equal(object.content.slice(after.first, after.last + 1));
    await overwrite(world, push, pack.path, pack.bytes);
  });

  it('holds the last bytes of a whole read back until the SHA-256 is right', async () => {
    const { world, push, object } = await registered();
    const maps = createMapList(object.manifest.bytes.byteLength);
    const manifest = { ...valueOf(await parseManifestInSlices(object.manifest.bytes, maps, () => Promise.resolve())), maps };
    const reader = createDownloadBudget(world.clock).enter('acme');
    if (reader === undefined) throw new Error('the first reader is let in');
    const reading = { reader, memory: createReadMemory() };
    const tree = { ...world.ports, namespace: push.repository.namespace };
    const given: Uint8Array[] = [];
    const fault = await faultOf(async () => {
      for await (const piece of readAssembled(tree, { ...manifest, oid: oidOf('another') }, reading)) given.push(piece);
    });
    expect(fault).to.be.instanceOf(TreeFault);
    const last = (object.maps.length - 1) * 11;
    expect(given.length).to.be.greaterThan(last - 1);
    expect(joinBytes(given).byteLength).to.be.lessThan(object.sizeBytes);
  });

  it('is refused at finalize when a bit has flipped in what nobody has verified yet', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const object = buildObject(Array.from({ length: 12 }, () => random.bytes(300)));
    await sendObject(world, push, object);
    for (const { path, bytes } of [...object.packs, ...object.maps]) {
      for (let round = 0; round < 25; round += 1) {
        await overwrite(world, push, path, flip(bytes, random.integer(bytes.byteLength)));
        expect(errorOf(await world.application.tree.finalize(push, { objects: [object] })).kind).to.equal('conflict');
      }
      await overwrite(world, push, path, bytes);
    }
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  });

  it('has a manifest that is too long to be kept for its reader, which is checked all the same before a byte of it is given', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const chunk = random.bytes(20);
    const object = buildObject(Array<Uint8Array>(800).fill(chunk), { chunksPerMap: 1 });
    const { path, bytes } = object.manifest;
    expect(bytes.byteLength).to.be.greaterThan(64 * KIB);
    for (const file of [...object.packs, ...object.maps.slice(0, 1), object.manifest]) await sendFile(world, push, file);
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
    const { state, open } = valueOf(await world.application.tree.read(push, path));
    expect(state).to.equal('verified');
    expect(await collect(valueOf(await open()).body)).to.deep.equal(bytes);
    const part = valueOf(await open({ first: 70_000, last: 70_009 }));
    expect(await collect(part.body)).to.deep.equal(bytes.slice(70_000, 70_010));
    await overwrite(world, push, frozenManifestPath(sha256Of(bytes)), flip(bytes, 70_000));
    expect(errorOf(await world.application.tree.read(push, path))).to.deep.equal({ kind: 'not_found', reason: 'damaged' });
  });

  it('answers unavailable while the store does not answer', async () => {
    const { world, key } = await registered();
    const blobs = createFaultyBlobStore(world.blobs);
    const { signedTransfers } = createApplication({ ...world.ports, blobs });
    blobs.failNext({ call: 'read', when: 'before' });
    expect(errorOf(await signedTransfers.open(grantSignedDownload(key)))).to.include({ kind: 'unavailable' });
  });

  it('is what LFS and downloads are sent to for an object in chunks', async () => {
    const { world, push, object, key } = await registered();
    const [download] = valueOf(await world.application.downloads.authorize(push, { oids: [object.oid] }));
    const [entry] = valueOf(await world.application.lfs.batchDownload(push, [object])).entries;
    const hrefs = [
      download && 'downloadUrl' in download ? download.downloadUrl : '',
      entry?.kind === 'download' ? entry.request.href : '',
    ];
    for (const href of hrefs) {
      const url = new URL(href);
      expect(url.pathname).to.equal(`/storage/${key}`);
      const query = Object.fromEntries(url.searchParams);
      const signed = valueOf(world.application.authorize.signedDownload(url.pathname.slice('/storage/'.length), query));
      const { open } = valueOf(await world.application.signedTransfers.open(signed));
      expect(await collect(valueOf(await open()).body)).to.deep.equal(object.content);
    }
  });
});
