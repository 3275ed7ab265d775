import { invariant, MINUTE_MS, SECOND_MS, type Unauthorized, unavailable } from '@svc/core/model';
import type { Clock, IdentityProvider } from '@svc/core/ports';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, type JWTVerifyResult } from 'jose';
import { err, ok, ResultAsync } from 'neverthrow';
import { claimedIdentity } from './claimed-identity.js';
import { IssuerFault } from './issuer-fault.js';
import { issuerKeys } from './issuer-keys.js';
import { type SigningAlgorithm, signingAlgorithms } from './signing-algorithm.js';
import { isTrustworthyUrl } from './trustworthy-url.js';

/** How far the issuer's clock and ours may be apart. */
const CLOCK_SKEW_MS = MINUTE_MS;
const DEFAULT_KEY_COOLDOWN_MS = 30 * SECOND_MS;
/** When the issuer is away: how soon it is asked again. */
const RETRY_AFTER_SECONDS = 5;

export interface OidcOptions {
  /** The issuer, letter by letter as its tokens name it in `iss`. https, or plain http on loopback. */
  readonly issuer: string;
  /** What `aud` has to contain: the client id of ID tokens, or the resource of access tokens. */
  readonly audience: string;
  readonly clock?: Clock | undefined;
  /** What may sign. Default: every asymmetric algorithm of RFC 7518 and RFC 8037. */
  readonly algorithms?: readonly SigningAlgorithm[] | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long an unknown key id is believed to be unknown, in milliseconds; 30 s if absent. */
  readonly keyCooldownMs?: number | undefined;
  /** Told why, each time that the issuer cannot be reached; the caller of `verify` only learns that it cannot. */
  readonly onIssuerFault?: ((fault: Error) => void) | undefined;
}

const invalidCredential: Unauthorized = { kind: 'unauthorized', reason: 'invalid_credential' };

/**
 * Accepts the JWTs of one OpenID Connect issuer: ID tokens and JWT access tokens (RFC 9068). Signature, issuer, audience, algorithm, `exp` and
 * `nbf` are checked; whatever is wrong, the error is the same. Nothing is fetched before the first token. Throws at once on options that could never be safe.
 */
export const createOidcIdentityProvider = (options: OidcOptions): IdentityProvider => {
  const { issuer, audience, clock = { now: () => Date.now() }, algorithms = signingAlgorithms, onIssuerFault } = options;
  invariant(isTrustworthyUrl(issuer), 'an issuer is reached over https, or over http on loopback');
  invariant(audience !== '', 'an audience is named');
  invariant(
    algorithms.length > 0 && algorithms.every((algorithm) => signingAlgorithms.includes(algorithm)),
    'algorithms are asymmetric',
  );
  const keys = issuerKeys({
    issuer,
    clock,
    fetch: options.fetch ?? globalThis.fetch,
    keyCooldownMs: options.keyCooldownMs ?? DEFAULT_KEY_COOLDOWN_MS,
    restMs: RETRY_AFTER_SECONDS * SECOND_MS,
  });
  let told: IssuerFault | undefined;

  const checkWithKeys = (credential: string): Promise<JWTVerifyResult> =>
    jwtVerify(credential, keys, {
      issuer,
      audience,
      algorithms: [...algorithms],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_SKEW_MS / SECOND_MS,
      currentDate: new Date(clock.now()),
    });

  const check = async (credential: string): Promise<JWTVerifyResult> => {
    try {
      return await checkWithKeys(credential);
    } catch (fault) {
      // jose's word for a key of the issuer that cannot verify: too short, or damaged.
      if (fault instanceof TypeError) throw new IssuerFault('the issuer publishes a key that is of no use', { cause: fault });
      throw fault;
    }
  };

  const classify = (fault: unknown) => {
    if (fault instanceof IssuerFault) {
      // Many tokens may meet one fault.
      if (fault !== told) onIssuerFault?.(fault);
      told = fault;
      return unavailable('identity_provider', RETRY_AFTER_SECONDS);
    }
    if (fault instanceof errors.JOSEError) return invalidCredential;
    throw fault;
  };

  return {
    recognises: looksLikeJwt,
    verify: (credential) =>
      ResultAsync.fromPromise(check(credential), classify).andThen(({ payload, protectedHeader }) => {
        const identity =
          isSignInType(protectedHeader.typ) && !isSecurityEvent(payload) ? claimedIdentity(issuer, payload) : undefined;
        return identity === undefined ? err(invalidCredential) : ok(identity);
      }),
  };
};

/** RFC 8725, section 3.11: a logout token or the like from the same issuer, for the same audience, signs nobody in. */
const isSignInType = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && ['jwt', 'at+jwt', 'application/at+jwt'].includes(typ.toLowerCase()));

/** RFC 8417, section 2.2: it tells of something that has happened, such as a logout, and need not have a type of its own. */
const isSecurityEvent = ({ events }: JWTPayload): boolean => events !== undefined;

const threeParts = /^[\w-]+\.[\w-]+\.[\w-]*$/;

const looksLikeJwt = (credential: string): boolean => {
  if (!threeParts.test(credential)) return false;
  try {
    return typeof decodeProtectedHeader(credential).alg === 'string';
  } catch (fault) {
    // jose's word for a first part that is not base64url of a JSON object.
    if (fault instanceof TypeError) return false;
    throw fault;
  }
};
