import type { ResultAsync } from 'neverthrow';
import type { SignedIn } from '../../access/grant.js';
import type { IssuedSession } from '../../access/issue-session.js';
import type { BadRequest, Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { User } from '../../model/users/user.js';
import type { Page, PageRequest, SessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { exchangeSession } from './exchange-session.js';
import { me, type Me } from './me.js';
import { renameUser } from './rename-user.js';
import { endOtherSessions, endSession, type ListedSession, listSessions } from './sessions.js';

/** The user behind the credential (spec 4.2). */
export interface Users {
  /** Reads who the caller is, with the organizations and roles that the credential sees (spec 4.2). */
  readonly me: (signedIn: SignedIn) => ResultAsync<Me, Unavailable>;

  /** Changes the caller's display name; needs a session. */
  readonly rename: (
    signedIn: SignedIn,
    command: { readonly name: string },
  ) => ResultAsync<User, BadRequest | Forbidden | Unavailable>;

  /**
   * Exchanges a sign-in or a session for a new session of twelve hours, but for none that lasts longer than the settings allow after the sign-in. Tokens
   * get none: they would shed their scopes.
   */
  readonly exchangeSession: (signedIn: SignedIn) => ResultAsync<IssuedSession, Forbidden | Unavailable>;

  /** Lists the caller's sessions of the service, the newest first; needs a session. Sign-ins of the identity provider are not among them. */
  readonly listSessions: (signedIn: SignedIn, page: PageRequest) => ResultAsync<Page<ListedSession>, Forbidden | Unavailable>;

  /** Ends one session of the caller, also the one that they ask with. It is refused from the next request on. */
  readonly endSession: (signedIn: SignedIn, id: SessionId) => ResultAsync<void, NotFound | Forbidden | Unavailable>;

  /** Ends all sessions of the caller but the one that they ask with. */
  readonly endOtherSessions: (signedIn: SignedIn) => ResultAsync<void, Forbidden | Unavailable>;
}

export const createUsers = (ports: Ports): Users => ({
  me: me(ports),
  rename: renameUser(ports),
  exchangeSession: exchangeSession(ports),
  listSessions: listSessions(ports),
  endSession: endSession(ports),
  endOtherSessions: endOtherSessions(ports),
});
