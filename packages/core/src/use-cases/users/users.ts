import type { ResultAsync } from 'neverthrow';
import type { SignedIn } from '../../access/grant.js';
import type { IssuedSession } from '../../access/issue-session.js';
import type { Forbidden, Unavailable } from '../../model/app-error.js';
import type { User } from '../../model/users/user.js';
import type { Ports } from '../../ports/ports.js';
import { exchangeSession } from './exchange-session.js';
import { me, type Me } from './me.js';
import { renameUser } from './rename-user.js';

/** The user behind the credential (spec 4.2). */
export interface Users {
  /** Reads who the caller is, with the organizations and roles that the credential sees (spec 4.2). */
  readonly me: (signedIn: SignedIn) => ResultAsync<Me, Unavailable>;

  /** Changes the caller's display name; needs a session. */
  readonly rename: (signedIn: SignedIn, command: { readonly name: string }) => ResultAsync<User, Forbidden | Unavailable>;

  /** Exchanges a sign-in or a session for a new session of twelve hours. Tokens get none: they would shed their scopes. */
  readonly exchangeSession: (signedIn: SignedIn) => ResultAsync<IssuedSession, Forbidden | Unavailable>;
}

export const createUsers = (ports: Ports): Users => ({
  me: me(ports),
  rename: renameUser(ports),
  exchangeSession: exchangeSession(ports),
});
