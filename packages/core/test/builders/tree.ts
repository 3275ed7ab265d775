import { nodeHasher } from '@svc/hasher-node';
import type { Granted } from '../../src/access/grant.js';
import { createPackWriter, encodeChunkMap, encodeManifest } from '../../src/formats/packs/index.js';
import { occupiedBytes } from '../../src/model/chunk-tree/tree-file.js';
import type { ChunkLocation } from '../../src/model/chunk-tree/chunk-location.js';
import {
  type ChunkName,
  isContentName,
  manifestPath,
  type MapName,
  mapPath,
  type Oid,
  type PackName,
  packPath,
  treeKey,
  type TreePath,
  trusted,
} from '../../src/model/values/index.js';
import { plainCodec } from './plain-codec.js';
import { valueOf, type World } from './world.js';

const names = new WeakMap<Uint8Array, string>();

/** Remembered for each array, which must not change afterwards. */
export const nameOf = <Name extends ChunkName | PackName | MapName>(bytes: Uint8Array): Name => {
  const name = names.get(bytes) ?? plainCodec.blake3Hex(bytes);
  names.set(bytes, name);
  if (!isContentName<Name>(name)) throw new Error('a hash is a name');
  return name;
};

export const sha256Of = (bytes: Uint8Array): string => {
  const hash = nodeHasher.sha256();
  hash.update(bytes);
  return hash.digestHex();
};

export const joinBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
};

export interface TreeFileBytes {
  readonly path: TreePath;
  readonly bytes: Uint8Array;
}

export interface BuiltPack extends TreeFileBytes {
  readonly name: PackName;
  readonly locations: readonly ChunkLocation[];
}

/** A pack of these chunks, each once, stored as they are. */
export const buildPack = (chunks: readonly Uint8Array[]): BuiltPack => {
  const writer = createPackWriter();
  const known = new Set<ChunkName>();
  for (const bytes of chunks) {
    const name = nameOf<ChunkName>(bytes);
    if (known.has(name)) continue;
    known.add(name);
    writer.add({ name, encoded: { encoding: 0, bytes }, rawBytes: bytes.byteLength });
  }
  const { parts, entries } = writer.finish();
  const bytes = joinBytes(parts);
  const name = nameOf<PackName>(bytes);
  return { path: packPath(name), bytes, name, locations: entries.map((entry) => ({ ...entry, pack: name })) };
};

export interface BuiltObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly content: Uint8Array;
  readonly packs: readonly BuiltPack[];
  readonly maps: readonly TreeFileBytes[];
  readonly manifest: TreeFileBytes;
}

export const buildMap = (locations: readonly ChunkLocation[]) => {
  const bytes = encodeChunkMap(locations);
  const name = nameOf<MapName>(bytes);
  const sizeBytes = locations.reduce((sum, { rawBytes }) => sum + rawBytes, 0);
  return { path: mapPath(name), bytes, entry: { name, sizeBytes, chunkCount: locations.length } };
};

interface BuildOptions {
  readonly chunksPerPack?: number;
  readonly chunksPerMap?: number;
  /** Packs that need not be built again. */
  readonly present?: readonly BuiltPack[];
}

/** An object of these chunks in this order. */
export const buildObject = (
  chunks: readonly Uint8Array[],
  { chunksPerPack = 8, chunksPerMap = 5, present = [] }: BuildOptions = {},
): BuiltObject => {
  const content = joinBytes(chunks);
  const oid = trusted<Oid>(sha256Of(content));
  const places = new Map(present.flatMap(({ locations }) => locations).map((location) => [location.name, location]));
  const fresh = [...new Map(chunks.map((chunk) => [nameOf<ChunkName>(chunk), chunk]))].filter(([name]) => !places.has(name));
  const packs: BuiltPack[] = [];
  for (let at = 0; at < fresh.length; at += chunksPerPack) {
    const pack = buildPack(fresh.slice(at, at + chunksPerPack).map(([, chunk]) => chunk));
    packs.push(pack);
    for (const location of pack.locations) places.set(location.name, location);
  }
  const locations = chunks.map((chunk) => {
    const location = places.get(nameOf<ChunkName>(chunk));
    if (location === undefined) throw new Error('every chunk has a place');
    return location;
  });
  const maps = [];
  for (let at = 0; at < locations.length; at += chunksPerMap) maps.push(buildMap(locations.slice(at, at + chunksPerMap)));
  const sizeBytes = content.byteLength;
  const manifest = encodeManifest({ oid, sizeBytes, profile: 'fastcdc-16k', maps: maps.map(({ entry }) => entry) });
  return { oid, sizeBytes, content, packs, maps, manifest: { path: manifestPath(oid), bytes: manifest } };
};

async function* inPieces(bytes: Uint8Array, pieceBytes = 1000): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield await Promise.resolve(bytes.slice(at, at + pieceBytes));
}

export const bodyOf = (bytes: Uint8Array) => ({ declaredBytes: bytes.byteLength, bytes: inPieces(bytes) });

type Push = Granted<'repository.push'>;

export const sendFile = async (world: World, push: Push, { path, bytes }: TreeFileBytes): Promise<void> => {
  valueOf(await world.application.tree.receive(push, path, bodyOf(bytes)));
};

/** Sends every file of the object, the manifest last. */
export const sendObject = async (world: World, push: Push, { packs, maps, manifest }: BuiltObject): Promise<void> => {
  for (const file of [...packs, ...maps, manifest]) await sendFile(world, push, file);
};

export const collect = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece.slice());
  return joinBytes(pieces);
};

export const readFile = async (world: World, push: Push, path: TreePath): Promise<Uint8Array> => {
  const opened = valueOf(await world.application.tree.read(push, path));
  return collect(valueOf(await opened.open()).body);
};

/** Puts bytes into the store behind the service's back. */
export const overwrite = async (world: World, push: Push, path: TreePath, bytes: Uint8Array): Promise<void> => {
  const key = treeKey(push.repository.namespace, path);
  valueOf(await world.blobs.write(key, inPieces(bytes), bytes.byteLength));
};

/** Everything that the repository's tree occupies in the store. */
export const storedTreeBytes = async (world: World, push: Push): Promise<number> => {
  let sum = 0;
  for await (const { key, sizeBytes } of world.blobs.list(trusted(push.repository.namespace))) {
    if (key.startsWith(`${push.repository.namespace}/cas/`)) sum += occupiedBytes(sizeBytes);
  }
  return sum;
};
