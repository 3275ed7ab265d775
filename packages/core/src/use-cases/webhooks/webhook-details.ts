import type { AuditValue } from '../../model/audit-event.js';
import type { Webhook } from '../../model/webhook.js';

/** The host alone: what comes after it is often a secret of the receiver's. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host;

/** What the audit log tells of a webhook. */
export const webhookDetails = (webhook: Webhook): Readonly<Record<string, AuditValue>> => ({
  host: hostOf(webhook),
  events: webhook.events,
  active: webhook.isActive,
});
