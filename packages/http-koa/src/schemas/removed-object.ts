import type { QuarantinedObject } from '@svc/core/model';
import { z } from 'zod';
import { count, timestamp, timestampOf, uuid } from './fields.js';
import { objectSchema } from './object.js';
import { nextCursor } from './parameters.js';

export const removeObjectQuery = z.object({
  force: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ parameter: { type: 'boolean', default: false }, description: 'Also an object that branches and tags reach' }),
});

const removedObject = z.strictObject({
  oid: z.string(),
  name: z.string().optional(),
  size: count,
  removed_at: timestamp,
  removed_by: uuid
    .optional()
    .meta({ description: 'Absent where the service removed it, because nothing had reached it for long' }),
  kept_until: timestamp.meta({ description: 'Until then it can be restored, and afterwards until its bytes are removed' }),
});

export const removedObjectsReply = z.strictObject({ removed_objects: z.array(removedObject), next_cursor: nextCursor });

export const removedObjectView = ({
  object: { oid, name, sizeBytes },
  removedAt,
  removedBy,
  dueAt,
}: QuarantinedObject): z.input<typeof removedObject> => ({
  oid,
  name,
  size: sizeBytes,
  removed_at: timestampOf(removedAt),
  removed_by: removedBy,
  kept_until: timestampOf(dueAt),
});

export const restoredObjectReply = z.strictObject({ object: objectSchema });
