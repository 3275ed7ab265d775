import { isIssuedSecret } from '@svc/core';

const bearer = /^Bearer +(\S+) *$/i;
const basic = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/**
 * The credential in an Authorization header: `Bearer <token>`, and where Git LFS speaks also `Basic <anything>:<token>`, `Basic <token>:` or
 * `Basic <token>:<anything>`. Undefined when there is none that can be read.
 */
export const credentialOf = (authorization: string | undefined, isLfs: boolean): string | undefined => {
  if (authorization === undefined) return undefined;
  const token = bearer.exec(authorization)?.[1];
  if (token !== undefined || !isLfs) return token;
  const encoded = basic.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1) return undefined;
  const userName = decoded.slice(0, colon);
  const password = decoded.slice(colon + 1);
  // In a URL the token may be the user's name, with no password or with one that says nothing, such as `x-oauth-basic`.
  if (isIssuedSecret(userName) && !isIssuedSecret(password)) return userName;
  return password || userName || undefined;
};
