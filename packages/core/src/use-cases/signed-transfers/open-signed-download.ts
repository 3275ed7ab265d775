import type { ResultAsync } from 'neverthrow';
import type { SignedDownload } from '../../access/grant.js';
import type { NotFound, Unavailable } from '../../model/app-error.js';
import { type AssembledKey, parseAssembledKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { openBlobDownload, type OpenDownload } from '../../signed-urls/open-download.js';

/** Opens the object that the chunk tree of a repository holds in pieces. */
export type OpenAssembled = (object: AssembledKey) => ResultAsync<OpenDownload, NotFound | Unavailable>;

export const openSignedDownload =
  (ports: Pick<Ports, 'blobs'>, openAssembled: OpenAssembled) =>
  (download: SignedDownload): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const assembled = parseAssembledKey(download.key);
    return assembled === undefined ? openBlobDownload(ports.blobs, download.key) : openAssembled(assembled);
  };
