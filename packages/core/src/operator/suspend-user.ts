import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { User, UserStatus } from '../users/user.js';
import { findUserByEmail } from './find-user-by-email.js';

const setStatus =
  (ports: Pick<Ports, 'unitOfWork'>, status: UserStatus) =>
  (email: string): ResultAsync<User, NotFound | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<User, NotFound>> => {
      const user = await findUserByEmail(records, email);
      // A deleted account stays deleted: it is neither suspended nor resumed.
      if (user === undefined || user.status === 'DELETED') return err(notFound);
      if (user.status !== status) await records.users.setStatus(user.id, status);
      return ok({ ...user, status });
    });

/** Shuts the user out from the next request on, whatever credential it carries; memberships and tokens stay for the day of `resumeUser`. */
export const suspendUser = (ports: Pick<Ports, 'unitOfWork'>) => setStatus(ports, 'SUSPENDED');

/** Lets a suspended user in again. */
export const resumeUser = (ports: Pick<Ports, 'unitOfWork'>) => setStatus(ports, 'ACTIVE');
