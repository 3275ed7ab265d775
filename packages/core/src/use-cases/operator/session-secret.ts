import { parseTokenSecret } from '../../access/token-secret.js';
import { type BadRequest, badRequest } from '../../model/app-error.js';

/** What a header can carry. The length keeps out typing mistakes; how hard a chosen secret is to guess is the operator's part. */
const chosenSecretPattern = /^[\x21-\x7e]{8,255}$/;

/**
 * Refuses a session secret that an operator chose and nobody could sign in with: one that a header cannot carry, or one that looks like an API
 * token or a mistyped secret of the service.
 */
export const refusedSecret = (secret: string): BadRequest | undefined => {
  if (!chosenSecretPattern.test(secret)) return badRequest('secret', 'malformed');
  const { kind } = parseTokenSecret(secret);
  return kind === 'token' || kind === 'mistyped' ? badRequest('secret', 'contradictory') : undefined;
};
