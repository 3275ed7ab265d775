import type { Instant } from '../values/index.js';

/** From `start` up to, but not including, `end`. */
export interface BillingPeriod {
  readonly start: Instant;
  readonly end: Instant;
}

/** The calendar month in UTC in which the moment lies. */
export const billingPeriodOf = (at: Instant): BillingPeriod => {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
};
