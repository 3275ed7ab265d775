import { errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import { type AddedUser, addOrFindUser } from '../../access/add-or-find-user.js';
import { newUser } from '../../access/provision-user.js';
import { type BadRequest, badRequest, type Unavailable } from '../../model/app-error.js';
import { nameProblem } from '../../model/display-name.js';
import { parseEmail } from '../../model/users/email.js';
import type { User } from '../../model/users/user.js';
import { trusted, type UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export interface AddUser {
  readonly email: string;
  /** Without one, the first part of the e-mail. */
  readonly name?: string | undefined;
}

/** The user that an operator vouches for: the e-mail counts as verified. Undefined when it is no e-mail. */
export const verifiedUser = (ports: Pick<Ports, 'clock' | 'random'>, { email: text, name }: AddUser): User | undefined => {
  const email = parseEmail(text);
  if (email === undefined) return undefined;
  const identity = { subject: email, email, emailVerified: true, name };
  return newUser(identity, trusted<UserId>(ports.random.uuid()), ports.clock.now());
};

export const addUser =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (command: AddUser): ResultAsync<AddedUser, BadRequest | Unavailable> => {
    const misnamed = command.name === undefined ? undefined : nameProblem(command.name);
    if (misnamed !== undefined) return errAsync(misnamed);
    const candidate = verifiedUser(ports, command);
    if (candidate === undefined) return errAsync(badRequest('email', 'malformed'));
    return ports.unitOfWork.transact(async (records): Promise<Result<AddedUser, never>> =>
      ok(await addOrFindUser(records, candidate)),
    );
  };
