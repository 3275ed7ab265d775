import type { ResultAsync } from 'neverthrow';
import type { SignedDownload } from '../access/grant.js';
import type { NotFound, Unavailable } from '../app-error.js';
import { openAssembledObject } from '../chunk-tree/open-assembled-object.js';
import type { Ports } from '../ports/ports.js';
import { parseAssembledKey } from '../values/index.js';
import { openBlobDownload, type OpenDownload } from './open-download.js';

/** What a download URL of the service's own leads to: a blob, or an object that is put together from its chunks while it is read. */
export const openSignedDownload =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'codec' | 'hasher'>) =>
  (download: SignedDownload): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const assembled = parseAssembledKey(download.key);
    return assembled === undefined ? openBlobDownload(ports.blobs, download.key) : openAssembledObject(ports)(assembled);
  };
