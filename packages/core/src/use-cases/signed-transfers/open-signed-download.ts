import { err, ok, okAsync, type ResultAsync } from 'neverthrow';
import type { SignedDownload } from '../../access/grant.js';
import { absent, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import {
  type AssembledKey,
  type ObjectKey,
  oidOfObjectKey,
  parseAssembledKey,
  repositoryOfKey,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import { openBlobDownload, type OpenDownload } from '../../signed-urls/open-download.js';

/** Opens the object that the chunk tree of a repository holds in pieces. */
export type OpenAssembled = (object: AssembledKey) => ResultAsync<OpenDownload, NotFound | Unavailable>;

/** A URL leads nowhere from the moment at which its repository is gone, although the bytes stay for a while, or its object is known to be damaged. */
const demandObject = ({ unitOfWork }: Pick<Ports, 'unitOfWork'>, key: ObjectKey): ResultAsync<void, NotFound | Unavailable> => {
  const repositoryId = repositoryOfKey(key);
  if (repositoryId === undefined) return okAsync();
  const oid = parseAssembledKey(key)?.oid ?? oidOfObjectKey(key);
  return unitOfWork
    .read(async (queries) => ({
      repository: await queries.repositories.find(repositoryId),
      damaged: await findDamaged(queries, repositoryId, oid === undefined ? [] : [oid]),
    }))
    .andThen(({ repository, damaged }) => {
      if (repository === undefined) return err(notFound);
      return damaged.size > 0 ? err(absent('damaged')) : ok();
    });
};

export const openSignedDownload =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs'>, openAssembled: OpenAssembled) =>
  (download: SignedDownload): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const { key } = download;
    const assembled = parseAssembledKey(key);
    return demandObject(ports, key).andThen(() =>
      assembled === undefined ? openBlobDownload(ports.blobs, key) : openAssembled(assembled),
    );
  };
