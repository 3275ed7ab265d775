import { utf8ToBytes } from '@noble/hashes/utils.js';
import { invariant } from '../model/app-error.js';
import { prefixOfTokenKind, type TokenKind, tokenKinds } from '../model/api-token.js';
import type { RandomSource } from '../ports/random-source.js';
import { crc32 } from './crc32.js';

/** The leading part of the secret of a session that the service itself issued. */
const prefixOfSession = 'svc_ses';
/** The leading part of the secret of an invitation's link: no credential, so no request is let in by it. */
const prefixOfInvitation = 'svc_inv';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = alphabet.length;
/** 30 digits of base 62 hold 178 random bits. */
const randomDigits = 30;
/** 62^6 is the first power that holds every CRC-32. */
const checkDigits = 6;
/** A byte at or above the largest multiple of 62 is drawn anew: taking it modulo 62 would favour the first digits. */
const fairBytes = 256 - (256 % base);

const digits = new RegExp(`^[0-9A-Za-z]{${randomDigits + checkDigits}}$`);

const digitsOf = (bytes: Uint8Array): string =>
  Array.from(
    bytes.filter((byte) => byte < fairBytes),
    (byte) => alphabet.charAt(byte % base),
  ).join('');

const randomText = (random: RandomSource): string => {
  let text = '';
  while (text.length < randomDigits) text += digitsOf(random.bytes(randomDigits - text.length));
  return text;
};

const checkOf = (text: string): string => {
  let rest = crc32(utf8ToBytes(text));
  let check = '';
  while (check.length < checkDigits) {
    check = alphabet.charAt(rest % base) + check;
    rest = Math.floor(rest / base);
  }
  invariant(rest === 0, 'six digits of base 62 hold a CRC-32');
  return check;
};

const secretWith = (prefix: string, random: RandomSource): string => {
  const body = `${prefix}_${randomText(random)}`;
  return body + checkOf(body);
};

/** A new secret for an API token: its kind's prefix, `_`, 30 random digits of base 62 and 6 check digits. */
export const newTokenSecret = (kind: TokenKind, random: RandomSource): string => secretWith(prefixOfTokenKind[kind], random);

/** A new secret for a session, of the same form under a prefix of its own. */
export const newSessionSecret = (random: RandomSource): string => secretWith(prefixOfSession, random);

/** A new secret for an invitation's link. */
export const newInvitationSecret = (random: RandomSource): string => secretWith(prefixOfInvitation, random);

/**
 * What a credential is by its looks alone. `mistyped`: it begins as the service's secrets do, yet no secret was ever made like it.
 * `foreign`: nothing of the service's making, such as an identity provider's credential or a session secret that an operator chose.
 */
export type SecretShape =
  | { readonly kind: 'token'; readonly tokenKind: TokenKind }
  | { readonly kind: 'session' }
  | { readonly kind: 'mistyped' }
  | { readonly kind: 'foreign' };

const mistyped: SecretShape = { kind: 'mistyped' };
const foreign: SecretShape = { kind: 'foreign' };
const shapes: readonly (readonly [start: string, shape: SecretShape])[] = [
  [`${prefixOfSession}_`, { kind: 'session' }],
  ...tokenKinds.map((tokenKind) => [`${prefixOfTokenKind[tokenKind]}_`, { kind: 'token', tokenKind }] as const),
];

const isWellFormed = (secret: string, start: string): boolean =>
  digits.test(secret.slice(start.length)) && checkOf(secret.slice(0, -checkDigits)) === secret.slice(-checkDigits);

/** Recognises a credential without looking anything up: prefix, length, alphabet and check digits. */
export const parseTokenSecret = (credential: string): SecretShape => {
  const known = shapes.find(([start]) => credential.startsWith(start));
  if (known === undefined) return foreign;
  const [start, shape] = known;
  return isWellFormed(credential, start) ? shape : mistyped;
};

/** Whether the text can be the secret of an API token or of a session that the service issued, by its looks alone. */
export const isIssuedSecret = (text: string): boolean => {
  const { kind } = parseTokenSecret(text);
  return kind === 'token' || kind === 'session';
};

/** Whether the text can be the secret of an invitation's link; a mistyped one is recognised without a look at the database. */
export const isInvitationSecret = (text: string): boolean => {
  const start = `${prefixOfInvitation}_`;
  return text.startsWith(start) && isWellFormed(text, start);
};
