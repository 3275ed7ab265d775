import type { ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import type { Caller } from '../model/permissions/caller.js';
import type { OrganizationPermission, RepositoryPermission } from '../model/permissions/permission.js';
import type { OrganizationId, RepositoryId, Slug } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';
import { decideOrganizationGrant, decideRepositoryGrant, type Refusal } from './decide-grant.js';
import type { Granted, OrganizationGrant } from './grant.js';

export const authorizeRepository =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  <P extends RepositoryPermission>(
    caller: Caller,
    repositoryId: RepositoryId,
    permission: P,
  ): ResultAsync<Granted<P>, Refusal | Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.access.ofRepository(caller.userId, repositoryId))
      .andThen((access) => decideRepositoryGrant(access, caller, permission));

/** A repository by the names in its Git URL. */
export interface RepositoryName {
  readonly organization: Slug;
  readonly repository: Slug;
}

export const findRepository =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (caller: Caller, { organization, repository }: RepositoryName): ResultAsync<RepositoryId, Refusal | Unavailable> =>
    ports.unitOfWork
      .read(async (queries) => {
        const id = await queries.access.findRepository(organization, repository);
        return id && queries.access.ofRepository(caller.userId, id);
      })
      .andThen((access) => decideRepositoryGrant(access, caller, 'repository.pull'))
      .map((grant) => grant.repository.repositoryId);

export const authorizeOrganization =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  <P extends OrganizationPermission>(
    caller: Caller,
    reference: OrganizationId | Slug,
    permission: P,
  ): ResultAsync<OrganizationGrant<P>, Refusal | Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.access.ofOrganization(caller.userId, reference))
      .andThen((access) => decideOrganizationGrant(access, caller, permission));
