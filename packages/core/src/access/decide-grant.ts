import { err, type Result } from 'neverthrow';
import { type Forbidden, type NotFound, notFound } from '../model/app-error.js';
import type { Caller } from '../model/permissions/caller.js';
import { decideOrganizationAccess, decideRepositoryAccess } from '../model/permissions/decide-access.js';
import type { OrganizationPermission, RepositoryPermission } from '../model/permissions/permission.js';
import type { OrganizationAccess, RepositoryAccess } from '../ports/records/access-queries.js';
import { type Granted, grantOrganization, grantRepository, type OrganizationGrant } from './grant.js';

/** Why there is no grant: `not_found` when the caller may not know of the thing, `forbidden` when the permission is not held. */
export type Refusal = NotFound | Forbidden;

export const decideRepositoryGrant = <P extends RepositoryPermission>(
  access: RepositoryAccess | undefined,
  caller: Caller,
  permission: P,
): Result<Granted<P>, Refusal> => {
  if (access === undefined) return err(notFound);
  const { known, held } = decideRepositoryAccess(access, caller.credential);
  return known ? grantRepository(caller, access, held, permission) : err(notFound);
};

export const decideOrganizationGrant = <P extends OrganizationPermission>(
  access: OrganizationAccess | undefined,
  caller: Caller,
  permission: P,
): Result<OrganizationGrant<P>, Refusal> => {
  if (access?.role === undefined) return err(notFound);
  const facts = { organizationId: access.organization.id, role: access.role };
  const { known, held } = decideOrganizationAccess(facts, caller.credential);
  return known ? grantOrganization(caller, access.organization, access.role, held, permission) : err(notFound);
};
