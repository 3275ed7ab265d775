import { z } from 'zod';

/** What tests read of the service's answers, by the names of the wire. */

export const organizationAnswer = z.object({ organization: z.object({ id: z.string(), slug: z.string() }) });
export const repositoryAnswer = z.object({ repository: z.object({ id: z.string() }) });
export const generationAnswer = z.object({ repository: z.object({ generation: z.number() }) });

const session = z.object({
  id: z.string(),
  status: z.string(),
  uploaded_objects: z.number(),
  uploaded_bytes: z.number(),
});
export const sessionAnswer = z.object({ session });
export const finalizeAnswer = z.object({ session, generation: z.number() });

/** What is stored already gets no URL. */
export const authorizeAnswer = z.object({
  objects: z.array(z.object({ oid: z.string(), size: z.number(), upload_url: z.string().optional(), storage_key: z.string() })),
});

const action = z.object({ href: z.string(), header: z.record(z.string(), z.string()).optional() });
const lfsError = z.object({ code: z.number(), message: z.string() });
export const batchAnswer = z.object({
  transfer: z.literal('basic'),
  objects: z.array(
    z.object({
      oid: z.string(),
      size: z.number(),
      actions: z.object({ download: action.optional(), upload: action.optional(), verify: action.optional() }).optional(),
      error: lfsError.optional(),
    }),
  ),
});
export type BatchEntry = z.output<typeof batchAnswer>['objects'][number];

export const downloadsAnswer = z.object({
  objects: z.array(
    z.object({
      oid: z.string(),
      size: z.number().optional(),
      download_url: z.string().optional(),
      error: z.object({ code: z.string() }).optional(),
    }),
  ),
});

export const objectsAnswer = z.object({
  objects: z.array(z.object({ oid: z.string(), size: z.number() })),
  next_cursor: z.string().optional(),
});

export const usageAnswer = z.object({
  usage: z.object({
    object_count: z.number(),
    logical_bytes: z.number(),
    physical_bytes: z.number(),
    uploaded_bytes: z.number(),
  }),
});
export type Usage = z.output<typeof usageAnswer>['usage'];

export const errorAnswer = z.object({
  error: z.object({
    code: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
});
