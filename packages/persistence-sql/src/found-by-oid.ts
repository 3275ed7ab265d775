import { invariant, type ObjectLayout, type Oid } from '@svc/core';

interface FoundRow {
  /** What the dialect's `jsonRows` made: for each row the position in the list that was asked for, then what was found. */
  readonly found: string;
}

/** What a look-up found, by the oids that it was asked for: the database need not send them back. */
const foundByOid = <T>(
  oids: readonly Oid[],
  [row]: readonly FoundRow[],
  valueOf: (columns: readonly unknown[]) => T,
): ReadonlyMap<Oid, T> => {
  const rows: unknown = JSON.parse(row?.found ?? '[]');
  invariant(Array.isArray(rows), 'what was found comes as an array');
  const found = new Map<Oid, T>();
  for (const columns of rows) {
    invariant(Array.isArray(columns), 'a row comes as an array');
    const position: unknown = columns[0];
    invariant(typeof position === 'number', 'a row begins with its position');
    const oid = oids[position];
    if (oid !== undefined) found.set(oid, valueOf(columns));
  }
  return found;
};

const sizeOf = (columns: readonly unknown[]): number => {
  const sizeBytes = columns[1];
  invariant(typeof sizeBytes === 'number', 'a size is a number');
  return sizeBytes;
};

const layoutOf = (columns: readonly unknown[]): ObjectLayout => {
  const layout = columns[2];
  invariant(layout === 'whole' || layout === 'chunks', 'an object is whole or in chunks');
  return layout;
};

export const sizesByOid = (oids: readonly Oid[], rows: readonly FoundRow[]): ReadonlyMap<Oid, number> =>
  foundByOid(oids, rows, sizeOf);

export const storedByOid = (
  oids: readonly Oid[],
  rows: readonly FoundRow[],
): ReadonlyMap<Oid, { readonly sizeBytes: number; readonly layout: ObjectLayout }> =>
  foundByOid(oids, rows, (columns) => ({ sizeBytes: sizeOf(columns), layout: layoutOf(columns) }));
