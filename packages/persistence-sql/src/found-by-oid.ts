import type { Oid } from '@svc/core';
import { invariant, type ObjectLayout } from '@svc/core/model';
import { type Expression, type RawBuilder, sql } from 'kysely';

interface FoundRow {
  /** What the dialect's `joinedNumbers` made: for each row the position in the list that was asked for, then what was found. */
  readonly found: string | null;
}

const numbersOf = (text: string): readonly number[] => {
  const numbers: unknown = JSON.parse(`[${text}]`);
  invariant(Array.isArray(numbers) && numbers.every((number) => typeof number === 'number'), 'what was found are numbers');
  return numbers;
};

const at = (numbers: readonly number[], index: number): number => {
  const number = numbers[index];
  invariant(number !== undefined, 'a row of what was found is whole');
  return number;
};

/** What a look-up found, by the oids that it was asked for: the database need not send them back. */
const foundByOid = <T>(
  oids: readonly Oid[],
  [row]: readonly FoundRow[],
  columns: number,
  valueOf: (numbers: readonly number[], first: number) => T,
): ReadonlyMap<Oid, T> => {
  const numbers = numbersOf(row?.found ?? '');
  const found = new Map<Oid, T>();
  for (let index = 0; index < numbers.length; index += columns) {
    const oid = oids[at(numbers, index)];
    invariant(oid !== undefined, 'what was found was asked for');
    found.set(oid, valueOf(numbers, index + 1));
  }
  return found;
};

/** A look-up by oids is asked for numbers alone. */
export const layoutNumber = (layout: Expression<ObjectLayout>): RawBuilder<number> =>
  sql<number>`case ${layout} when 'whole' then 0 when 'chunks' then 1 else -1 end`;

const layoutOf = (number: number): ObjectLayout => {
  invariant(number === 0 || number === 1, 'an object is whole or in chunks');
  return number === 0 ? 'whole' : 'chunks';
};

/** By rows of position and size. */
export const sizesByOid = (oids: readonly Oid[], rows: readonly FoundRow[]): ReadonlyMap<Oid, number> =>
  foundByOid(oids, rows, 2, at);

/** By rows of position, size and `layoutNumber`. */
export const storedByOid = (
  oids: readonly Oid[],
  rows: readonly FoundRow[],
): ReadonlyMap<Oid, { readonly sizeBytes: number; readonly layout: ObjectLayout }> =>
  foundByOid(oids, rows, 3, (numbers, first) => ({ sizeBytes: at(numbers, first), layout: layoutOf(at(numbers, first + 1)) }));
