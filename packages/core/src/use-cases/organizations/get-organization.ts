import { okAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Organization } from '../../model/organizations/organization.js';

export const getOrganization = (grant: OrganizationGrant<'organization.read'>): ResultAsync<Organization, never> =>
  okAsync(grant.organization);
