import type { ResultAsync } from 'neverthrow';
import type { AddedUser } from '../../access/add-or-find-user.js';
import type { IssuedSession } from '../../access/issue-session.js';
import type { BadRequest, Conflict, Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { Membership, Organization } from '../../model/organizations/organization.js';
import type { User } from '../../model/users/user.js';
import type { Ports } from '../../ports/ports.js';
import { addUser, type AddUser } from './add-user.js';
import { createSession, type CreateSession } from './create-session.js';
import { type EnsuredOwner, ensureOwner, type EnsureOwner } from './ensure-owner.js';
import type { EmailUnverified, UserReference } from './find-user.js';
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
}

export const createOperator = (
  ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'> & { readonly settings?: Pick<Ports['settings'], 'limits'> },
): Operator => ({
  addUser: addUser(ports),
  suspendUser: suspendUser(ports),
  resumeUser: resumeUser(ports),
  setMember: setMember(ports),
  setPlan: setPlan(ports),
  createSession: createSession(ports),
  ensureOwner: ensureOwner(ports),
});
