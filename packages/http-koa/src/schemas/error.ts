import { z } from 'zod';

/** Spec 7. */
export const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
});

/** The same where Git LFS clients read it. */
export const lfsErrorSchema = errorSchema.extend({ message: z.string(), request_id: z.string() });
