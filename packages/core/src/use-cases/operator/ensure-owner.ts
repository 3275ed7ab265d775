import { errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import { addOrFindUser } from '../../access/add-or-find-user.js';
import { issueSession } from '../../access/issue-session.js';
import { secretSha256 } from '../../access/secret-sha256.js';
import { newSessionSecret } from '../../access/token-secret.js';
import { type BadRequest, badRequest, type Unavailable } from '../../model/app-error.js';
import { limitsOf } from '../../model/quotas/limits.js';
import type { User } from '../../model/users/user.js';
import { DAY_MS } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { verifiedUser } from './add-user.js';
import { refusedSecret } from './session-secret.js';

/** Every call with a configured secret moves its end on. */
export const ownerSessionLifetimeMs = 365 * DAY_MS;

export interface EnsureOwner {
  readonly email: string;
  /** The session secret to hold from now on; omitted, the first start makes one. */
  readonly secret?: string | undefined;
}

export interface EnsuredOwner {
  readonly user: User;
  /** Present when this call made the secret: it is to be shown now, for it cannot be had again. */
  readonly newSecret: string | undefined;
}

export const ensureOwner =
  (
    ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'identityProvider'> & {
      readonly settings?: Pick<Ports['settings'], 'limits'>;
    },
  ) =>
  ({ email, secret: configured }: EnsureOwner): ResultAsync<EnsuredOwner, BadRequest | Unavailable> => {
    const candidate = verifiedUser(ports, { email });
    if (candidate === undefined) return errAsync(badRequest('email', 'malformed'));
    const refused = configured === undefined ? undefined : refusedSecret(configured, ports.identityProvider);
    if (refused !== undefined) return errAsync(refused);
    return ports.unitOfWork.transact(async (records): Promise<Result<EnsuredOwner, never>> => {
      const { user, isNew } = await addOrFindUser(records, candidate);
      const newSecret = configured === undefined && isNew ? newSessionSecret(ports.random) : undefined;
      const secret = configured ?? newSecret;
      if (secret !== undefined) {
        const { createdAt } = candidate;
        const { sessionsPerUser } = limitsOf(ports.settings);
        const expiresAt = createdAt + ownerSessionLifetimeMs;
        await issueSession(records, ports.random, { user, secret, createdAt, expiresAt, endsAt: expiresAt }, sessionsPerUser);
      }
      await records.credentials.setConfiguredSession(configured === undefined ? undefined : secretSha256(configured));
      return ok({ user, newSecret });
    });
  };
