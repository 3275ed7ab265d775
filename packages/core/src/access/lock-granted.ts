import { err, type Result, type ResultAsync } from 'neverthrow';
import { notFound, type Unavailable } from '../model/app-error.js';
import type { Caller } from '../model/permissions/caller.js';
import type { OrganizationPermission, RepositoryPermission } from '../model/permissions/permission.js';
import type { User } from '../model/users/user.js';
import type { Ports } from '../ports/ports.js';
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

/** The organization and the caller's role as they are now. */
const lockOrganizationAnew = async <P extends OrganizationPermission>(
  records: Records,
  grant: OrganizationGrant<P>,
): Promise<Result<OrganizationGrant<P>, Refusal>> => {
  const { id } = grant.organization;
  if (!(await records.organizations.lock(id))) return err(notFound);
  const caller = await callerNow(records, grant.caller);
  if (caller.isErr()) return err(caller.error);
  return decideOrganizationGrant(await records.access.ofOrganization(caller.value.userId, id), caller.value, permissionOf(grant));
};

/** Gives the grant of a repository anew within a transaction, without a lock. */
const regrantRepository = async <P extends RepositoryPermission>(
  records: Records,
  grant: Granted<P>,
): Promise<Result<Granted<P>, Refusal>> => {
  const caller = await callerNow(records, grant.caller);
  if (caller.isErr()) return err(caller.error);
  const access = await records.access.ofRepository(caller.value.userId, grant.repository.repositoryId);
  return decideRepositoryGrant(access, caller.value, permissionOf(grant));
};

/** Locks the repository's organization until the transaction ends, and gives the grant anew. */
const lockGrantedRepository = async <P extends RepositoryPermission>(
  records: Records,
  grant: Granted<P>,
): Promise<Result<Granted<P>, Refusal>> =>
  (await records.organizations.lock(grant.repository.organizationId)) ? regrantRepository(records, grant) : err(notFound);

type Transacting = Pick<Ports, 'unitOfWork'>;
type Regrant<Grant> = (records: Records, grant: Grant) => Promise<Result<Grant, Refusal>>;
type Work<Grant, T, E> = (records: Records, granted: Grant) => Promise<Result<T, E | Refusal>> | ResultAsync<T, E | Refusal>;

const transactAnew = <Grant, T, E>(
  { unitOfWork }: Transacting,
  grant: Grant,
  regrant: Regrant<Grant>,
  work: Work<Grant, T, E>,
): ResultAsync<T, E | Refusal | Unavailable> =>
  unitOfWork.transact(async (records): Promise<Result<T, E | Refusal>> => {
    const granted = await regrant(records, grant);
    return granted.isErr() ? err(granted.error) : work(records, granted.value);
  });

/** Runs `work` in a transaction that locks the organization of the grant until it ends. `work` gets the grant given anew: the organization and the caller's role as they are now. */
export const withLockedOrganization = <P extends OrganizationPermission, T, E>(
  ports: Transacting,
  grant: OrganizationGrant<P>,
  work: Work<OrganizationGrant<P>, T, E>,
): ResultAsync<T, E | Refusal | Unavailable> => transactAnew(ports, grant, lockOrganizationAnew, work);

/** The same for a repository: its organization is locked until the transaction ends. */
export const withLockedRepository = <P extends RepositoryPermission, T, E>(
  ports: Transacting,
  grant: Granted<P>,
  work: Work<Granted<P>, T, E>,
): ResultAsync<T, E | Refusal | Unavailable> => transactAnew(ports, grant, lockGrantedRepository, work);

/** The same for a repository without a lock: for changes that others may make beside it. */
export const withRegrantedRepository = <P extends RepositoryPermission, T, E>(
  ports: Transacting,
  grant: Granted<P>,
  work: Work<Granted<P>, T, E>,
): ResultAsync<T, E | Refusal | Unavailable> => transactAnew(ports, grant, regrantRepository, work);
