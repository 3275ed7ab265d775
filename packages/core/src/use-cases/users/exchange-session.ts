import { ok, type Result, type ResultAsync } from 'neverthrow';
import { demandSession, type SignedIn } from '../../access/grant.js';
import { defaultSessionMaxMs, type IssuedSession, issueSession, sessionLifetimeMs } from '../../access/issue-session.js';
import { withSignedIn } from '../../access/lock-granted.js';
import { newSessionSecret } from '../../access/token-secret.js';
import { type Forbidden, invariant, type Unavailable } from '../../model/app-error.js';
import type { Caller } from '../../model/permissions/caller.js';
import type { Instant } from '../../model/values/index.js';
import { limitsOf } from '../../model/quotas/limits.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';

/** The end that the session has which is exchanged; none for a sign-in of the identity provider. */
const endOf = async ({ credentials }: Records, { credential }: Caller): Promise<Instant> => {
  if (credential.kind === 'token' || credential.sessionId === undefined) return Infinity;
  return (await credentials.findSessionById(credential.sessionId))?.endsAt ?? Infinity;
};

export const exchangeSession =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'settings'>) =>
  (signedIn: SignedIn): ResultAsync<IssuedSession, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen((session) =>
      withSignedIn(ports, session, async (records, { caller }): Promise<Result<IssuedSession, never>> => {
        const user = await records.users.find(caller.userId);
        invariant(user !== undefined, 'a user is never removed');
        const createdAt = ports.clock.now();
        const { sessionMaxMs = defaultSessionMaxMs } = ports.settings;
        const endsAt = Math.min(await endOf(records, caller), createdAt + sessionMaxMs);
        const expiresAt = Math.min(createdAt + sessionLifetimeMs, endsAt);
        const draft = { user, secret: newSessionSecret(ports.random), createdAt, expiresAt, endsAt };
        return ok(await issueSession(records, ports.random, draft, limitsOf(ports.settings).sessionsPerUser));
      }),
    );
