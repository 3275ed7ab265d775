import type { Oid } from '@svc/core';
import type { ChunkEncoding, ChunkLocation, ChunkName, PackName } from '@svc/core/model';
import { err, ok, Result } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';
import type { ApiSchema } from './api-operations.js';
import { readOid, readPackName } from './read-names.js';

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

type Answer = ApiSchema<'tree.lookUp.200'>;

const encodingOf = (value: number): ChunkEncoding | undefined =>
  value === 0 || value === 1 || value === 2 || value === 4 || value === 8 ? value : undefined;

/** One chunk: index in the request, index in `packs`, offset, stored length, raw length, encoding. */
const locationOf = (
  [nameIndex, packIndex, offset, storedBytes, rawBytes, encodingNumber]: Answer['chunks'][number],
  names: readonly ChunkName[],
  packs: readonly PackName[],
): ChunkLocation | undefined => {
  const name = names[nameIndex];
  const pack = packs[packIndex];
  const encoding = encodingOf(encodingNumber);
  if (name === undefined || pack === undefined || encoding === undefined) return undefined;
  return { name, pack, offset, storedBytes, rawBytes, encoding };
};

const chunksOf = (
  rows: Answer['chunks'],
  names: readonly ChunkName[],
  packs: readonly PackName[],
): Result<Found['chunks'], ApiError> => {
  const chunks = new Map<ChunkName, ChunkLocation>();
  for (const row of rows) {
    const location = locationOf(row, names, packs);
    if (location === undefined) return err(malformedAnswer('chunk'));
    chunks.set(location.name, location);
  }
  return ok(chunks);
};

/** The answer to a look-up of these names. */
export const foundOf = (names: readonly ChunkName[], { packs, chunks, sizes, objects }: Answer): Result<Found, ApiError> =>
  Result.combine([
    Result.combine(packs.map(readPackName)).andThen((packNames) => chunksOf(chunks, names, packNames)),
    Result.combine(objects.map(({ oid, size }) => readOid(oid).map((named) => [named, size] as const))),
  ]).map(([located, objectSizes]) => ({
    chunks: located,
    knownSizes: new Set(sizes),
    objectSizes: new Map(objectSizes),
  }));
