import type { Oid } from '@svc/core';
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
import { createPackWriter, encodeChunkMap, encodeManifest } from '@svc/core/packs';
import type { ChunkCodec } from '@svc/core/ports';

/** A file of a chunk tree. */
export interface TreeFile {
  readonly path: TreePath;
  readonly bytes: Uint8Array;
}

/** An object in chunks: what it is asked for by, and the files that have to be sent for it, the manifest last. */
export interface TreeObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly files: readonly TreeFile[];
}

export interface Repetition {
  /** Nothing looks at whether it is true until the whole has been read. */
  readonly oid: Oid;
  /** Of one length, up to 1 MiB, which go into one pack. */
  readonly chunks: readonly Uint8Array[];
  /** How many chunks each chunk map has, 1 to 4,096: all of them in turns, from the first one on. Maps of one length are one file. */
  readonly segments: readonly number[];
}

const nameOf = <Name extends ChunkName | PackName | MapName>(codec: ChunkCodec, bytes: Uint8Array): Name => {
  const name = codec.blake3Hex(bytes);
  if (!isContentName<Name>(name)) throw new Error(`${name} is no name`);
  return name;
};

interface Packed {
  readonly file: TreeFile;
  readonly locations: readonly ChunkLocation[];
}

const packOf = (codec: ChunkCodec, chunks: readonly Uint8Array[]): Packed => {
  const writer = createPackWriter();
  for (const chunk of chunks) {
    writer.add({ name: nameOf<ChunkName>(codec, chunk), encoded: codec.encode(chunk), rawBytes: chunk.byteLength });
  }
  const { parts, entries } = writer.finish();
  const bytes = Buffer.concat(parts);
  const pack = nameOf<PackName>(codec, bytes);
  return { file: { path: packPath(pack), bytes }, locations: entries.map((entry) => ({ ...entry, pack })) };
};

const inTurns = <T>(items: readonly T[], count: number): readonly T[] =>
  Array.from({ length: Math.ceil(count / items.length) }, () => items)
    .flat()
    .slice(0, count);

/** An object that repeats its chunks: as large as may be, and a few kilobytes to send. */
export const repeatedObject = (codec: ChunkCodec, { oid, chunks, segments }: Repetition): TreeObject => {
  const { file: pack, locations } = packOf(codec, chunks);
  const maps = new Map(
    [...new Set(segments)].map((length) => {
      const bytes = encodeChunkMap(inTurns(locations, length));
      return [length, { name: nameOf<MapName>(codec, bytes), bytes }] as const;
    }),
  );
  const chunkBytes = chunks[0]?.byteLength ?? 0;
  const entries = segments.map((chunkCount) => {
    const map = maps.get(chunkCount);
    if (map === undefined) throw new Error('invariant: each length has a map');
    return { name: map.name, sizeBytes: chunkCount * chunkBytes, chunkCount };
  });
  const sizeBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  const manifest = encodeManifest({ oid, sizeBytes, profile: 'fixed-1m', maps: entries });
  const mapFiles = [...maps.values()].map(({ name, bytes }) => ({ path: mapPath(name), bytes }));
  return { oid, sizeBytes, files: [pack, ...mapFiles, { path: manifestPath(oid), bytes: manifest }] };
};
