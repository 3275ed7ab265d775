import { err, type Result, type ResultAsync } from 'neverthrow';
import { type Forbidden, notFound, type Unavailable } from '../model/app-error.js';
import type { Caller } from '../model/permissions/caller.js';
import type { OrganizationPermission, RepositoryPermission } from '../model/permissions/permission.js';
import type { User } from '../model/users/user.js';
import type { Ports } from '../ports/ports.js';
import type { Queries, Records } from '../ports/unit-of-work.js';
import { callerOf } from './authenticate.js';
import { decideOrganizationGrant, decideRepositoryGrant, type Refusal } from './decide-grant.js';
import { type Granted, grantSignedIn, type OrganizationGrant, permissionOf, type SignedIn, type VerifyLink } from './grant.js';

// A body may come half a minute after its grant was given. Who was removed, demoted or suspended meanwhile, or whose token or session was revoked,
// changes nothing any more: every transaction that changes something for a caller begins with one of these.

/** The user, as long as the credential is not revoked. One that has merely ended since then was good when the request came. */
const findUser = async ({ users, credentials }: Queries, { userId, credential }: Caller): Promise<User | undefined> => {
  if (credential.kind === 'token') return (await credentials.findTokenById(credential.tokenId))?.user;
  if (credential.sessionId === undefined) return users.find(userId);
  return (await credentials.findSessionById(credential.sessionId))?.user;
};

const revoked: Forbidden = { kind: 'forbidden', reason: 'credential_revoked' };

const callerNow = async (queries: Queries, caller: Caller): Promise<Result<Caller, Forbidden>> => {
  const user = await findUser(queries, caller);
  return user === undefined ? err(revoked) : callerOf(user, caller.credential, caller.origin);
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
  queries: Queries,
  grant: Granted<P>,
): Promise<Result<Granted<P>, Refusal>> => {
  const caller = await callerNow(queries, grant.caller);
  if (caller.isErr()) return err(caller.error);
  const access = await queries.access.ofRepository(caller.value.userId, grant.repository.repositoryId);
  return decideRepositoryGrant(access, caller.value, permissionOf(grant));
};

/** Locks the repository's organization until the transaction ends, and gives the grant anew. */
const lockGrantedRepository = async <P extends RepositoryPermission>(
  records: Records,
  grant: Granted<P>,
): Promise<Result<Granted<P>, Refusal>> =>
  (await records.organizations.lock(grant.repository.organizationId)) ? regrantRepository(records, grant) : err(notFound);

type Transacting = Pick<Ports, 'unitOfWork'>;
type Regrant<Grant, R> = (records: Records, grant: Grant) => Promise<Result<Grant, R>>;
type Work<Grant, T, E, R = Refusal> = (records: Records, granted: Grant) => Promise<Result<T, E | R>> | ResultAsync<T, E | R>;

const transactAnew = <Grant, T, E, R>(
  { unitOfWork }: Transacting,
  grant: Grant,
  regrant: Regrant<Grant, R>,
  work: Work<Grant, T, E, R>,
): ResultAsync<T, E | R | Unavailable> =>
  unitOfWork.transact(async (records): Promise<Result<T, E | R>> => {
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

/** The same for what needs a good credential and nothing else. */
export const withSignedIn = <T, E>(
  ports: Transacting,
  signedIn: SignedIn,
  work: Work<SignedIn, T, E, Forbidden>,
): ResultAsync<T, E | Forbidden | Unavailable> =>
  transactAnew(
    ports,
    signedIn,
    async (records, { caller }) => (await callerNow(records, caller)).map((now) => grantSignedIn(now)),
    work,
  );

/** Whether the maker of a verify link may still push: judged in the transaction that registers what they sent. */
export const judgeVerifyLink = async (queries: Queries, link: VerifyLink): Promise<Result<void, Refusal>> => {
  const caller = await callerNow(queries, link.caller);
  if (caller.isErr()) return err(caller.error);
  const access = await queries.access.ofRepository(caller.value.userId, link.repository.repositoryId);
  return decideRepositoryGrant(access, caller.value, 'repository.push').map(() => undefined);
};

/** Gives the grant anew without a transaction: for what a request leaves behind that brings bytes, at the end of them, and for what it is told. */
export const regrantNow = <P extends RepositoryPermission>(
  { unitOfWork }: Transacting,
  grant: Granted<P>,
): ResultAsync<Granted<P>, Refusal | Unavailable> =>
  unitOfWork.read((queries) => regrantRepository(queries, grant)).andThen((granted) => granted);
