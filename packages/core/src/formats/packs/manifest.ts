import { invariant } from '../../model/app-error.js';
import { isByteCount, type MapName, type Oid } from '../../model/values/index.js';
import { maxChunkBytes, type ProfileName } from '../chunking/profile.js';
import { maxManifestMaps, maxMapEntries } from './limits.js';

/** One chunk map of an object: which, and how much of the object it covers. */
export interface ManifestMap {
  readonly name: MapName;
  readonly sizeBytes: number;
  readonly chunkCount: number;
}

/** How an object is put together: its chunk maps one after the other. An empty object has none. */
export interface Manifest {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** What the object was cut with: a hint for the client that stores its next version. */
  readonly profile: ProfileName;
  readonly maps: readonly ManifestMap[];
}

export const manifestVersion = 1;

/** Whether chunks of 1 byte to 1 MiB can make up so many bytes. */
export const isMapSize = (sizeBytes: number, chunkCount: number): boolean =>
  sizeBytes >= chunkCount && sizeBytes <= chunkCount * maxChunkBytes;

export const isMapChunkCount = (chunkCount: number): boolean => chunkCount >= 1 && chunkCount <= maxMapEntries;

const addsUp = ({ sizeBytes, maps }: Pick<Manifest, 'sizeBytes' | 'maps'>): boolean =>
  maps.reduce((sum, map) => sum + map.sizeBytes, 0) === sizeBytes;

/** The canonical manifest file (docs/formats.md). */
export const encodeManifest = (manifest: Manifest): Uint8Array => {
  const { oid, sizeBytes, profile, maps } = manifest;
  invariant(isByteCount(sizeBytes), 'the size of an object is a number of bytes');
  invariant(maps.length <= maxManifestMaps, 'a manifest has at most 120,000 maps');
  invariant(addsUp(manifest), 'the maps of a manifest cover the object');
  const entries = maps.map(({ name, sizeBytes: size, chunkCount: chunks }) => {
    invariant(isMapChunkCount(chunks) && isMapSize(size, chunks), 'a map of a manifest can have so many bytes and chunks');
    return { name, size, chunks };
  });
  return new TextEncoder().encode(JSON.stringify({ version: manifestVersion, oid, size: sizeBytes, profile, maps: entries }));
};
