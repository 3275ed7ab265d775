import { errAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import {
  type BadRequest,
  type Conflict,
  type NotFound,
  type QuotaExceeded,
  unavailable,
  type Unavailable,
} from '../app-error.js';
import type { ObjectRequest } from '../objects/object-request.js';
import type { Ports } from '../ports/ports.js';
import type { Oid } from '../values/index.js';
import type { TransferStats } from './transfer-event.js';

export interface FinalizeTree {
  readonly objects: readonly ObjectRequest[];
  /** Recorded as a transfer of kind `push`. */
  readonly stats?: TransferStats | undefined;
}

export interface FinalizedTree {
  readonly generation: number;
  /** How many of the objects asked for are visible now. */
  readonly objects: number;
  /** Those that are too large to be proven while a client waits; they become visible once a background job has proven them. */
  readonly pending: readonly Oid[];
}

/** Spec 4.13: proves objects from the bytes in the chunk tree and makes them visible to every path. */
export const finalizeTree =
  (_ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec'>) =>
  (
    _grant: RepositoryGrant<'repository.push'>,
    _command: FinalizeTree,
  ): ResultAsync<FinalizedTree, BadRequest | Conflict | NotFound | QuotaExceeded | Unavailable> =>
    errAsync(unavailable('storage'));
