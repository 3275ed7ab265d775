import { errAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import { type NotFound, type Unavailable, unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { OpenDownload } from '../signed-transfers/open-signed-download.js';
import type { TreePath } from '../values/index.js';

export interface OpenTreeFile extends OpenDownload {
  /** Of a manifest: `verified` once it is proven and frozen; what is not may be replaced or wrong. Undefined for other files. */
  readonly state: 'verified' | 'unverified' | undefined;
}

/** Spec 4.13: a file of the chunk tree, whole or in part. */
export const readTreeFile =
  (_ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'hasher'>) =>
  (_grant: RepositoryGrant<'repository.pull'>, _path: TreePath): ResultAsync<OpenTreeFile, NotFound | Unavailable> =>
    errAsync(unavailable('storage'));
