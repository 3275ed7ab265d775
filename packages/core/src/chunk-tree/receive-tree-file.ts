import { errAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import type {
  BadRequest,
  BodyIncomplete,
  Conflict,
  NotFound,
  PayloadTooLarge,
  QuotaExceeded,
  Unavailable,
} from '../app-error.js';
import { unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { UploadBody } from '../signed-transfers/receive-signed-upload.js';
import type { TreePath } from '../values/index.js';

export interface ReceivedTreeFile {
  /** False when a file that cannot change was there with the same bytes. */
  readonly created: boolean;
}

/** Spec 4.13: stores a file of the chunk tree. */
export const receiveTreeFile =
  (_ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'codec'>) =>
  (
    _grant: RepositoryGrant<'repository.push'>,
    _path: TreePath,
    _body: UploadBody,
  ): ResultAsync<
    ReceivedTreeFile,
    BadRequest | BodyIncomplete | Conflict | NotFound | PayloadTooLarge | QuotaExceeded | Unavailable
  > =>
    errAsync(unavailable('storage'));
