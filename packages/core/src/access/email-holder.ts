import type { User } from '../model/users/user.js';
import type { Queries } from '../ports/unit-of-work.js';

export interface EmailHolder {
  readonly user: User;
  /** Whether the issuer has vouched for the holder too, under a subject of their own: then its newest word tells whose the address is. */
  readonly yields: boolean;
}

/** Who has the address verified while `issuer` vouches for somebody else as its owner; undefined when nobody has. */
export const emailHolder = async (
  { users }: Pick<Queries, 'users'>,
  email: string,
  issuer: string,
): Promise<EmailHolder | undefined> => {
  const user = await users.findByVerifiedEmail(email);
  return user && { user, yields: await users.hasIdentityOf(user.id, issuer) };
};
