import type { ApiToken } from '../../model/api-token.js';
import type { Session } from '../../model/users/session.js';
import type { User } from '../../model/users/user.js';
import type { Instant, Page, PageRequest, SessionId, TokenId, UserId } from '../../model/values/index.js';

/** A token that is not revoked, with the user who made it. It may have expired. */
export interface TokenCredential {
  readonly token: ApiToken;
  readonly user: User;
}

export interface SessionCredential extends Pick<Session, 'id' | 'expiresAt'> {
  readonly user: User;
  /** The latest end of a session that is exchanged for this one. */
  readonly endsAt: Instant;
}

/** Secrets are looked up by the SHA-256 of the whole secret, 64 lower-case hex digits. */
export interface CredentialQueries {
  findToken(secretSha256: string): Promise<TokenCredential | undefined>;
  findSession(secretSha256: string): Promise<SessionCredential | undefined>;
  /** The same for a session that was seen before; undefined once it is removed. */
  findSessionById(id: SessionId): Promise<SessionCredential | undefined>;
  /** The user's sessions that have not ended by `now`, the newest first. */
  listSessions(userId: UserId, now: Instant, page: PageRequest): Promise<Page<Session>>;
  /** The same as `findToken`, for a token that was seen before; undefined once it is revoked. */
  findTokenById(tokenId: TokenId): Promise<TokenCredential | undefined>;
}

export interface CredentialRecords extends CredentialQueries {
  /** Writes a session; one with the same secret is replaced, but keeps its id. */
  putSession(session: {
    readonly id: SessionId;
    readonly secretSha256: string;
    readonly userId: UserId;
    readonly createdAt: Instant;
    readonly expiresAt: Instant;
    readonly endsAt: Instant;
  }): Promise<void>;
  /** False when the user has no such session. */
  removeSession(userId: UserId, id: SessionId): Promise<boolean>;
  /** Removes all of the user's sessions, but for the one that is to stay. */
  removeSessionsOf(userId: UserId, staying?: SessionId): Promise<void>;
  /**
   * Removes the oldest sessions of the user, until there are `max` of them; not this one, nor the one that a setting names. First go those that were made
   * after `beyond`: the clock was set back since (`beyondSchedule`).
   */
  removeOldestSessions(userId: UserId, max: number, keptSha256: string, beyond: Instant): Promise<void>;
  /**
   * Marks the session as the one that a setting names, and removes those that were marked before; undefined: no setting names one. The mark stays when
   * `putSession` writes the session again.
   */
  setConfiguredSession(secretSha256: string | undefined): Promise<void>;
  /** Removes at most `limit` of the sessions that ended before `now`, and answers how many. */
  removeExpiredSessions(now: Instant, limit: number): Promise<number>;
}
