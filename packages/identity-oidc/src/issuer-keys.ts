import { HOUR_MS, type Instant } from '@svc/core/model';
import type { Clock } from '@svc/core/ports';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, type RemoteJWKSet } from 'jose';
import { discoverIssuer } from './discover-issuer.js';
import { createRestingFetch } from './resting-fetch.js';

const TIMEOUT_MS = 5000;
/** How long a discovery document is believed; keys themselves are read again after ten minutes. */
const DISCOVERY_MAX_AGE_MS = HOUR_MS;

/**
 * Finds the public key that a token names. The issuer is asked at the first token, and again when a token names an
 * unknown key and the cooldown since the last answer is over: that is how a key that the issuer has just begun to use is found
 * at once, and why a flood of forged key ids costs one request per cooldown. One that has not answered well is left alone for
 * `restMs`. Rejects with `IssuerFault`, or with jose's own error when the issuer has no such key.
 */
export const issuerKeys = (options: {
  readonly issuer: string;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly keyCooldownMs: number;
  readonly restMs: number;
}): JWTVerifyGetKey => {
  const resting = createRestingFetch(options);
  let discovery: { readonly keys: Promise<RemoteJWKSet>; readonly staleAt: Instant } | undefined;

  const discover = async (): Promise<RemoteJWKSet> =>
    createRemoteJWKSet(await discoverIssuer(options.issuer, resting.fetch), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: options.keyCooldownMs,
      [customFetch]: resting.fetch,
    });

  const currentKeys = (): Promise<RemoteJWKSet> => {
    const now = options.clock.now();
    const leftMs = discovery === undefined ? 0 : discovery.staleAt - now;
    // What holds for longer than it may is from before the clock was set back.
    if (discovery !== undefined && leftMs > 0 && leftMs <= DISCOVERY_MAX_AGE_MS) return discovery.keys;
    const started = { keys: discover(), staleAt: now + DISCOVERY_MAX_AGE_MS };
    discovery = started;
    // A failure is not remembered here: the next token asks again, once the issuer has rested.
    void started.keys.catch(() => {
      if (discovery === started) discovery = undefined;
    });
    return started.keys;
  };

  return async (header, token) => {
    const before = resting.requests();
    try {
      const keys = await currentKeys();
      return await keys(header, token);
    } catch (fault) {
      // A damaged key among good ones is found without a request, and is no reason to ask for no others.
      throw isAboutTheToken(fault) ? fault : resting.faultOf(fault, resting.requests() > before);
    }
  };
};

/** OpenID Connect Core, section 10.1: with several keys that fit, the token has to say which one. */
const isAboutTheToken = (fault: unknown): boolean =>
  fault instanceof errors.JWKSNoMatchingKey || fault instanceof errors.JWKSMultipleMatchingKeys;
