import { ok, type Result, type ResultAsync } from 'neverthrow';
import { demandSession, type SignedIn } from '../../access/grant.js';
import { type IssuedSession, issueSession, sessionLifetimeMs } from '../../access/issue-session.js';
import { newSessionSecret } from '../../access/token-secret.js';
import { type Forbidden, invariant, type Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';

export const exchangeSession =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (signedIn: SignedIn): ResultAsync<IssuedSession, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen(({ caller }) =>
      ports.unitOfWork.transact(async (records): Promise<Result<IssuedSession, never>> => {
        const user = await records.users.find(caller.userId);
        invariant(user !== undefined, 'a user is never removed');
        return ok(await issueSession(records, user, newSessionSecret(ports.random), ports.clock.now(), sessionLifetimeMs));
      }),
    );
