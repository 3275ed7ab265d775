import type { ResultAsync } from 'neverthrow';
import type { Unauthorized, Unavailable } from '../model/app-error.js';
import type { Identity } from '../model/users/user.js';

/** Tells who presents a sign-in credential that somebody else issued. */
export interface IdentityProvider {
  /** Whether the credential looks like one of this provider's; a pure look at its shape. */
  recognises(credential: string): boolean;
  /** The identity behind a good credential; every kind of bad one (signature, issuer, audience, algorithm, time) is the same error. */
  verify(credential: string): ResultAsync<Identity, Unauthorized | Unavailable>;
}
