import { err, ok, type Result } from 'neverthrow';
import { type NotFound, notFound } from '../model/app-error.js';
import type { Organization } from '../model/organizations/organization.js';
import type { OrganizationId } from '../model/values/index.js';
import type { Records } from '../ports/unit-of-work.js';

/** Holds the organization until the transaction ends and reads it as it is now; it may be gone since its grant was given. */
export const lockOrganization = async (
  records: Records,
  organizationId: OrganizationId,
): Promise<Result<Organization, NotFound>> => {
  const isThere = await records.organizations.lock(organizationId);
  const organization = isThere ? await records.organizations.find(organizationId) : undefined;
  return organization === undefined ? err(notFound) : ok(organization);
};
