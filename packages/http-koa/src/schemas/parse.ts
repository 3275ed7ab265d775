import type { BadRequest } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { badRequestOf } from './bad-request-of.js';

/** The parsed value, or what is wrong with it. `whole` names the value itself: `body`, or the name of a parameter. */
export const parse = <T>(schema: z.core.$ZodType<T>, value: unknown, whole: string): Result<T, BadRequest> => {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? ok(parsed.data) : err(badRequestOf(value, parsed.error.issues, whole));
};
