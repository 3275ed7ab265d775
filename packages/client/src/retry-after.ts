/** RFC 9110, 5.6.7: the date that is written today, and the two that were before. The last of them names no zone, and means the same one. */
const httpDate = /^[A-Z][a-z]{2,8},? [\w: -]+$/;

const millisecondsOf = (date: string): number | undefined => {
  if (!httpDate.test(date)) return undefined;
  const milliseconds = Date.parse(date.endsWith(' GMT') ? date : `${date} GMT`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
};

/**
 * The pause that a `Retry-After` asks for, in whole seconds; undefined when it asks for none. A date is compared with `date`, the time by the clock that has
 * made both, where that is known.
 */
export const secondsOfRetryAfter = (retryAfter: string | undefined, date: string | undefined): number | undefined => {
  if (retryAfter === undefined) return undefined;
  if (/^\d+$/.test(retryAfter)) return Math.min(Number(retryAfter), Number.MAX_SAFE_INTEGER);
  const end = millisecondsOf(retryAfter);
  if (end === undefined) return undefined;
  const now = millisecondsOf(date ?? '') ?? Date.now();
  return Math.max(0, Math.ceil((end - now) / 1000));
};
