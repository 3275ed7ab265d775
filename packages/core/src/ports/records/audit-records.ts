import type { AuditEntry, AuditEvent } from '../../model/audit-event.js';
import type { Instant, OrganizationId } from '../../model/values/index.js';

export interface AuditQueries {
  /** Of the organization, the one first that was appended last, whatever the clock said. At most `limit`. */
  latest(organizationId: OrganizationId, limit: number): Promise<readonly AuditEntry[]>;
  /**
   * When the last event of the same action, actor, token, target and details was that is of the instant `since` or later; undefined where there is none. One
   * of more than a minute after the event is none: the clock was set back since (`beyondSchedule`).
   */
  lastSame(event: AuditEvent, since: Instant): Promise<Instant | undefined>;
}

export interface AuditRecords extends AuditQueries {
  append(event: AuditEvent): Promise<void>;
}
