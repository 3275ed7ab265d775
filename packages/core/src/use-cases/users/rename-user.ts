import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { demandSession, type SignedIn } from '../../access/grant.js';
import { withSignedIn } from '../../access/lock-granted.js';
import { type BadRequest, type Forbidden, invariant, type Unavailable } from '../../model/app-error.js';
import { nameProblem } from '../../model/display-name.js';
import type { User } from '../../model/users/user.js';
import type { Ports } from '../../ports/ports.js';

export const renameUser =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (signedIn: SignedIn, { name }: { readonly name: string }): ResultAsync<User, BadRequest | Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen((session) =>
      withSignedIn(ports, session, async (records, { caller }): Promise<Result<User, BadRequest>> => {
        const misnamed = nameProblem(name);
        if (misnamed !== undefined) return err(misnamed);
        await records.users.rename(caller.userId, name);
        const user = await records.users.find(caller.userId);
        invariant(user !== undefined, 'a user is never removed');
        return ok(user);
      }),
    );
