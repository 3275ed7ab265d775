import type { User } from '../model/users/user.js';
import { HOUR_MS, type Instant } from '../model/values/index.js';
import type { Records } from '../ports/unit-of-work.js';
import { secretSha256 } from './secret-sha256.js';

/** How long a session lasts that a caller gets in exchange for a sign-in. */
export const sessionLifetimeMs = 12 * HOUR_MS;

/** A session credential of the service's own, shown once; only the hash of its secret is kept. */
export interface IssuedSession {
  readonly secret: string;
  readonly expiresAt: Instant;
  readonly user: User;
}

/** Lets `secret` stand for the user until `lifetimeMs` after `now`; a step of a transaction. */
export const issueSession = async (
  records: Records,
  user: User,
  secret: string,
  now: Instant,
  lifetimeMs: number,
): Promise<IssuedSession> => {
  const expiresAt = now + lifetimeMs;
  await records.credentials.putSession({ secretSha256: secretSha256(secret), userId: user.id, createdAt: now, expiresAt });
  return { secret, expiresAt, user };
};
