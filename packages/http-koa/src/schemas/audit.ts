import type { AuditDetails, AuditEntry, AuditValue } from '@svc/core/model';
import { z } from 'zod';
import { timestamp, timestampOf, uuid } from './fields.js';

const actorSchema = z.union([
  z.strictObject({ type: z.literal('user'), id: uuid, name: z.string().optional(), email: z.string().optional() }),
  z
    .strictObject({ type: z.literal('operator') })
    .meta({ description: 'The service itself, or its operator at the command line' }),
]);

const auditValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const auditChange = z.strictObject({ old: auditValue.optional(), new: auditValue.optional() });

export const auditEventSchema = z.strictObject({
  id: z.string(),
  action: z.string().meta({ description: 'What was done, as `thing.verb`; new ones may come' }),
  actor: actorSchema,
  token_id: uuid.optional().meta({ description: 'The API token that the actor used; absent for a session' }),
  target: z.string().meta({ description: 'The id, or the path, of what was changed' }),
  details: z.record(z.string(), z.union([auditValue, auditChange])).meta({
    description:
      'What was changed: `old` is what was before and `new` what is since, and a plain value is a fact. New ones may come',
  }),
  ip_address: z.string().optional(),
  user_agent: z.string().optional(),
  created_at: timestamp,
});

export const auditReply = z.strictObject({ events: z.array(auditEventSchema) });

type DetailView = z.input<typeof auditEventSchema>['details'][string];

const valueView = (value: AuditValue): z.input<typeof auditValue> => (typeof value === 'object' ? [...value] : value);

const detailView = (detail: AuditDetails[string]): DetailView => {
  if (typeof detail !== 'object' || 'length' in detail) return valueView(detail);
  const view: z.input<typeof auditChange> = {};
  if (detail.old !== undefined) view.old = valueView(detail.old);
  if (detail.new !== undefined) view.new = valueView(detail.new);
  return view;
};

const detailsView = (details: AuditDetails): z.input<typeof auditEventSchema>['details'] =>
  Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, detailView(detail)]));

export const auditEventView = (entry: AuditEntry): z.input<typeof auditEventSchema> => ({
  id: entry.id,
  action: entry.action,
  actor:
    entry.actorId === undefined
      ? { type: 'operator' }
      : { type: 'user', id: entry.actorId, name: entry.actor?.name, email: entry.actor?.email },
  token_id: entry.actorTokenId,
  target: entry.target,
  details: detailsView(entry.details),
  ip_address: entry.address,
  user_agent: entry.userAgent,
  created_at: timestampOf(entry.at),
});
