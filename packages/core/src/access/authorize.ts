import { err, type Result, type ResultAsync } from 'neverthrow';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { RepositoryAccess } from '../ports/records/access-queries.js';
import type { OrganizationId, RepositoryId, Slug } from '../values/index.js';
import type { Caller } from './caller.js';
import { decideOrganizationAccess, decideRepositoryAccess } from './decide-access.js';
import { type Granted, grantOrganization, grantRepository, type OrganizationGrant } from './grant.js';
import type { OrganizationPermission, RepositoryPermission } from './permission.js';

type Refusal = NotFound | Forbidden;

const decideGrant = <P extends RepositoryPermission>(
  access: RepositoryAccess | undefined,
  caller: Caller,
  permission: P,
): Result<Granted<P>, Refusal> => {
  if (access === undefined) return err(notFound);
  const { known, held } = decideRepositoryAccess(access, caller.credential);
  return known ? grantRepository(caller, access, held, permission) : err(notFound);
};

/** A grant for one repository: 404 facts when the caller may not know of it, 403 facts when the permission is not held. */
export const authorizeRepository =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  <P extends RepositoryPermission>(
    caller: Caller,
    repositoryId: RepositoryId,
    permission: P,
  ): ResultAsync<Granted<P>, Refusal | Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.access.ofRepository(caller.userId, repositoryId))
      .andThen((access) => decideGrant(access, caller, permission));

/** A grant for one organization, named by id or slug. */
export const authorizeOrganization =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  <P extends OrganizationPermission>(
    caller: Caller,
    reference: OrganizationId | Slug,
    permission: P,
  ): ResultAsync<OrganizationGrant<P>, Refusal | Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.access.ofOrganization(caller.userId, reference))
      .andThen((access): Result<OrganizationGrant<P>, Refusal> => {
        if (access?.role === undefined) return err(notFound);
        const facts = { organizationId: access.organization.id, role: access.role };
        const { known, held } = decideOrganizationAccess(facts, caller.credential);
        return known ? grantOrganization(caller, access.organization, access.role, held, permission) : err(notFound);
      });
