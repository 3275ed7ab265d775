import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type IssuedSession, issueSession } from '../../access/issue-session.js';
import { newSessionSecret } from '../../access/token-secret.js';
import type { BadRequest, Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { type EmailUnverified, findUser, type UserReference } from './find-user.js';
import { refusedSecret } from './session-secret.js';

export type CreateSession = UserReference & {
  readonly lifetimeMs: number;
  /** Omitted, the service makes one. */
  readonly secret?: string | undefined;
};

type Problem = BadRequest | NotFound | EmailUnverified | Forbidden;

export const createSession =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  ({ lifetimeMs, secret, ...reference }: CreateSession): ResultAsync<IssuedSession, Problem | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<IssuedSession, Problem>> => {
      const refused = secret === undefined ? undefined : refusedSecret(secret);
      if (refused !== undefined) return err(refused);
      const found = await findUser(records, reference);
      if (found.isErr()) return err(found.error);
      const user = found.value;
      if (user.status !== 'ACTIVE') return err({ kind: 'forbidden', reason: 'account_suspended' });
      return ok(await issueSession(records, user, secret ?? newSessionSecret(ports.random), ports.clock.now(), lifetimeMs));
    });
