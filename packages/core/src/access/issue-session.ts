import type { User } from '../model/users/user.js';
import { beyondSchedule, DAY_MS, HOUR_MS, type Instant, type SessionId, trusted } from '../model/values/index.js';
import type { RandomSource } from '../ports/random-source.js';
import type { Records } from '../ports/unit-of-work.js';
import { secretSha256 } from './secret-sha256.js';

/** How long a session lasts that a caller gets in exchange for a sign-in. */
export const sessionLifetimeMs = 12 * HOUR_MS;

/** How long a sign-in may be lived on by exchanging one session for the next, where the settings say nothing else. */
export const defaultSessionMaxMs = 30 * DAY_MS;

/** A session credential of the service's own, shown once; only the hash of its secret is kept. */
export interface IssuedSession {
  readonly secret: string;
  readonly expiresAt: Instant;
  readonly user: User;
}

export interface SessionDraft {
  readonly user: User;
  readonly secret: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** The latest end of a session that is exchanged for this one. */
  readonly endsAt: Instant;
}

/** Lets `secret` stand for the user until `expiresAt`; a step of a transaction. Of too many sessions the oldest end: signing in always works. */
export const issueSession = async (
  records: Records,
  random: RandomSource,
  { user, secret, createdAt, expiresAt, endsAt }: SessionDraft,
  maxSessions: number,
): Promise<IssuedSession> => {
  const id = trusted<SessionId>(random.uuid());
  const sha256 = secretSha256(secret);
  await records.users.lock(user.id);
  await records.credentials.putSession({ id, secretSha256: sha256, userId: user.id, createdAt, expiresAt, endsAt });
  await records.credentials.removeOldestSessions(user.id, maxSessions, sha256, beyondSchedule(createdAt, 0));
  return { secret, expiresAt, user };
};
