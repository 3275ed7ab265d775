import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import type { Granted } from '../../../../src/access/grant.js';
import type { ChunkLocation } from '../../../../src/model/chunk-tree/chunk-location.js';
import { type MapName, mapPath, type PackName, packPath } from '../../../../src/model/values/index.js';
import {
  buildMap,
  buildObject,
  buildPack,
  type BuiltObject,
  nameOf,
  sendFile,
  type TreeFileBytes,
} from '../../../builders/tree.js';
import { bytesOf, createWorld, errorOf, valueOf, withRepository, type World } from '../../../builders/world.js';

interface Setting {
  readonly world: World;
  readonly push: Granted<'repository.push'>;
  readonly object: BuiltObject;
  readonly random: SeededRandom;
}

const entryBytes = 47;
const nameBytes = 32;
const headerBytes = 16;

const hexBytes = (name: string): Uint8Array => Uint8Array.from(name.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** What is sent instead of the honest files; every name is again that of its bytes, so that nothing but a verification can find out. */
interface Poison {
  readonly maps?: readonly Uint8Array[];
  readonly packs?: readonly TreeFileBytes[];
  readonly manifest?: (honest: string) => string;
}

const rawSums = (map: Uint8Array): { readonly sizeBytes: number; readonly chunkCount: number } => {
  const view = new DataView(map.buffer, map.byteOffset, map.byteLength);
  const first = headerBytes + view.getUint32(8, true) * nameBytes;
  let [sizeBytes, chunkCount] = [0, 0];
  for (let at = first; at + entryBytes <= map.byteLength; at += entryBytes) {
    sizeBytes += view.getUint32(at + nameBytes + 10, true);
    chunkCount += 1;
  }
  return { sizeBytes, chunkCount };
};

const manifestText = ({ oid, sizeBytes }: BuiltObject, maps: readonly Uint8Array[]): string =>
  JSON.stringify({
    version: 1,
    oid,
    size: sizeBytes,
    profile: 'fastcdc-16k',
    maps: maps.map((map) => {
      const sums = rawSums(map);
      return { name: nameOf<MapName>(map), size: sums.sizeBytes, chunks: sums.chunkCount };
    }),
  });

const mapsOf = ({ maps }: BuiltObject): Uint8Array[] => maps.map(({ bytes }) => bytes.slice());

/** Changes one entry of one map; `change` gets a view that begins with the entry. */
const withEntry =
  (change: (entry: DataView, setting: Setting, bytes: Uint8Array) => void) =>
  (setting: Setting): Poison => {
    const maps = mapsOf(setting.object);
    const map = setting.random.pick(maps);
    const view = new DataView(map.buffer);
    const first = headerBytes + view.getUint32(8, true) * nameBytes;
    const at = first + entryBytes * setting.random.integer(view.getUint32(12, true));
    change(new DataView(map.buffer, at, entryBytes), setting, map.subarray(at, at + entryBytes));
    return { maps };
  };

const withText = (pattern: RegExp | string, replacement: string) => (): Poison => ({
  manifest: (honest) => honest.replace(pattern, replacement),
});

/** An object whose first chunk lies in this pack, which is sent under its own right name. */
const withPack = (setting: Setting, bytes: Uint8Array): Poison => {
  const name = nameOf<PackName>(bytes);
  const [first] = setting.object.packs;
  const maps = mapsOf(setting.object).map((map) => {
    const found = map.findIndex(
      (_, at) => first !== undefined && hexBytes(first.name).every((byte, index) => map[at + index] === byte),
    );
    if (found >= 0) map.set(hexBytes(name), found);
    return map;
  });
  return { maps, packs: [{ path: packPath(name), bytes }] };
};

const changedPack =
  (change: (bytes: Uint8Array, view: DataView, random: SeededRandom) => void) =>
  (setting: Setting): Poison => {
    const bytes = setting.object.packs[0]?.bytes.slice() ?? new Uint8Array();
    change(bytes, new DataView(bytes.buffer), setting.random);
    return withPack(setting, bytes);
  };

const encodeLocations = (locations: readonly ChunkLocation[]): Uint8Array => buildMap(locations).bytes;
const locationsOf = ({ packs }: BuiltObject) => packs.flatMap((pack) => pack.locations);

const poisons: Readonly<Record<string, (setting: Setting) => Poison>> = {
  'a manifest of another version': withText('"version":1', '"version":2'),
  'a manifest with one member more': withText('{"version"', '{"extra":0,"version"'),
  'a manifest with a member twice': withText('"version":1', '"version":1,"version":1'),
  'a manifest without its size': withText(/"size":\d+,"profile"/, '"profile"'),
  'a manifest of another object': withText(/"oid":"./, '"oid":"g'),
  'a negative size': withText(/"size":/, '"size":-'),
  'a size beyond all numbers': withText(/"size":\d+/, '"size":1e400'),
  'a size in quotes': withText(/"size":(\d+)/, '"size":"$1"'),
  'a map with a negative size': withText(/,"size":(\d+),"chunks"/, ',"size":-$1,"chunks"'),
  'maps that cover more than the object': withText(/"size":(\d+),"chunks"/, '"size":9$1,"chunks"'),
  'a map with a thousand million chunks': withText(/"chunks":\d+/, '"chunks":1000000000'),
  'a map that is a path upwards': withText(/"name":"[0-9a-f]{64}"/, '"name":"../../../repositories/other/cas/chunks/maps/x"'),
  'a map that is an absolute key': withText(/"name":"[0-9a-f]{64}"/, '"name":"/etc/passwd"'),
  'a map that was never sent': withText(/"name":"[0-9a-f]{8}/, '"name":"00000000'),
  'an unknown profile': withText('fastcdc-16k', 'fastcdc-17k'),
  'a manifest that is cut off': () => ({ manifest: (honest) => honest.slice(0, -7) }),
  'a manifest of noise': ({ random }) => ({
    manifest: () => String.fromCharCode(...random.bytes(200).map((byte) => byte & 127)),
  }),
  'a map of noise': ({ random }) => ({ maps: [random.bytes(300)] }),
  'a map with an entry cut off': ({ object }) => ({ maps: mapsOf(object).map((map) => map.subarray(0, -1)) }),
  'a map that declares a thousand million entries': ({ object }) => ({
    maps: mapsOf(object).map((map) => {
      new DataView(map.buffer).setUint32(12, 1_000_000_000, true);
      return map;
    }),
  }),
  'overlapping ranges': withEntry((entry) => entry.setUint32(nameBytes + 2, entry.getUint32(nameBytes + 2, true) + 1, true)),
  'a range behind the end of the pack': withEntry((entry) => entry.setUint32(nameBytes + 2, 60 * 2 ** 20, true)),
  'a huge offset': withEntry((entry) => entry.setUint32(nameBytes + 2, 0xffffffff, true)),
  'an offset in the header': withEntry((entry) => entry.setUint32(nameBytes + 2, 3, true)),
  'a longer stored chunk': withEntry((entry) => entry.setUint32(nameBytes + 6, entry.getUint32(nameBytes + 6, true) + 1, true)),
  'an empty stored chunk': withEntry((entry) => entry.setUint32(nameBytes + 6, 0, true)),
  'a longer raw chunk': withEntry((entry) => entry.setUint32(nameBytes + 10, entry.getUint32(nameBytes + 10, true) + 1, true)),
  'a raw chunk of 4 GiB': withEntry((entry) => entry.setUint32(nameBytes + 10, 0xffffffff, true)),
  'another encoding': withEntry((entry) => entry.setUint8(nameBytes + 14, 1)),
  'an unknown encoding': withEntry((entry) => entry.setUint8(nameBytes + 14, 3)),
  'a pack that the map does not list': withEntry((entry) => entry.setUint16(nameBytes, 0xffff, true)),
  'a chunk under another name': withEntry((_, { random }, bytes) => bytes.set(random.bytes(nameBytes))),
  'chunks in another order': ({ object }) => ({ maps: [encodeLocations([...locationsOf(object)].reverse())] }),
  'a chunk too few': ({ object }) => ({ maps: [encodeLocations(locationsOf(object).slice(1))] }),
  'a chunk twice': ({ object }) => ({
    maps: [encodeLocations([...locationsOf(object).slice(1), ...locationsOf(object).slice(-1)])],
  }),
  'a pack that was never sent': ({ object, random }) => {
    const { locations } = buildPack([random.bytes(object.sizeBytes)]);
    return { maps: [encodeLocations(locations)] };
  },
  'a pack with a changed chunk under its own new name': changedPack((_bytes, view) => {
    view.setUint8(9, view.getUint8(9) ^ 1);
  }),
  'a pack with another magic': changedPack((_, view) => {
    view.setUint8(0, 0);
  }),
  'a pack that declares too many chunks': changedPack((bytes, view) => {
    view.setUint32(bytes.byteLength - 20, 1_000_000_000, true);
  }),
  'a pack whose index lies about a name': changedPack((bytes, _, random) => {
    bytes.set(random.bytes(nameBytes), bytes.byteLength - 20 - 41);
  }),
  'a pack whose index lies about a length': changedPack((bytes, view) => {
    const at = bytes.byteLength - 20 - 41 + nameBytes;
    view.setUint32(at, view.getUint32(at, true) + 1, true);
  }),
  'a pack that is cut off': ({ object, ...setting }) =>
    withPack({ object, ...setting }, object.packs[0]?.bytes.slice(0, -1) ?? new Uint8Array()),
  'a pack of noise': ({ random, ...setting }) => withPack({ random, ...setting }, random.bytes(500)),
};

const seed = 20261121;

describe(`finalize of poisoned manifests (seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  for (const [title, poison] of Object.entries(poisons)) {
    it(`refuses ${title}`, async () => {
      const world = createWorld();
      const { push } = await withRepository(world);
      for (let round = 0; round < 5; round += 1) {
        const chunks = Array.from({ length: 6 }, () => random.bytes(40 + random.integer(60)));
        const object = buildObject(chunks, { chunksPerPack: 4, chunksPerMap: 3 });
        const { maps, packs = [], manifest = (honest: string) => honest } = poison({ world, push, object, random });
        for (const file of [...object.packs, ...packs]) await sendFile(world, push, file);
        const sent = maps ?? mapsOf(object);
        for (const bytes of sent) await sendFile(world, push, { path: mapPath(nameOf<MapName>(bytes)), bytes });
        const text = manifest(manifestText(object, sent));
        expect(text === manifestText(object, mapsOf(object)), 'something is poisoned').to.equal(false);
        await sendFile(world, push, { path: object.manifest.path, bytes: bytesOf(text) });
        const refusal = errorOf(await world.application.tree.finalize(push, { objects: [object] }));
        expect(refusal.kind).to.equal('conflict');
        const list = valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 10 } }));
        expect(list.items).to.deep.equal([]);
        expect(valueOf(await world.application.repositories.get(push)).generation).to.equal(0);
      }
    });
  }

  it('accepts the same files unchanged', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const object = buildObject([random.bytes(50), random.bytes(60)], { chunksPerPack: 1 });
    for (const file of [...object.packs, ...object.maps]) await sendFile(world, push, file);
    await sendFile(world, push, { path: object.manifest.path, bytes: bytesOf(manifestText(object, mapsOf(object))) });
    valueOf(await world.application.tree.finalize(push, { objects: [object] }));
  });
});
