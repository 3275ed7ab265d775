import { okAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import type { DeclareChunks, EagerVerifications } from '../verify/eager-verifications.js';

export interface Declared {
  /** Whether the object is being proven. */
  readonly verifying: boolean;
}

/**
 * Tells the service of chunks of an object whose other chunks are still being sent, so that the proof has not to wait for the last of them. Nothing
 * depends on it: an object of which nothing was announced is proven when it is finalized.
 */
export const declareChunks =
  (eagerVerifications: EagerVerifications) =>
  (grant: RepositoryGrant<'repository.push'>, declaration: DeclareChunks): ResultAsync<Declared, never> =>
    okAsync({ verifying: eagerVerifications.declare(grant, declaration) });
