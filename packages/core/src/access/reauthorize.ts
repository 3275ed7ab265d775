import { err, ok, type Result } from 'neverthrow';
import { type Forbidden, type NotFound, notFound } from '../app-error.js';
import type { Records } from '../ports/unit-of-work.js';
import type { OrganizationId, RepositoryId } from '../values/index.js';
import type { Caller } from './caller.js';
import { type Access, decideOrganizationAccess, decideRepositoryAccess } from './decide-access.js';
import type { OrganizationPermission, Permission, RepositoryPermission } from './permission.js';
import type { Role } from './role.js';

type Refusal = NotFound | Forbidden;

const demand = <P extends Permission>({ known, held }: Access<P>, permission: P): Result<void, Refusal> => {
  if (!known) return err(notFound);
  return held.has(permission) ? ok() : err({ kind: 'forbidden', reason: 'permission', permission });
};

/**
 * Whether the caller still holds in the organization what their grant says, and their role now; a step of a transaction that holds the organization.
 * Who was removed or demoted while their request was on its way changes nothing any more.
 */
export const reauthorizeOrganization = async (
  records: Records,
  { userId, credential }: Caller,
  organizationId: OrganizationId,
  permission: OrganizationPermission,
): Promise<Result<Role, Refusal>> => {
  const role = (await records.organizations.findMembership(organizationId, userId))?.role;
  if (role === undefined) return err(notFound);
  return demand(decideOrganizationAccess({ organizationId, role }, credential), permission).map(() => role);
};

/** The same for a repository. */
export const reauthorizeRepository = async (
  records: Records,
  { userId, credential }: Caller,
  repositoryId: RepositoryId,
  permission: RepositoryPermission,
): Promise<Result<void, Refusal>> => {
  const access = await records.access.ofRepository(userId, repositoryId);
  return access === undefined ? err(notFound) : demand(decideRepositoryAccess(access, credential), permission);
};
