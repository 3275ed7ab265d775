import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { z } from 'zod';

/** Schemas of single settings: text as the environment gives it in, a value out. Messages go on after the setting's name. */

export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);

export const yesOrNo = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true');

export const oneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, { error: `must be one of ${choices.join(', ')}` });

/** Shells put a home in the place of `~`; files of settings do not, and a folder of that name would be made. */
export const isWrittenOutPath = (text: string): boolean => !/^~(?:\/|$)/.test(text);
export const pathRule = 'must be a path that is written out: nothing replaces the ~ that it begins with';

export const folderPath = z.string().refine((text) => isWrittenOutPath(text), pathRule);

export const hostName = z.string().refine((text) => isIP(text) !== 0 || isHostName(text), 'must be an address or a host name');

/** What URLs can begin with, as they do where nothing else is set: they have rules of their own for numbers and encoded names. */
const isHostName = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && URL.canParse(`http://${text}`);

/**
 * The URL of a server as all programs read it, without the slash at its end. Parsers repair much, such as `http:/host`; what is put behind the text as it
 * stands would be another URL to each of them.
 */
export const httpUrl = z
  .string()
  .refine((text) => isPlainUrl(text), { error: 'must be an http or https URL without user, query or fragment', abort: true })
  .refine(
    (text) => isWrittenOut(text),
    'must be written like https://host.example.org:8443/path: two slashes, no backslashes, blanks or dot segments, all of the address, other characters percent-encoded',
  )
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname}`.replace(/\/+$/, '');
  });

/**
 * Whether a parser takes the text for nothing else than what it says; a host's case, a scheme's default port, a name's encoding and the forms of an IPv6
 * address are ways to say one thing.
 */
const isWrittenOut = (text: string): boolean => {
  const [, host, port = '', path = '/'] = /^https?:\/\/(\[[^\]]+\]|[^/:]+)(:\d+)?(\/.*)?$/i.exec(text) ?? [];
  if (host === undefined) return false;
  const { protocol, hostname, port: otherPort, pathname } = new URL(text);
  const usualPort = protocol === 'https:' ? ':443' : ':80';
  return (
    (isBracketed(host) || [hostname, domainToUnicode(hostname)].includes(host.normalize().toLowerCase())) &&
    (port === '' || port === usualPort ? '' : port.slice(1)) === otherPort &&
    path === pathname
  );
};

const isBracketed = (host: string): boolean => host.startsWith('[') && isIP(host.slice(1, -1)) === 6;

const isPlainUrl = (text: string): boolean => {
  if (!URL.canParse(text) || text.includes('?') || text.includes('#')) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
};

export const issuerUrl = z
  .string()
  .refine(
    (text) => isTrustworthy(text),
    'must be an https URL without user, query or fragment; plain http is allowed on loopback only',
  );

// The adapter for issuers demands an origin to trust, too; it is not asked, since it is loaded only where there is an issuer. Behind a query or a
// fragment no discovery document could be found (OpenID Connect Discovery 1.0, section 3).
const isTrustworthy = (text: string): boolean => {
  if (!isPlainUrl(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname));
};

export const emailAddress = z
  .string()
  .refine((text) => text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text), 'must be an e-mail address');

const separated = z.string().transform((text) => text.split(',').map((each) => each.trim()));

const originsRule =
  'must be a list of origins such as https://app.example.org, separated by commas, without a path or a slash at the end';

/** Origins that pages may reach, separated by commas. */
export const originList = separated.refine((origins) => origins.every(isOrigin), originsRule);

/** Origins of web pages, as browsers write them. One with a `*` would be no page's. */
export const pageOriginList = separated.refine(
  (origins) => origins.every((origin) => isOrigin(origin) && !origin.includes('*')),
  originsRule,
);

const isOrigin = (text: string): boolean => isPlainUrl(text) && new URL(text).origin === text;

/** Addresses in CIDR notation, separated by commas; an address alone is itself. */
export const cidrList = separated.refine(
  (cidrs) => cidrs.every(isCidr),
  'must be a list of networks such as 10.0.0.0/8, separated by commas',
);

const isCidr = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  // A zone means something on one machine alone, so no network has one.
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
};
