import { okAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Organization } from '../../model/organizations/organization.js';

/** The organization as authorizing has just read it: no second look is needed, so there is nothing that can fail. */
export const getOrganization = (grant: OrganizationGrant<'organization.read'>): ResultAsync<Organization, never> =>
  okAsync(grant.organization);
