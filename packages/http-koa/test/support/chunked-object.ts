import { isOid } from '@svc/core';
import { type ChunkLocation, type ChunkName, isContentName, type MapName, type PackName } from '@svc/core/model';
import { portableCodec } from '@svc/core/chunking';
import { createPackWriter, encodeChunkMap, encodeManifest } from '@svc/core/packs';
import { sha256 } from './world.js';

const codec = portableCodec();

const nameOf = <Name extends ChunkName | PackName | MapName>(bytes: Uint8Array): Name => {
  const name = codec.blake3Hex(bytes);
  if (!isContentName<Name>(name)) throw new Error(`${name} is no name`);
  return name;
};

/** A file of a chunk tree, on its way there. */
export interface TreeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** An object in chunks of one size, all in one pack under one map, ready to be sent file by file. */
export interface ChunkedObject {
  readonly oid: string;
  readonly size: number;
  readonly chunkNames: readonly string[];
  readonly pack: TreeFile;
  readonly map: TreeFile;
  readonly manifest: TreeFile;
}

/** `packBytes` stand in the place of the pack, under the name that is theirs. */
export const chunkedObject = (bytes: Uint8Array, chunkBytes = 1024, packBytes?: Uint8Array): ChunkedObject => {
  const chunks = Array.from({ length: Math.ceil(bytes.byteLength / chunkBytes) }, (_, at) => {
    const chunk = bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes);
    return { name: nameOf<ChunkName>(chunk), chunk };
  });
  const writer = createPackWriter();
  const distinct = new Map(chunks.map(({ name, chunk }) => [name, chunk]));
  for (const [name, chunk] of distinct) writer.add({ name, encoded: codec.encode(chunk), rawBytes: chunk.byteLength });
  const finished = writer.finish();
  const pack = packBytes ?? Buffer.concat(finished.parts);
  const packName = nameOf<PackName>(pack);
  const places = new Map(finished.entries.map((entry): [string, ChunkLocation] => [entry.name, { ...entry, pack: packName }]));
  const map = encodeChunkMap(chunks.flatMap(({ name }) => places.get(name) ?? []));
  const mapName = nameOf<MapName>(map);
  const [oid, size] = [sha256(bytes), bytes.byteLength];
  if (!isOid(oid)) throw new Error(`${oid} is no oid`);
  const maps = [{ name: mapName, sizeBytes: size, chunkCount: chunks.length }];
  return {
    oid,
    size,
    chunkNames: chunks.map(({ name }) => name),
    pack: { path: `chunks/packs/${packName}`, bytes: pack },
    map: { path: `chunks/maps/${mapName}`, bytes: map },
    manifest: {
      path: `assets/${oid}/manifest.json`,
      bytes: encodeManifest({ oid, sizeBytes: size, profile: 'fixed-256k', maps }),
    },
  };
};
