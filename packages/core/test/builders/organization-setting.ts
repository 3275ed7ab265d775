import { grantSignedIn, type OrganizationGrant, type SignedIn } from '../../src/access/grant.js';
import type { Organization } from '../../src/model/organizations/organization.js';
import type { Caller } from '../../src/model/permissions/caller.js';
import type { OrganizationPermission } from '../../src/model/permissions/permission.js';
import type { TokenScope } from '../../src/model/permissions/token-scope.js';
import type { Repository } from '../../src/model/repository.js';
import type { OrganizationId, RepositoryId, Slug } from '../../src/model/values/index.js';
import type { CreateRepository } from '../../src/use-cases/repositories/create-repository.js';
import { tokenWith } from './credentials.js';
import { valueOf, type World } from './world.js';

export const createOrganization = async (world: World, creator: Caller, name: string): Promise<Organization> =>
  valueOf(await world.application.organizations.create(grantSignedIn(creator), { name }));

export const organizationGrant = async <P extends OrganizationPermission>(
  world: World,
  caller: Caller,
  organization: OrganizationId | Slug,
  permission: P,
): Promise<OrganizationGrant<P>> => valueOf(await world.application.authorize.organization(caller, organization, permission));

export const createRepository = async (
  world: World,
  caller: Caller,
  organization: OrganizationId,
  command: CreateRepository,
): Promise<Repository> => {
  const grant = await organizationGrant(world, caller, organization, 'repositories.create');
  return valueOf(await world.application.repositories.create(grant, command));
};

/** The same user, but with a token of the organization in hand. */
export const withToken = (
  caller: Caller,
  organizationId: OrganizationId,
  scopes: readonly TokenScope[],
  repositoryId?: RepositoryId,
): SignedIn => grantSignedIn({ ...caller, credential: tokenWith(scopes, organizationId, repositoryId) });

/** What the audit log says since the last look: actions and targets, oldest first. */
export const auditTrail = (world: World): (() => readonly string[]) => {
  let seen = world.unitOfWork.journal.auditEvents().length;
  return () => {
    const fresh = world.unitOfWork.journal.auditEvents().slice(seen);
    seen += fresh.length;
    return fresh.map(({ action, target }) => `${action} ${target}`);
  };
};
