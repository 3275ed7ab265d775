import type { Oid } from '@svc/core';
import type { ByteSpan } from '@svc/core/ports';
import { counted } from '../output/counted.js';

/** Which bytes of an object came damaged, and right when they were asked for again. */
export interface MendedObject {
  readonly oid: Oid;
  /** The first of them, in order and apart from each other. */
  readonly ranges: readonly ByteSpan[];
  /** How many others there are. */
  readonly moreRanges: number;
}

/** So many are told; who wants to know more has a bucket or a network to look at. */
const maxTold = 3;

/** Collects them in bounded memory. They are added in order. */
export const createMendedRanges = (oid: Oid): { add(span: ByteSpan): void; told(): MendedObject } => {
  const ranges: ByteSpan[] = [];
  let count = 0;
  let end = -1;
  return {
    add: ({ first, last }) => {
      const isNext = first === end + 1 && count > 0;
      end = last;
      if (!isNext) count += 1;
      const known = ranges.at(-1);
      if (!isNext && ranges.length < maxTold) ranges.push({ first, last });
      else if (isNext && count === ranges.length && known !== undefined) ranges[ranges.length - 1] = { first: known.first, last };
    },
    told: () => ({ oid, ranges, moreRanges: count - ranges.length }),
  };
};

/** In one line for a person. */
export const mendedLine = ({ oid, ranges, moreRanges }: MendedObject): string => {
  const told = ranges.map(({ first, last }) => `${first} to ${last}`).join(', ');
  const others = moreRanges === 0 ? '' : ` and ${counted(moreRanges, 'more range')}`;
  return `${oid} came damaged in bytes ${told}${others}; these were fetched again, and are right`;
};
