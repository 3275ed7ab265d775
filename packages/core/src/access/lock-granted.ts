import { err, type Result } from 'neverthrow';
import { notFound } from '../model/app-error.js';
import type { Caller } from '../model/permissions/caller.js';
import type { OrganizationPermission, RepositoryPermission } from '../model/permissions/permission.js';
import type { User } from '../model/users/user.js';
import type { Records } from '../ports/unit-of-work.js';
import { callerOf } from './authenticate.js';
import { decideOrganizationGrant, decideRepositoryGrant, type Refusal } from './decide-grant.js';
import { type Granted, type OrganizationGrant, permissionOf } from './grant.js';

// A body may come half a minute after its grant was given. Who was removed, demoted or suspended meanwhile, or whose token was revoked, changes
// nothing any more: every transaction that changes something for a caller begins with one of these.

const findUser = async ({ users, credentials }: Records, { userId, credential }: Caller): Promise<User | undefined> =>
  credential.kind === 'session' ? users.find(userId) : (await credentials.findTokenById(credential.tokenId))?.user;

const callerNow = async (records: Records, caller: Caller): Promise<Result<Caller, Refusal>> => {
  const user = await findUser(records, caller);
  return user === undefined ? err(notFound) : callerOf(user, caller.credential, caller.origin);
};

/** Holds the organization of a grant until the transaction ends, and gives the grant anew: the organization and the caller's role as they are now. */
export const lockGrantedOrganization = async <P extends OrganizationPermission>(
  records: Records,
  grant: OrganizationGrant<P>,
): Promise<Result<OrganizationGrant<P>, Refusal>> => {
  const { id } = grant.organization;
  if (!(await records.organizations.lock(id))) return err(notFound);
  const caller = await callerNow(records, grant.caller);
  if (caller.isErr()) return err(caller.error);
  return decideOrganizationGrant(await records.access.ofOrganization(caller.value.userId, id), caller.value, permissionOf(grant));
};

/** The same for a repository, without holding anything: for changes that others may make beside it. */
export const regrantRepository = async <P extends RepositoryPermission>(
  records: Records,
  grant: Granted<P>,
): Promise<Result<Granted<P>, Refusal>> => {
  const caller = await callerNow(records, grant.caller);
  if (caller.isErr()) return err(caller.error);
  const access = await records.access.ofRepository(caller.value.userId, grant.repository.repositoryId);
  return decideRepositoryGrant(access, caller.value, permissionOf(grant));
};

/** Holds the repository's organization until the transaction ends, and gives the grant anew. */
export const lockGrantedRepository = async <P extends RepositoryPermission>(
  records: Records,
  grant: Granted<P>,
): Promise<Result<Granted<P>, Refusal>> =>
  (await records.organizations.lock(grant.repository.organizationId)) ? regrantRepository(records, grant) : err(notFound);
