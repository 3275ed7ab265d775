import type { Oid } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import {
  type ChunkLocation,
  type ChunkName,
  isContentName,
  manifestPath,
  type MapName,
  mapPath,
  type PackName,
  packPath,
  type TreePath,
} from '@svc/core/model';
import {
  createPackWriter,
  encodeChunkMap,
  encodeManifest,
  parseChunkMap,
  parseManifest,
  type ManifestMap,
} from '@svc/core/packs';
import { joined, oidOf } from './history-objects.js';

const codec = portableCodec();

export const nameOf = <Name extends ChunkName | PackName | MapName>(bytes: Uint8Array): Name => {
  const name = codec.blake3Hex(bytes);
  if (!isContentName<Name>(name)) throw new Error('invariant: a hash is a name');
  return name;
};

export interface TreeFileBytes {
  readonly path: TreePath;
  readonly bytes: Uint8Array;
}

/** An object as a client sends it that takes some chunks from where they are. */
export interface ChunkedObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** Packs of those chunks that are not found, then maps, then the manifest. */
  readonly files: readonly TreeFileBytes[];
}

const chunksPerPack = 2;
const chunksPerMap = 3;

export const chunkedObject = (chunks: readonly Uint8Array[], found: ReadonlyMap<ChunkName, ChunkLocation>): ChunkedObject => {
  const places = new Map(found);
  const fresh = [...new Map(chunks.map((chunk) => [nameOf<ChunkName>(chunk), chunk]))].filter(([name]) => !places.has(name));
  const files: TreeFileBytes[] = [];
  for (let at = 0; at < fresh.length; at += chunksPerPack) {
    const writer = createPackWriter();
    for (const [name, bytes] of fresh.slice(at, at + chunksPerPack)) {
      writer.add({ name, encoded: { encoding: 0, bytes }, rawBytes: bytes.byteLength });
    }
    const { parts, entries } = writer.finish();
    const bytes = joined(parts);
    const pack = nameOf<PackName>(bytes);
    for (const entry of entries) places.set(entry.name, { ...entry, pack });
    files.push({ path: packPath(pack), bytes });
  }
  const locations = chunks.map((chunk) => {
    const place = places.get(nameOf<ChunkName>(chunk));
    if (place === undefined) throw new Error('invariant: every chunk has a place');
    return place;
  });
  const maps: ManifestMap[] = [];
  for (let at = 0; at < locations.length; at += chunksPerMap) {
    const part = locations.slice(at, at + chunksPerMap);
    const bytes = encodeChunkMap(part);
    const name = nameOf<MapName>(bytes);
    const sizeBytes = part.reduce((sum, { rawBytes }) => sum + rawBytes, 0);
    maps.push({ name, sizeBytes, chunkCount: part.length });
    files.push({ path: mapPath(name), bytes });
  }
  const content = joined(chunks);
  const [oid, sizeBytes] = [oidOf(content), content.byteLength];
  files.push({ path: manifestPath(oid), bytes: encodeManifest({ oid, sizeBytes, profile: 'fastcdc-16k', maps }) });
  return { oid, sizeBytes, files };
};

export interface PlaceInPack {
  readonly path: TreePath;
  readonly offset: number;
  readonly storedBytes: number;
}

/** The bytes of an object of such chunks, by its manifest; `read` gives the bytes of a file. Also which files it is made of, and where its chunks lie in packs. */
export const contentOf = async (
  manifest: Uint8Array,
  read: (path: TreePath) => Promise<Uint8Array>,
): Promise<{
  readonly content: Uint8Array;
  readonly files: ReadonlySet<TreePath>;
  readonly places: readonly PlaceInPack[];
}> => {
  const places: PlaceInPack[] = [];
  const files = new Set<TreePath>();
  const pieces: Uint8Array[] = [];
  for (const { name } of parseManifest(manifest)._unsafeUnwrap().maps) {
    files.add(mapPath(name));
    for (const { pack, offset, storedBytes } of parseChunkMap(await read(mapPath(name)))._unsafeUnwrap()) {
      files.add(packPath(pack));
      places.push({ path: packPath(pack), offset, storedBytes });
      pieces.push((await read(packPath(pack))).slice(offset, offset + storedBytes));
    }
  }
  return { content: joined(pieces), files, places };
};
