import { IssuerFault } from './issuer-fault.js';
import { isTrustworthyUrl } from './trustworthy-url.js';

const TIMEOUT_MS = 5000;
const MAX_SHOWN_LENGTH = 200;

/**
 * Reads the issuer's discovery document (OpenID Connect Discovery 1.0, section 4) and returns where its keys are.
 * Rejects with `IssuerFault`.
 */
export const discoverIssuer = async (issuer: string, fetch: typeof globalThis.fetch): Promise<URL> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await fetchJson(address, fetch);
  if (typeof document !== 'object' || document === null) throw new IssuerFault(`${address} is no JSON object`);
  // Section 4.3: the document must be about the very issuer that was asked for, to the letter.
  if (!('issuer' in document) || document.issuer !== issuer) throw new IssuerFault(`${address} ${namedIssuer(document, issuer)}`);
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string' || !isTrustworthyUrl(document.jwks_uri)) {
    throw new IssuerFault(`${address} names no jwks_uri that can be trusted`);
  }
  return new URL(document.jwks_uri);
};

/** A slash at the end, or a place for a tenant's name, is easily overlooked. */
const namedIssuer = (document: object, issuer: string): string => {
  const named: unknown = 'issuer' in document ? document.issuer : undefined;
  return typeof named === 'string'
    ? `names the issuer ${JSON.stringify(named.slice(0, MAX_SHOWN_LENGTH))}, not ${JSON.stringify(issuer)}`
    : 'names no issuer';
};

const fetchJson = async (address: string, fetch: typeof globalThis.fetch): Promise<unknown> => {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) throw new IssuerFault(`${address} answers ${response.status}`);
    return await response.json();
  } catch (fault) {
    // Refused, timed out, redirected, cut off, no JSON: whatever it was, the issuer is not there now.
    throw fault instanceof IssuerFault ? fault : new IssuerFault(`${address} cannot be read`, { cause: fault });
  }
};
