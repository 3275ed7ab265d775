import { defaultPageLimit, maxPageLimit } from '@svc/core/model';
import { z } from 'zod';

export interface IntegerRange {
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
}

/** An integer in a query, in plain digits. Described as the integer that it stands for. */
export const integerParameter = (range: IntegerRange) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .transform((text) => (text === undefined ? range.default : Number(text)))
    .pipe(z.int().min(range.minimum).max(range.maximum))
    .meta({ parameter: { type: 'integer', ...range } });

/**
 * Where an earlier page ended; only the list that gave it can read it. The longest stands for a lock's path, and leaves much
 * room in the 16 KiB that Node takes for URL and headers.
 */
export const cursor = z.string().min(1).max(3500);

/** What every list takes. */
export const pageQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: maxPageLimit, default: defaultPageLimit }),
  cursor: cursor.optional(),
});

/** What every list answers beside its items; absent on the last page. */
export const nextCursor = cursor.optional();

/** Spec 4.11: makes a request safe to repeat. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional(),
});
