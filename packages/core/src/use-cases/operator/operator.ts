import type { ResultAsync } from 'neverthrow';
import type { AddedUser } from '../../access/add-or-find-user.js';
import type { IssuedSession } from '../../access/issue-session.js';
import type { BadRequest, Conflict, Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { ApiToken } from '../../model/api-token.js';
import type { Membership, Organization } from '../../model/organizations/organization.js';
import type { Repository } from '../../model/repository.js';
import type { User } from '../../model/users/user.js';
import type { Page, PageRequest, TokenId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Backlogs } from '../../ports/records/queue-queries.js';
import { holdOffRemovals } from '../../steps/backup-lease.js';
import { addUser, type AddUser } from './add-user.js';
import { createSession, type CreateSession } from './create-session.js';
import { type EnsuredOwner, ensureOwner, type EnsureOwner } from './ensure-owner.js';
import { endUploads } from './end-uploads.js';
import type { EmailUnverified, UserReference } from './find-user.js';
import { listOrganizations, listRepositories, listTokens, listUsers, type OfOrganization } from './list-everything.js';
import { revokeTokenOfAnybody } from './revoke-token.js';
import { setMember, type SetMember } from './set-member.js';
import { setPlan, type SetPlan } from './set-plan.js';
import { resumeUser, suspendUser } from './suspend-user.js';

/** What the operator of the service does without a credential, for commands on the machine of the server. */
export interface Operator {
  /** Adds a user by e-mail address; returns the existing one unchanged. */
  readonly addUser: (command: AddUser) => ResultAsync<AddedUser, BadRequest | Unavailable>;

  /** Suspends a user: every credential of theirs is refused from the next request on. */
  readonly suspendUser: (reference: UserReference) => ResultAsync<User, EmailUnverified | NotFound | Unavailable>;

  /** Ends the suspension of a user. */
  readonly resumeUser: (reference: UserReference) => ResultAsync<User, EmailUnverified | NotFound | Unavailable>;

  /** Makes a user a member of an organization or changes their role. The last OWNER and the plan's limit hold for operators too. */
  readonly setMember: (
    command: SetMember,
  ) => ResultAsync<Membership, EmailUnverified | NotFound | Conflict | QuotaExceeded | Unavailable>;

  /**
   * Gives an organization a plan or its storage add-on, paid or not. It holds until a subscription changes it. Nothing is deleted
   * where the new plan is smaller.
   */
  readonly setPlan: (command: SetPlan) => ResultAsync<Organization, NotFound | Unavailable>;

  /** Lists everybody, by id. */
  readonly listUsers: (page: PageRequest) => ResultAsync<Page<User>, Unavailable>;

  /** Lists every organization, by slug. */
  readonly listOrganizations: (page: PageRequest) => ResultAsync<Page<Organization>, Unavailable>;

  /** Lists the repositories of an organization, by slug. */
  readonly listRepositories: (of: OfOrganization, page: PageRequest) => ResultAsync<Page<Repository>, NotFound | Unavailable>;

  /** Lists the tokens of an organization, newest first, never their secrets. */
  readonly listTokens: (of: OfOrganization, page: PageRequest) => ResultAsync<Page<ApiToken>, NotFound | Unavailable>;

  /** Revokes a token, of any user, for good from the next request on. Audited as done by the operator. */
  readonly revokeToken: (tokenId: TokenId) => ResultAsync<ApiToken, NotFound | Unavailable>;

  /** Creates a session for a user without an identity provider. `lifetimeMs` is in milliseconds. */
  readonly createSession: (
    command: CreateSession,
  ) => ResultAsync<IssuedSession, EmailUnverified | BadRequest | NotFound | Forbidden | Unavailable>;

  /**
   * Makes sure at the start of a server that somebody can create the first organization. A configured secret is valid after the call
   * and the one configured before is not. Without one, the call that adds the user makes a secret and later calls keep it. Servers
   * that start together add one user.
   */
  readonly ensureOwner: (command: EnsureOwner) => ResultAsync<EnsuredOwner, BadRequest | Unavailable>;

  /**
   * Keeps bytes for a back-up: for an hour from now on nothing is removed that the database may know of now. Called before the database's snapshot is taken, and
   * at least every half hour until all of its blobs are copied. False when nothing was kept up to now, as at the first call: after that an earlier snapshot
   * is worth nothing.
   */
  readonly holdOffRemovals: () => ResultAsync<boolean, Unavailable>;

  /** Tells what waits to be done in the background, in all of the service: for monitoring, some times a minute. */
  readonly readBacklogs: () => ResultAsync<Backlogs, Unavailable>;

  /** Aborts every open upload session, for a database whose storage does not have what was staged; answers how many. */
  readonly endUploads: () => ResultAsync<number, Unavailable>;
}

export const createOperator = (
  ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'identityProvider'> & {
    readonly settings?: Pick<Ports['settings'], 'limits'>;
  },
): Operator => ({
  addUser: addUser(ports),
  suspendUser: suspendUser(ports),
  resumeUser: resumeUser(ports),
  setMember: setMember(ports),
  setPlan: setPlan(ports),
  listUsers: listUsers(ports),
  listOrganizations: listOrganizations(ports),
  listRepositories: listRepositories(ports),
  listTokens: listTokens(ports),
  revokeToken: revokeTokenOfAnybody(ports),
  createSession: createSession(ports),
  ensureOwner: ensureOwner(ports),
  holdOffRemovals: () => holdOffRemovals(ports),
  readBacklogs: () => ports.unitOfWork.read(({ queues }) => queues.backlogs(ports.clock.now())),
  endUploads: endUploads(ports),
});
