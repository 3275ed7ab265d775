import type { Identity } from '@svc/core/model';
import type { JWTPayload } from 'jose';

/** OpenID Connect Core, section 2, bounds a subject; RFC 5321 an address. */
const MAX_SUBJECT_LENGTH = 255;
const MAX_EMAIL_LENGTH = 254;

const text = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;

/** No database keeps U+0000, or half of a surrogate pair, in a text: two subjects could become one. */
const isKept = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value);

const emailOf = (claim: unknown): string | undefined => {
  const email = text(claim);
  return email !== undefined && isKept(email) && email.length <= MAX_EMAIL_LENGTH && /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(email)
    ? email
    : undefined;
};

/** Who the verified claims speak of; undefined when they name nobody. */
export const claimedIdentity = (issuer: string, claims: JWTPayload): Identity | undefined => {
  const subject: unknown = claims.sub;
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH) return undefined;
  if (!isKept(subject)) return undefined;
  const email = emailOf(claims.email);
  return {
    issuer,
    subject,
    email,
    // Exactly `true`: some issuers send the text "false", which is truthy.
    emailVerified: claims.email_verified === undefined ? undefined : email !== undefined && claims.email_verified === true,
    name: text(claims.name) ?? text(claims.preferred_username),
  };
};
