import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Conflict, Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { MeasuredGroup } from '../../model/storage-group.js';
import type { StorageGroupId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { createGroup, type CreateGroup } from './create-group.js';
import { deleteGroup } from './delete-group.js';
import { getGroup, listGroups } from './list-groups.js';
import { updateGroup, type UpdateGroup } from './update-group.js';

/** Named groups of repositories whose storage is measured together (spec 2.2, 4.5). */
export interface StorageGroups {
  /** Lists the groups by name, with what they hold in bytes. */
  readonly list: (grant: OrganizationGrant<'storage.read'>, page: PageRequest) => ResultAsync<Page<MeasuredGroup>, Unavailable>;

  /** Reads one group with what it holds in bytes. */
  readonly get: (
    grant: OrganizationGrant<'storage.read'>,
    id: StorageGroupId,
  ) => ResultAsync<MeasuredGroup, NotFound | Unavailable>;

  /** Creates an empty group (spec 4.5); repositories join one by one. `conflict` with `duplicate_name`. */
  readonly create: (
    grant: OrganizationGrant<'storage.manage'>,
    command: CreateGroup,
  ) => ResultAsync<MeasuredGroup, NotFound | Forbidden | Conflict | Unavailable>;

  /** Changes a group's name or description. A call that changes nothing writes nothing. */
  readonly update: (
    grant: OrganizationGrant<'storage.manage'>,
    id: StorageGroupId,
    command: UpdateGroup,
  ) => ResultAsync<MeasuredGroup, NotFound | Forbidden | Conflict | Unavailable>;

  /** Deletes a group; its repositories stay, in no group (spec 2.2). */
  readonly remove: (
    grant: OrganizationGrant<'storage.manage'>,
    id: StorageGroupId,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;
}

export const createStorageGroups = (ports: Ports): StorageGroups => ({
  list: listGroups(ports),
  get: getGroup(ports),
  create: createGroup(ports),
  update: updateGroup(ports),
  remove: deleteGroup(ports),
});
