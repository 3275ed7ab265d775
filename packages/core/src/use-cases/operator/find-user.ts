import { err, ok, type Result } from 'neverthrow';
import { type NotFound, notFound } from '../../model/app-error.js';
import { parseEmail } from '../../model/users/email.js';
import type { User } from '../../model/users/user.js';
import type { UserId } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';

/** How an operator names a user: by id, or by an e-mail in whatever spelling. */
export type UserReference = { readonly userId: UserId } | { readonly email: string };

/** Nobody has the e-mail verified. These claim it unverified, so it names none of them; the first by id, at most `maxClaimants`. */
export interface EmailUnverified {
  readonly kind: 'email_unverified';
  readonly userIds: readonly UserId[];
}

const maxClaimants = 10;

/** By e-mail: the user who has it verified, also where others claim it. */
export const findUser = async (
  { users }: Pick<Queries, 'users'>,
  reference: UserReference,
): Promise<Result<User, NotFound | EmailUnverified>> => {
  if ('userId' in reference) {
    const user = await users.find(reference.userId);
    return user === undefined ? err(notFound) : ok(user);
  }
  const email = parseEmail(reference.email);
  if (email === undefined) return err(notFound);
  const user = await users.findByVerifiedEmail(email);
  if (user !== undefined) return ok(user);
  const claimants = await users.listUnverified(email, maxClaimants);
  return err(claimants.length === 0 ? notFound : { kind: 'email_unverified', userIds: claimants.map(({ id }) => id) });
};
