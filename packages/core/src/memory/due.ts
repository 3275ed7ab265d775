import type { Instant } from '../model/values/index.js';

/** Those of the rows that are due; when none is, those that are due after `beyond`, for which a clock was set back. */
export const dueOf = <Row extends { readonly dueAt: Instant | undefined }>(
  rows: readonly Row[],
  now: Instant,
  beyond = Number.POSITIVE_INFINITY,
): readonly Row[] => {
  const due = rows.filter(({ dueAt }) => dueAt !== undefined && dueAt <= now);
  return due.length > 0 ? due : rows.filter(({ dueAt }) => dueAt !== undefined && dueAt > beyond);
};
