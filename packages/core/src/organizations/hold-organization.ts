import { err, ok, type Result } from 'neverthrow';
import { type NotFound, notFound } from '../app-error.js';
import type { Records } from '../ports/unit-of-work.js';
import type { OrganizationId } from '../values/index.js';
import type { Organization } from './organization.js';

/** Holds the organization until the transaction ends and reads it as it is now; it may be gone since its grant was given. */
export const holdOrganization = async (
  records: Records,
  organizationId: OrganizationId,
): Promise<Result<Organization, NotFound>> => {
  const isThere = await records.organizations.lock(organizationId);
  const organization = isThere ? await records.organizations.find(organizationId) : undefined;
  return organization === undefined ? err(notFound) : ok(organization);
};
