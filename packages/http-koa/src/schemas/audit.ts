import type { AuditEntry } from '@svc/core/model';
import { z } from 'zod';
import { timestamp, timestampOf, uuid } from './fields.js';

const actorSchema = z.union([
  z.strictObject({ type: z.literal('user'), id: uuid, name: z.string().optional(), email: z.string().optional() }),
  z
    .strictObject({ type: z.literal('operator') })
    .meta({ description: 'The service itself, or its operator at the command line' }),
]);

export const auditEventSchema = z.strictObject({
  id: z.string(),
  action: z.string().meta({ description: 'What was done, as `thing.verb`; new ones may come' }),
  actor: actorSchema,
  token_id: uuid.optional().meta({ description: 'The API token that the actor used; absent for a session' }),
  target: z.string().meta({ description: 'The id, or the path, of what was changed' }),
  ip_address: z.string().optional(),
  user_agent: z.string().optional(),
  created_at: timestamp,
});

export const auditReply = z.strictObject({ events: z.array(auditEventSchema) });

export const auditEventView = (entry: AuditEntry): z.input<typeof auditEventSchema> => ({
  id: entry.id,
  action: entry.action,
  actor:
    entry.actorId === undefined
      ? { type: 'operator' }
      : { type: 'user', id: entry.actorId, name: entry.actor?.name, email: entry.actor?.email },
  token_id: entry.actorTokenId,
  target: entry.target,
  ip_address: entry.address,
  user_agent: entry.userAgent,
  created_at: timestampOf(entry.at),
});
