import type { Caller } from '../../src/access/caller.js';
import { grantSignedIn, type OrganizationGrant, type SignedIn } from '../../src/access/grant.js';
import type { OrganizationPermission } from '../../src/access/permission.js';
import type { TokenScope } from '../../src/access/token-scope.js';
import type { Organization } from '../../src/organizations/organization.js';
import type { CreateRepository } from '../../src/repositories/create-repository.js';
import type { Repository } from '../../src/repositories/repository.js';
import type { OrganizationId, RepositoryId, Slug } from '../../src/values/index.js';
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
