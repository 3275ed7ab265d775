import { okAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant, SignedIn } from '../../access/grant.js';
import type { BadRequest, Conflict, Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { Organization, OrganizationOfUser } from '../../model/organizations/organization.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { type CreateOrganization, createOrganization } from './create-organization.js';
import { deleteOrganization } from './delete-organization.js';
import { listOrganizations } from './list-organizations.js';
import { type UpdateOrganization, updateOrganization } from './update-organization.js';

/** Organizations, which own repositories and hold the plan (spec 4.3). */
export interface Organizations {
  /** Lists the caller's organizations with the caller's role, by slug, as far as the credential shows them. */
  readonly list: (signedIn: SignedIn, page: PageRequest) => ResultAsync<Page<OrganizationOfUser>, Unavailable>;

  /**
   * Creates an organization with the caller as OWNER; needs a session (spec 4.3). `bad_request` for a name that is blank, too long or no
   * line of text; `conflict` with `duplicate_slug`, also for a slug derived from the name; `quota_exceeded` with `max_owned_organizations`.
   */
  readonly create: (
    signedIn: SignedIn,
    command: CreateOrganization,
  ) => ResultAsync<Organization, BadRequest | Forbidden | Conflict | QuotaExceeded | Unavailable>;

  /** Returns the organization as `authorize` has just read it. */
  readonly get: (grant: OrganizationGrant<'organization.read'>) => ResultAsync<Organization, never>;

  /** Renames the organization, with the rules of `create`, or changes its slug. A call that changes nothing writes nothing. */
  readonly update: (
    grant: OrganizationGrant<'organization.update'>,
    command: UpdateOrganization,
  ) => ResultAsync<Organization, BadRequest | NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Deletes the organization with its repositories, members and tokens in one transaction (spec 4.3). Closes its checkouts and asks the billing provider first:
   * `conflict` with `subscription_exists` while a subscription goes on being paid.
   */
  readonly remove: (
    grant: OrganizationGrant<'organization.delete'>,
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable>;
}

const getOrganization = (grant: OrganizationGrant<'organization.read'>): ResultAsync<Organization, never> =>
  okAsync(grant.organization);

export const createOrganizations = (ports: Ports): Organizations => ({
  list: listOrganizations(ports),
  create: createOrganization(ports),
  get: getOrganization,
  update: updateOrganization(ports),
  remove: deleteOrganization(ports),
});
