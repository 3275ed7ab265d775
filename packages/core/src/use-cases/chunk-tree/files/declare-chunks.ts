import { okAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import type { DeclareChunks, EagerVerifications } from '../verify/eager-verifications.js';

export interface Declared {
  /** Whether the object is being verified. */
  readonly verifying: boolean;
}

export const declareChunks =
  (eagerVerifications: EagerVerifications) =>
  (grant: RepositoryGrant<'repository.push'>, declaration: DeclareChunks): ResultAsync<Declared, never> =>
    okAsync({ verifying: eagerVerifications.declare(grant, declaration) });
