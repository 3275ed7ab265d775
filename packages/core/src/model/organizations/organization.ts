import type { DeduplicationMode } from '../conversions/deduplication-mode.js';
import type { Role } from '../permissions/role.js';
import type { PlanId } from '../quotas/plan.js';
import type { Instant, OrganizationId, Slug, UserId } from '../values/index.js';

export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  /** Unique platform-wide. */
  readonly slug: Slug;
  readonly planId: PlanId;
  /** What a plan demands whose `byosNeedsAddOn` is set, before it allows storage connections. */
  readonly hasByosAddOn: boolean;
  /** What holds for those of its repositories that say nothing; undefined where it says nothing either. */
  readonly deduplicate: DeduplicationMode | undefined;
  readonly createdAt: Instant;
}

/** Every organization has at least one OWNER in every committed state. */
export interface Membership {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
  /** When the user became a member; a change of role keeps it. */
  readonly joinedAt: Instant;
}

export const maxNameLength = 200;
/** An organization and what the caller is in it. */
export interface OrganizationOfUser {
  readonly organization: Organization;
  readonly role: Role;
}
