import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { type IssuedSession, issueSession } from '../../access/issue-session.js';
import { newSessionSecret } from '../../access/token-secret.js';
import { type BadRequest, badRequest, type Forbidden, type NotFound, type Unavailable } from '../../model/app-error.js';
import { limitsOf } from '../../model/quotas/limits.js';
import type { Ports } from '../../ports/ports.js';
import { type EmailUnverified, findUser, type UserReference } from './find-user.js';
import { refusedSecret } from './session-secret.js';

export type CreateSession = UserReference & {
  /** A whole number above 0. */
  readonly lifetimeMs: number;
  /** Omitted, the service makes one. */
  readonly secret?: string | undefined;
};

const suspended: Forbidden = { kind: 'forbidden', reason: 'account_suspended' };

type Problem = BadRequest | NotFound | EmailUnverified | Forbidden;

export const createSession =
  (
    ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'identityProvider'> & {
      readonly settings?: Pick<Ports['settings'], 'limits'>;
    },
  ) =>
  ({ lifetimeMs, secret, ...reference }: CreateSession): ResultAsync<IssuedSession, Problem | Unavailable> =>
    ports.unitOfWork.transact((records) =>
      safeTry(async function* () {
        const refused = secret === undefined ? undefined : refusedSecret(secret, ports.identityProvider);
        if (refused !== undefined) return err(refused);
        const user = yield* await findUser(records, reference);
        if (user.status !== 'ACTIVE') return err(suspended);
        const createdAt = ports.clock.now();
        const expiresAt = createdAt + lifetimeMs;
        // One that is no number ends at no instant: nothing is ever after it.
        if (!Number.isSafeInteger(expiresAt) || expiresAt <= createdAt) return err(badRequest('lifetime_ms', 'out_of_range'));
        const draft = { user, secret: secret ?? newSessionSecret(ports.random), createdAt, expiresAt, endsAt: expiresAt };
        return ok(await issueSession(records, ports.random, draft, limitsOf(ports.settings).sessionsPerUser));
      }),
    );
