import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { createApplication } from '../../../../src/application.js';
import { encodeManifest, type Manifest } from '../../../../src/formats/packs/index.js';
import { unavailable } from '../../../../src/model/app-error.js';
import { type MapName, mapPath, type PackName, packPath, treeKey } from '../../../../src/model/values/index.js';
import type { BlobStore } from '../../../../src/ports/index.js';
import {
  buildMap,
  buildObject,
  type BuiltObject,
  nameOf,
  overwrite,
  sendFile,
  sendObject,
  type TreeFileBytes,
} from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository } from '../../../builders/world.js';

const chunks = ['one', 'two', 'three'].map((text) => bytesOf(text));
const object = buildObject(chunks);
const { oid, sizeBytes } = object;
const [pack = expect.fail('a pack')] = object.packs;
const [map = expect.fail('a map')] = object.maps;

const changed = (bytes: Uint8Array, at: number): Uint8Array => {
  const copy = bytes.slice();
  const place = at < 0 ? copy.byteLength + at : at;
  copy[place] = (copy[place] ?? 0) ^ 1;
  return copy;
};

const manifestOf = (maps: Manifest['maps']): TreeFileBytes => ({
  path: object.manifest.path,
  bytes: encodeManifest({ oid, sizeBytes, profile: 'fastcdc-16k', maps }),
});

/** The object by way of these bytes of its pack, under the name that they hash to. */
const byPack = (bytes: Uint8Array): BuiltObject => {
  const name = nameOf<PackName>(bytes);
  const built = buildMap(pack.locations.map((location) => ({ ...location, pack: name })));
  const packs = [{ ...pack, path: packPath(name), name, bytes }];
  return { ...object, packs, maps: [built], manifest: manifestOf([built.entry]) };
};

const entry = buildMap(pack.locations).entry;

/** The object by way of these bytes of its map. */
const byMap = (bytes: Uint8Array): BuiltObject => {
  const name = nameOf<MapName>(bytes);
  return { ...object, maps: [{ path: mapPath(name), bytes }], manifest: manifestOf([{ ...entry, name }]) };
};

const byManifest = (manifest: Uint8Array): BuiltObject => ({ ...object, manifest: { ...object.manifest, bytes: manifest } });

const setUp = async (sent: BuiltObject = object) => {
  const world = createWorld();
  const { push, repository } = await withRepository(world);
  const { tree } = world.application;
  await sendObject(world, push, sent);
  const finalize = () => tree.finalize(push, { objects: [{ oid, sizeBytes }] });
  const notedFiles = async () =>
    valueOf(await world.unitOfWork.read(({ damage }) => damage.list(repository.id, undefined, 10))).map(({ of }) => of);
  return { world, push, repository, tree, finalize, notedFiles };
};

describe('explainFault', () => {
  for (const [problem, bytes] of [
    ['wrong_magic', changed(pack.bytes, 0)],
    ['wrong_end_magic', changed(pack.bytes, -1)],
    ['wrong_chunk', changed(pack.bytes, 8)],
    ['too_short', pack.bytes.slice(0, 69)],
  ] as const) {
    it(`says what is wrong with a pack that was made so: ${problem}; sending it again is in vain, and nothing is noted`, async () => {
      const sent = byPack(bytes);
      const { world, push, finalize, notedFiles } = await setUp(sent);
      const name = nameOf<PackName>(bytes);
      for (let round = 0; round < 2; round += 1) {
        expect(errorOf(await finalize())).to.deep.equal({ kind: 'conflict', reason: 'pack_invalid', oid, pack: name, problem });
        await sendFile(world, push, sent.packs[0] ?? pack);
      }
      expect(await notedFiles()).to.deep.equal([]);
    });
  }

  for (const at of [0, 8, -30, -1]) {
    it(`calls a pack damaged that has changed in the store, at byte ${at}; the same bytes heal it`, async () => {
      const { world, push, finalize, notedFiles } = await setUp();
      await overwrite(world, push, pack.path, changed(pack.bytes, at));
      const damaged = { kind: 'conflict', reason: 'pack_invalid', oid, pack: pack.name, problem: 'damaged' };
      for (let round = 0; round < 2; round += 1) expect(errorOf(await finalize())).to.deep.equal(damaged);
      expect(await notedFiles()).to.deep.equal([{ kind: 'file', path: pack.path }]);
      await sendFile(world, push, pack);
      expect(await notedFiles()).to.deep.equal([]);
      expect(valueOf(await finalize()).objects).to.equal(1);
    });
  }

  const shorter = buildObject(['a', 'b', 'c'].map((text) => bytesOf(text)));
  const [shorterPack = pack] = shorter.packs;
  const elsewhere = buildMap(pack.locations.map((location) => ({ ...location, offset: location.offset + 1 })));
  for (const [problem, sent] of [
    ['wrong_magic', byMap(changed(map.bytes, 0))],
    ['wrong_pack_count', byMap(changed(map.bytes, 8))],
    ['malformed', byManifest(bytesOf('none'))],
    ['wrong_oid', byManifest(buildObject([bytesOf('another')]).manifest.bytes)],
    ['wrong_map_chunks', { ...object, manifest: manifestOf([{ ...entry, chunkCount: 2 }]) }],
    ['wrong_map_size', { ...shorter, manifest: manifestOf([{ ...buildMap(shorterPack.locations).entry, sizeBytes }]) }],
  ] as const) {
    it(`says what is wrong with a map or a manifest: ${problem}`, async () => {
      const { finalize, notedFiles } = await setUp(sent);
      expect(errorOf(await finalize())).to.deep.equal({ kind: 'conflict', reason: 'manifest_invalid', oid, problem });
      expect(await notedFiles()).to.deep.equal([]);
    });
  }

  it('names the pack that has no such chunk at the place that a map names', async () => {
    const { finalize } = await setUp({ ...object, maps: [elsewhere], manifest: manifestOf([elsewhere.entry]) });
    const refused = { kind: 'conflict', reason: 'manifest_invalid', oid, pack: pack.name, problem: 'chunk_not_there' };
    expect(errorOf(await finalize())).to.deep.equal(refused);
  });

  it('calls a chunk map damaged that has changed in the store; the same bytes heal it', async () => {
    const { world, push, finalize, notedFiles } = await setUp();
    await overwrite(world, push, map.path, changed(map.bytes, 30));
    expect(errorOf(await finalize())).to.deep.equal({ kind: 'conflict', reason: 'manifest_invalid', oid, problem: 'damaged' });
    expect(await notedFiles()).to.deep.equal([{ kind: 'file', path: map.path }]);
    await sendFile(world, push, map);
    expect(valueOf(await finalize()).objects).to.equal(1);
  });

  it('is unavailable when the store does not say whether the pack is damaged', async () => {
    const { world, push, repository } = await setUp();
    await overwrite(world, push, pack.path, changed(pack.bytes, -1));
    const key = treeKey(repository.namespace, pack.path);
    const read: BlobStore['read'] = (at, span) =>
      at === key && span === undefined ? errAsync(unavailable('storage')) : world.blobs.read(at, span);
    const { tree } = createApplication({ ...world.ports, blobs: { ...world.blobs, read } });
    expect(errorOf(await tree.finalize(push, { objects: [{ oid, sizeBytes }] }))).to.deep.equal(unavailable('storage'));
  });
});
