import { isOid } from '@svc/core';
import { type ChunkLocation, type ChunkName, isContentName, type MapName, type PackName } from '@svc/core/model';
import type { ChunkCodec } from '@svc/core/ports';
import { createChunker, profileForSize, type ProfileName, profiles } from '@svc/core/chunking';
import { createPackWriter, createSegmenter, encodeChunkMap, encodeManifest, type PackChunk } from '@svc/core/packs';
import { objectOf, type TestObject } from '../client/test-object.js';

/** A file of a chunk tree. */
export interface TreeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** An object with the files that its chunk tree consists of, made the way an agent makes them, by hand. */
export interface TreeObject extends TestObject {
  readonly packs: readonly TreeFile[];
  readonly maps: readonly TreeFile[];
  readonly manifest: TreeFile;
  readonly chunks: readonly ChunkLocation[];
}

const nameOf = <Name extends ChunkName | PackName | MapName>(codec: ChunkCodec, bytes: Uint8Array): Name => {
  const name = codec.blake3Hex(bytes);
  if (!isContentName<Name>(name)) throw new Error(`${name} is no name`);
  return name;
};

/** Packs hold `packBytes` or a little less, so that even a small object has several. */
const packed = (codec: ChunkCodec, chunks: readonly PackChunk[], packBytes: number) => {
  const packs: TreeFile[] = [];
  const places = new Map<ChunkName, ChunkLocation>();
  let writer = createPackWriter();
  const close = (): void => {
    const { parts, entries } = writer.finish();
    const bytes = Buffer.concat(parts);
    const pack = nameOf<PackName>(codec, bytes);
    packs.push({ path: `chunks/packs/${pack}`, bytes });
    for (const entry of entries) places.set(entry.name, { ...entry, pack });
    writer = createPackWriter();
  };
  for (const chunk of new Map(chunks.map((one) => [one.name, one])).values()) {
    if (writer.chunkCount > 0 && writer.sizeBytes + chunk.encoded.bytes.byteLength > packBytes) close();
    writer.add(chunk);
  }
  if (writer.chunkCount > 0) close();
  return { packs, places };
};

/** The chunk map of a segment, and what a manifest says of it. */
export const mapOf = (codec: ChunkCodec, segment: readonly ChunkLocation[]) => {
  const bytes = encodeChunkMap(segment);
  const name = nameOf<MapName>(codec, bytes);
  const sizeBytes = segment.reduce((sum, { rawBytes }) => sum + rawBytes, 0);
  return { entry: { name, sizeBytes, chunkCount: segment.length }, file: { path: `chunks/maps/${name}`, bytes } };
};

const mapsOf = (codec: ChunkCodec, chunks: readonly ChunkLocation[]) => {
  const segmenter = createSegmenter();
  const segments = chunks.flatMap((chunk) => {
    const segment = segmenter.push(chunk);
    return segment === undefined ? [] : [segment];
  });
  const last = segmenter.finish();
  return [...segments, ...(last === undefined ? [] : [last])].map((segment) => mapOf(codec, segment));
};

export const treeObjectOf = (
  codec: ChunkCodec,
  content: Buffer,
  packBytes = 1024 * 1024,
  profileName: ProfileName = profileForSize(content.byteLength).name,
): TreeObject => {
  const object = objectOf(content);
  const profile = profiles[profileName];
  const chunker = createChunker(profile);
  const chunks = [...chunker.push(content), ...chunker.finish()].map((chunk) => ({
    name: nameOf<ChunkName>(codec, chunk),
    encoded: codec.encode(chunk),
    rawBytes: chunk.byteLength,
  }));
  const { packs, places } = packed(codec, chunks, packBytes);
  const locations = chunks.flatMap(({ name }) => places.get(name) ?? []);
  const maps = mapsOf(codec, locations);
  const { oid, size } = object;
  if (!isOid(oid)) throw new Error(`${oid} is no oid`);
  const manifest = encodeManifest({ oid, sizeBytes: size, profile: profile.name, maps: maps.map(({ entry }) => entry) });
  return {
    ...object,
    packs,
    maps: maps.map(({ file }) => file),
    manifest: { path: `assets/${oid}/manifest.json`, bytes: manifest },
    chunks: locations,
  };
};
