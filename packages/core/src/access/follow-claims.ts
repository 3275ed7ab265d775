import { invariant } from '../model/app-error.js';
import { parseEmail } from '../model/users/email.js';
import type { Identity, User } from '../model/users/user.js';
import type { Queries, Records } from '../ports/unit-of-work.js';
import { emailHolder } from './email-holder.js';

interface EmailChange {
  readonly email: string;
  readonly isVerified: boolean;
  /** Who has the address verified until now. */
  readonly holder: User | undefined;
}

/**
 * How the address of the user behind the identity changes by what the issuer says now; undefined when it does not. What is not said changes nothing: most
 * access tokens name no address. Who is shut out takes no address from who has it since. An address that belongs to somebody whom the issuer does not know
 * stays theirs, and unverified for this user: two accounts are never made one.
 */
export const emailChange = async (
  queries: Pick<Queries, 'users'>,
  user: User,
  identity: Identity,
): Promise<EmailChange | undefined> => {
  const email = identity.email === undefined ? undefined : parseEmail(identity.email);
  if (email === undefined || user.status !== 'ACTIVE') return undefined;
  const isKept = email === user.email;
  const isClaimed = identity.emailVerified ?? (isKept && user.emailVerified);
  if (isKept && isClaimed === user.emailVerified) return undefined;
  const holder = isClaimed ? await emailHolder(queries, email, identity.issuer) : undefined;
  if (holder?.yields === false) return isKept ? undefined : { email, isVerified: false, holder: undefined };
  return { email, isVerified: isClaimed, holder: holder?.user };
};

/** Brings the user's address to what the issuer says now; a step of a transaction. */
export const followClaims = async (records: Records, user: User, identity: Identity): Promise<User> => {
  const change = await emailChange(records, user, identity);
  if (change === undefined) return user;
  const { email, isVerified, holder } = change;
  if (holder !== undefined) await records.users.setEmail(holder.id, email, false);
  const isSet = await records.users.setEmail(user.id, email, isVerified);
  invariant(isSet, 'an address that its holder has yielded is free');
  return { ...user, email, emailVerified: isVerified };
};
