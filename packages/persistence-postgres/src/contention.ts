import { isStalePlan, RowHeld, sqlStateOf } from './faults.js';

/** Could not be serialized, and a deadlock. */
const contention = /^(?:40001|40P01)$/;

/** A unique value or a row that is referred to: another transaction may have got there first, which a second look tells. */
const perhapsContention = /^(?:23503|23505|23P01)$/;

/** After so many looks it is a bug. */
const maxLooks = 3;

/** Whether the transaction that failed with this, the `attempt`th, may succeed the next time. */
export const mayRunAgain = (error: unknown, attempt: number): boolean => {
  const state = sqlStateOf(error) ?? '';
  // What a first try has no time for the next one waits for, in its turn.
  if (error instanceof RowHeld) return true;
  return contention.test(state) || isStalePlan(error) || (perhapsContention.test(state) && attempt < maxLooks);
};

/** FNV-1a of Fowler, Noll and Vo, 32 bits, as a signed integer. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
};

/**
 * The lane of those whose statement has these parameters. Its texts are the ids of the rows that it wants, so those who get in each other's way again
 * and again mostly agree on them.
 */
export const laneFor = (parameters: readonly unknown[]): number =>
  hashOf(parameters.filter((parameter) => typeof parameter === 'string').join('\n'));

const lanes = new WeakMap<Error, number>();

/** Notes with which parameters a statement failed. */
export const noteLane = (error: unknown, parameters: readonly unknown[]): void => {
  if (error instanceof Error) lanes.set(error, laneFor(parameters));
};

/** The lane for all that nothing else is known of. */
export const commonLane = 0;

/** In which lane the transaction that failed with this is run again. */
export const laneOf = (error: unknown): number => (error instanceof Error ? (lanes.get(error) ?? commonLane) : commonLane);
