import { invariant } from '../model/app-error.js';
import type { User } from '../model/users/user.js';
import type { Records } from '../ports/unit-of-work.js';

export interface AddedUser {
  readonly user: User;
  /** False when somebody with that verified e-mail was there already; they are left as they are. */
  readonly isNew: boolean;
}

/**
 * Adds the candidate, or finds the user who has the candidate's verified e-mail; a step of a transaction. An e-mail that nobody has verified
 * proves nothing, so it leads to no existing user.
 */
export const addOrFindUser = async (records: Records, candidate: User): Promise<AddedUser> => {
  if (await records.users.add(candidate)) return { user: candidate, isNew: true };
  invariant(candidate.email !== undefined && candidate.emailVerified, 'a user is refused only for a verified e-mail');
  const user = await records.users.findByVerifiedEmail(candidate.email);
  invariant(user !== undefined, 'a user is refused only for the sake of one with that e-mail');
  return { user, isNew: false };
};
