import { parseTokenSecret } from '../../access/token-secret.js';
import { type BadRequest, badRequest } from '../../model/app-error.js';
import type { IdentityProvider } from '../../ports/identity-provider.js';

/** What a header can carry. The length keeps out typing mistakes; how hard a chosen secret is to guess is the operator's part. */
const chosenSecretPattern = /^[\x21-\x7e]{8,255}$/;

/**
 * Refuses a session secret that an operator chose and nobody could sign in with: one that a header cannot carry, or one that looks like an API
 * token, a mistyped secret of the service, or a credential of the identity provider.
 */
export const refusedSecret = (secret: string, identityProvider?: IdentityProvider): BadRequest | undefined => {
  if (!chosenSecretPattern.test(secret)) return badRequest('secret', 'malformed');
  const { kind } = parseTokenSecret(secret);
  const isOther = kind === 'token' || kind === 'mistyped' || identityProvider?.recognises(secret) === true;
  return isOther ? badRequest('secret', 'contradictory') : undefined;
};
