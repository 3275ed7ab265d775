import { invariant } from '../../model/app-error.js';
import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { PackName } from '../../model/values/index.js';
import { writeName } from './binary-name.js';
import { chunkProblemOf } from './chunk-form.js';
import { chunkMapMagic, viewOf } from './layout.js';
import {
  mapEntryBytes,
  mapHeaderBytes,
  maxMapEntries,
  maxPackBytes,
  nameBytes,
  packEntryBytes,
  packFooterBytes,
  packHeaderBytes,
} from './limits.js';

/** Whether a chunk can lie there in some pack: behind the header and before the shortest index. */
export const liesInPack = (offset: number, storedBytes: number): boolean =>
  offset >= packHeaderBytes && offset + storedBytes <= maxPackBytes - packEntryBytes - packFooterBytes;

const packsInOrderOfUse = (locations: readonly ChunkLocation[]): ReadonlyMap<PackName, number> => {
  const packs = new Map<PackName, number>();
  for (const { pack } of locations) if (!packs.has(pack)) packs.set(pack, packs.size);
  return packs;
};

/**
 * The chunk map file (docs/formats.md) of a segment of 1 to `maxMapEntries` chunks in the order of the object. Its name is the BLAKE3-256 of these bytes;
 * they follow from the locations alone, so the same segment has the same name in every object and version.
 */
export const encodeChunkMap = (locations: readonly ChunkLocation[]): Uint8Array => {
  invariant(locations.length >= 1 && locations.length <= maxMapEntries, 'a segment holds 1 to 4,096 chunks');
  const packs = packsInOrderOfUse(locations);
  const entriesAt = mapHeaderBytes + packs.size * nameBytes;
  const file = new Uint8Array(entriesAt + locations.length * mapEntryBytes);
  const view = viewOf(file);
  file.set(chunkMapMagic);
  view.setUint32(8, packs.size, true);
  view.setUint32(12, locations.length, true);
  for (const [pack, number] of packs) writeName(pack, file, mapHeaderBytes + number * nameBytes);
  locations.forEach(({ name, pack, offset, storedBytes, rawBytes, encoding }, position) => {
    invariant(chunkProblemOf(storedBytes, rawBytes, encoding) === undefined, 'a chunk of a map is well encoded');
    invariant(liesInPack(offset, storedBytes), 'a chunk of a map lies inside a pack');
    const at = entriesAt + position * mapEntryBytes;
    writeName(name, file, at);
    view.setUint16(at + nameBytes, packs.get(pack) ?? 0, true);
    view.setUint32(at + nameBytes + 2, offset, true);
    view.setUint32(at + nameBytes + 6, storedBytes, true);
    view.setUint32(at + nameBytes + 10, rawBytes, true);
    file[at + nameBytes + 14] = encoding;
  });
  return file;
};
