import { invariant, type Oid } from '@svc/core';

interface SizesRow {
  /** What the dialect's `pairs` made of the positions in the list that was asked for and the sizes. */
  readonly sizes: string;
}

type Pair = readonly [number, number];

const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'number' && typeof value[1] === 'number';

/** What a look-up of sizes found, by the oids that it was asked for: the database need not send them back. */
export const sizesByOid = (oids: readonly Oid[], [row]: readonly SizesRow[]): ReadonlyMap<Oid, number> => {
  const pairs: unknown = JSON.parse(row?.sizes ?? '[]');
  invariant(Array.isArray(pairs), 'sizes come as an array');
  const sizes = new Map<Oid, number>();
  for (const pair of pairs) {
    invariant(isPair(pair), 'a size comes with a position');
    const [position, sizeBytes] = pair;
    const oid = oids[position];
    if (oid !== undefined) sizes.set(oid, sizeBytes);
  }
  return sizes;
};
