import type { BadRequest } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { badRequestOf } from './bad-request-of.js';

/**
 * Ends a list at the first item that is wrong: each further one would be a problem that nobody is told of, and a body of 1 MiB has room for hundreds of thousands,
 * which take seconds and hundreds of megabytes. Rules of items in lists have `abort`, without which a list goes on behind them.
 */
const untilFirst: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** The parsed value, or what is wrong with it. `whole` names the value itself: `body`, or the name of a parameter. */
export const parse = <T>(schema: z.core.$ZodType<T>, value: unknown, whole: string): Result<T, BadRequest> => {
  const parsed = z.safeParse(schema, value, untilFirst);
  return parsed.success ? ok(parsed.data) : err(badRequestOf(value, parsed.error.issues, whole));
};
