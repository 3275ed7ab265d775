import type { Queries } from '../ports/unit-of-work.js';
import { parseEmail } from '../users/email.js';
import type { User } from '../users/user.js';

/** The user whom an operator names by verified e-mail, in whatever spelling. */
export const findUserByEmail = async (queries: Pick<Queries, 'users'>, text: string): Promise<User | undefined> => {
  const email = parseEmail(text);
  return email === undefined ? undefined : queries.users.findByVerifiedEmail(email);
};
