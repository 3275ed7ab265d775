import type { Instant, SessionId } from '../values/index.js';

/** One session of a user, as they see it. */
export interface Session {
  readonly id: SessionId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}
