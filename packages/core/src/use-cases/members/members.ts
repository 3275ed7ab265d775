import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Conflict, Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { Member } from '../../model/organizations/member.js';
import type { UserId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { type ChangeRole, changeRole } from './change-role.js';
import { leaveOrganization, removeMember } from './remove-member.js';

/** The members of an organization and their roles (spec 4.3). An organization always keeps an OWNER whose account is active, unless the operator suspends the last one. */
export interface Members {
  /** Lists the members of the organization by user id. */
  readonly list: (grant: OrganizationGrant<'members.read'>, page: PageRequest) => ResultAsync<Page<Member>, Unavailable>;

  /** Gives a member another role. The same role changes nothing and leaves no trace. `conflict` with `last_owner` for the last active OWNER. `quota_exceeded` with `max_owned_organizations`. */
  readonly changeRole: (
    grant: OrganizationGrant<'members.remove'>,
    command: ChangeRole,
  ) => ResultAsync<Member, NotFound | Forbidden | Conflict | QuotaExceeded | Unavailable>;

  /** Removes a member. From the next request on they and their tokens are strangers to the organization (spec 4.3). `conflict` with `last_owner` for the last active OWNER. */
  readonly remove: (
    grant: OrganizationGrant<'members.remove'>,
    userId: UserId,
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable>;

  /** Removes the caller, who needs a session (spec 4.3). `conflict` with `last_owner` for the last active OWNER. */
  readonly leave: (
    grant: OrganizationGrant<'organization.read'>,
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable>;
}

const listMembers =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: OrganizationGrant<'members.read'>, page: PageRequest): ResultAsync<Page<Member>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.organizations.listMembers(grant.organization.id, page));

export const createMembers = (ports: Ports): Members => ({
  list: listMembers(ports),
  changeRole: changeRole(ports),
  remove: removeMember(ports),
  leave: leaveOrganization(ports),
});
