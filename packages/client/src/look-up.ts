import type { Oid } from '@svc/core';
import { type ChunkEncoding, type ChunkLocation, type ChunkName, isContentName, type PackName } from '@svc/core/model';
import { count, fields, list, oid, type Reader } from './read-json.js';

/** What a look-up asks: at most 12,000 names, 1,000 sizes and 1,000 oids. */
export interface LookUp {
  readonly names?: readonly ChunkName[];
  readonly sizes?: readonly number[];
  readonly oids?: readonly Oid[];
}

export interface Found {
  /** Where those of the chunks lie that the repository has and has verified. */
  readonly chunks: ReadonlyMap<ChunkName, ChunkLocation>;
  /** Those of the sizes that some stored object has. */
  readonly knownSizes: ReadonlySet<number>;
  /** The sizes, in bytes, of those of the oids that are stored objects. */
  readonly objectSizes: ReadonlyMap<Oid, number>;
}

const packName: Reader<PackName> = (value) => (typeof value === 'string' && isContentName<PackName>(value) ? value : undefined);

const encodingOf = (value: number | undefined): ChunkEncoding | undefined =>
  value === 0 || value === 1 || value === 2 || value === 4 || value === 8 ? value : undefined;

/** One chunk: index in the request, index in `packs`, offset, stored length, raw length, encoding. */
const locationOf = (
  row: readonly number[],
  names: readonly ChunkName[],
  packs: readonly PackName[],
): ChunkLocation | undefined => {
  const [nameIndex, packIndex, offset, storedBytes, rawBytes, encodingNumber] = row;
  const name = names[nameIndex ?? -1];
  const pack = packs[packIndex ?? -1];
  const encoding = encodingOf(encodingNumber);
  if (name === undefined || pack === undefined || encoding === undefined) return undefined;
  if (offset === undefined || storedBytes === undefined || rawBytes === undefined) return undefined;
  return { name, pack, offset, storedBytes, rawBytes, encoding };
};

const objectSize: Reader<readonly [Oid, number]> = (json) => {
  const object = fields(json);
  const named = oid(object?.['oid']);
  const sizeBytes = count(object?.['size']);
  return named === undefined || sizeBytes === undefined ? undefined : [named, sizeBytes];
};

export const found =
  (names: readonly ChunkName[]): Reader<Found> =>
  (json) => {
    const answer = fields(json);
    const packs = list(packName)(answer?.['packs']);
    const rows = list(list(count))(answer?.['chunks']);
    const sizes = list(count)(answer?.['sizes']);
    const objects = list(objectSize)(answer?.['objects']);
    if (packs === undefined || rows === undefined || sizes === undefined || objects === undefined) return undefined;
    const locations = list((row: unknown) => locationOf(list(count)(row) ?? [], names, packs))(rows);
    if (locations === undefined) return undefined;
    const chunks = new Map(locations.map((location) => [location.name, location]));
    return { chunks, knownSizes: new Set(sizes), objectSizes: new Map(objects) };
  };
