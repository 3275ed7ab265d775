import { okAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import type { AnnounceChunks, ProofsAhead } from '../verify/eager-verifications.js';

export interface Announced {
  /** Whether the object is being proven. */
  readonly proving: boolean;
}

/**
 * Tells the service of chunks of an object whose other chunks are still being sent, so that the proof has not to wait for the last of them. Nothing
 * depends on it: an object of which nothing was announced is proven when it is finalized.
 */
export const announceChunks =
  (proofsAhead: ProofsAhead) =>
  (grant: RepositoryGrant<'repository.push'>, announcement: AnnounceChunks): ResultAsync<Announced, never> =>
    okAsync({ proving: proofsAhead.announce(grant, announcement) });
