import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { User, UserStatus } from '../../model/users/user.js';
import type { Ports } from '../../ports/ports.js';
import { type EmailUnverified, findUser, type UserReference } from './find-user.js';

const setStatus =
  (ports: Pick<Ports, 'unitOfWork'>, status: UserStatus) =>
  (reference: UserReference): ResultAsync<User, NotFound | EmailUnverified | Unavailable> =>
    ports.unitOfWork.transact((records) =>
      safeTry(async function* () {
        const user = yield* await findUser(records, reference);
        // A deleted account stays deleted: it is neither suspended nor resumed.
        if (user.status === 'DELETED') return err(notFound);
        if (user.status !== status) await records.users.setStatus(user.id, status);
        // Until now each of them told its holder that the account is suspended (spec 5.1). From here on it would let them in again.
        if (user.status === 'SUSPENDED' && status === 'ACTIVE') await records.credentials.removeSessionsOf(user.id);
        return ok({ ...user, status });
      }),
    );

/**
 * Shuts the user out from the next request on, whatever credential it carries. Memberships and tokens stay for the day of `resumeUser`; the sessions from
 * before it never come back.
 */
export const suspendUser = (ports: Pick<Ports, 'unitOfWork'>) => setStatus(ports, 'SUSPENDED');

/** Lets a suspended user in again, who has to sign in anew: the sessions from before are gone. */
export const resumeUser = (ports: Pick<Ports, 'unitOfWork'>) => setStatus(ports, 'ACTIVE');
