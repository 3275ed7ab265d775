import { err, ok, okAsync, type ResultAsync } from 'neverthrow';
import type { SignedDownload } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { type AssembledKey, type ObjectKey, parseAssembledKey, repositoryOfKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { openBlobDownload, type OpenDownload } from '../../signed-urls/open-download.js';

/** Opens the object that the chunk tree of a repository holds in pieces. */
export type OpenAssembled = (object: AssembledKey) => ResultAsync<OpenDownload, NotFound | Unavailable>;

/** A URL leads nowhere from the moment at which its repository is gone, although the bytes stay for a while. */
const demandRepository = (
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  key: ObjectKey,
): ResultAsync<void, NotFound | Unavailable> => {
  const repositoryId = repositoryOfKey(key);
  if (repositoryId === undefined) return okAsync();
  return unitOfWork
    .read(({ repositories }) => repositories.find(repositoryId))
    .andThen((found) => (found === undefined ? err(notFound) : ok()));
};

export const openSignedDownload =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs'>, openAssembled: OpenAssembled) =>
  (download: SignedDownload): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const { key } = download;
    const assembled = parseAssembledKey(key);
    return demandRepository(ports, key).andThen(() =>
      assembled === undefined ? openBlobDownload(ports.blobs, key) : openAssembled(assembled),
    );
  };
