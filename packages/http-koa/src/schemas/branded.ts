import { z } from 'zod';

/** A string of the pattern that the domain's own predicate accepts; its parsed value carries the domain's type. */
export const branded = <T extends string>(pattern: RegExp, is: (text: string) => text is T) =>
  z
    .string()
    .regex(pattern, { abort: true })
    .transform((text, context): T => {
      if (is(text)) return text;
      context.issues.push({ code: 'custom', input: text, message: 'malformed' });
      return z.NEVER;
    });
