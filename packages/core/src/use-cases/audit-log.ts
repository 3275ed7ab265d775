import { errAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../access/grant.js';
import type { Forbidden, Unavailable } from '../model/app-error.js';
import type { AuditEntry } from '../model/audit-event.js';
import { plans } from '../model/quotas/plan.js';
import type { Ports } from '../ports/ports.js';

/** Spec 8: how far back the log is shown. What is older stays where it is written. */
export const maxAuditEntries = 100;

/** The organization's last events, newest first. Events are written on every plan, so whoever changes to one with a log has a past in it. */
export const auditLog =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ organization }: OrganizationGrant<'audit.read'>): ResultAsync<readonly AuditEntry[], Forbidden | Unavailable> =>
    plans[organization.planId].hasAuditLog
      ? ports.unitOfWork.read(({ audit }) => audit.latest(organization.id, maxAuditEntries))
      : errAsync({ kind: 'forbidden', reason: 'plan_without_audit_log' });
