import { errAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../access/grant.js';
import type { Forbidden, Unavailable } from '../model/app-error.js';
import type { AuditEntry } from '../model/audit-event.js';
import { plans } from '../model/quotas/plan.js';
import type { Ports } from '../ports/ports.js';

/** Spec 8: how far back the log is shown. What is older stays where it is written. */
const maxAuditEntries = 100;

const auditLog =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ organization }: OrganizationGrant<'audit.read'>): ResultAsync<readonly AuditEntry[], Forbidden | Unavailable> =>
    plans[organization.planId].hasAuditLog
      ? ports.unitOfWork.read(({ audit }) => audit.latest(organization.id, maxAuditEntries))
      : errAsync({ kind: 'forbidden', reason: 'plan_without_audit_log' });

/** Who changed what in an organization (spec 6.5). */
export interface AuditLog {
  /**
   * Lists the organization's last events, newest first. `forbidden` with `plan_without_audit_log` on a plan without a log; events
   * are written on every plan, so a later plan shows them.
   */
  readonly list: (grant: OrganizationGrant<'audit.read'>) => ResultAsync<readonly AuditEntry[], Forbidden | Unavailable>;
}

export const createAuditLog = (ports: Ports): AuditLog => ({
  list: auditLog(ports),
});
