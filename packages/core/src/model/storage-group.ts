import type { Instant, OrganizationId, StorageGroupId } from './values/index.js';

/** Spec 2.8: repositories that somebody looks at together. It owns nothing: what is in a group stays where it is when the group goes. */
export interface StorageGroup {
  readonly id: StorageGroupId;
  readonly organizationId: OrganizationId;
  /** Unique within the organization. */
  readonly name: string;
  readonly description: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A group with what one user sees in it: repositories that are hidden from them are not counted. */
export interface MeasuredGroup extends StorageGroup {
  readonly repositoryCount: number;
  /** What those repositories occupy. */
  readonly physicalBytes: number;
}
