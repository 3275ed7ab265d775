import type { ApiToken } from '../../model/api-token.js';
import type { User } from '../../model/users/user.js';
import type { Instant, TokenId, UserId } from '../../model/values/index.js';

/** A token that is not revoked, with the user who made it. It may have expired. */
export interface TokenCredential {
  readonly token: ApiToken;
  readonly user: User;
}

export interface SessionCredential {
  readonly user: User;
  readonly expiresAt: Instant;
}

/** Secrets are looked up by the SHA-256 of the whole secret, 64 lower-case hex digits. */
export interface CredentialQueries {
  findToken(secretSha256: string): Promise<TokenCredential | undefined>;
  findSession(secretSha256: string): Promise<SessionCredential | undefined>;
  /** The same as `findToken`, for a token that was seen before; undefined once it is revoked. */
  findTokenById(tokenId: TokenId): Promise<TokenCredential | undefined>;
}

export interface CredentialRecords extends CredentialQueries {
  /** Writes a session; one with the same secret is replaced. */
  putSession(session: {
    readonly secretSha256: string;
    readonly userId: UserId;
    readonly createdAt: Instant;
    readonly expiresAt: Instant;
  }): Promise<void>;
  /**
   * Marks the session as the one that a setting names, and removes those that were marked before; undefined: no setting names one. The mark stays when
   * `putSession` writes the session again.
   */
  setConfiguredSession(secretSha256: string | undefined): Promise<void>;
  /** Removes the sessions that ended before `now`. */
  removeExpiredSessions(now: Instant): Promise<void>;
}
