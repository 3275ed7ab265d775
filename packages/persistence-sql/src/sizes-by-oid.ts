import type { Oid } from '@svc/core';

interface SizeRow {
  /** Of the oid in the list that was asked for. */
  readonly position: number;
  readonly size_bytes: number;
}

/** What a look-up of sizes found, by the oids that it was asked for: the database need not send them back. */
export const sizesByOid = (oids: readonly Oid[], rows: readonly SizeRow[]): ReadonlyMap<Oid, number> => {
  const sizes = new Map<Oid, number>();
  for (const { position, size_bytes: sizeBytes } of rows) {
    const oid = oids[position];
    if (oid !== undefined) sizes.set(oid, sizeBytes);
  }
  return sizes;
};
