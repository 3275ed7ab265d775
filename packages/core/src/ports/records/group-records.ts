import type { MeasuredGroup, StorageGroup } from '../../model/storage-group.js';
import type { OrganizationId, Page, PageRequest, StorageGroupId, UserId } from '../../model/values/index.js';

/** What is counted of a group leaves out the repositories on which the user's override is `NONE`. */
export interface GroupQueries {
  /** By name. */
  list(organizationId: OrganizationId, userId: UserId, page: PageRequest): Promise<Page<MeasuredGroup>>;
  find(organizationId: OrganizationId, userId: UserId, id: StorageGroupId): Promise<MeasuredGroup | undefined>;
}

export interface GroupRecords extends GroupQueries {
  /** False, and nothing written, when the organization has the name already. */
  add(group: StorageGroup): Promise<boolean>;
  /** Changes name and description of a group that is there; false, and nothing written, when the name is taken. */
  update(group: StorageGroup): Promise<boolean>;
  /** Takes the repositories out of the group and removes it; false when the organization has no such group. */
  remove(organizationId: OrganizationId, id: StorageGroupId): Promise<boolean>;
}
