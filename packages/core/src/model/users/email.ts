import { printableLine } from '../values/printable.js';

/** The longest address that a mail server accepts. */
export const maxEmailLength = 254;

// U+212A, the Kelvin sign, is the one character outside of ASCII whose lower case is inside: with it, two addresses would become one.
const emailPattern = /^[^\s@\p{Control}\u212a]+@[^\s@\p{Control}\u212a]+$/u;

// Joiners, soft hyphens and the like.
const unseen = /\p{Default_Ignorable_Code_Point}/u;

// What a mail server would read as more than the address: lists, comments, quotes, and the ends of one.
const listing = /[<>()[\]\\,;:"]/;

/**
 * The one spelling of an e-mail address under which users are kept and compared: trimmed, lower case. Undefined for text that is no address, or that looks like
 * another one than it is; whether mail arrives there is another question.
 */
export const parseEmail = (text: string): string | undefined => {
  const trimmed = text.trim();
  const isEmail =
    trimmed.length <= maxEmailLength && emailPattern.test(trimmed) && printableLine.test(trimmed) && !unseen.test(trimmed);
  return isEmail ? trimmed.toLowerCase() : undefined;
};

/** The same for an address that mail is to be sent to: one that cannot be taken for several, or for a command of the mail server's. */
export const parseMailAddress = (text: string): string | undefined => {
  const email = parseEmail(text);
  return email === undefined || listing.test(email) ? undefined : email;
};
