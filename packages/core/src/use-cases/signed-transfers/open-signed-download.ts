import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { SignedDownload } from '../../access/grant.js';
import { absent, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import {
  type AssembledKey,
  objectKey,
  type ObjectKey,
  oidOfObjectKey,
  parseAssembledKey,
  type RepositoryId,
  repositoryOfKey,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import { isOfDamage } from '../../steps/integrity/is-of-damage.js';
import type { OnUnreadable, ReadObject } from '../../steps/integrity/on-unreadable.js';
import { openBlobDownload, type OpenDownload } from '../../signed-urls/open-download.js';
import { watchedDownload } from './watched-download.js';

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

/** The registered object that a key stands for; undefined for any other key. */
const objectOfKey = (key: ObjectKey): ReadObject | undefined => {
  const repositoryId = repositoryOfKey(key);
  const oid = parseAssembledKey(key)?.oid ?? oidOfObjectKey(key);
  return repositoryId === undefined || oid === undefined ? undefined : { repositoryId, oid };
};

/** A URL from when the object lay in chunks leads to its bytes although it is whole by now. */
const openMadeWhole = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs'>,
  { namespace, oid }: AssembledKey,
  repositoryId: RepositoryId,
): ResultAsync<OpenDownload, NotFound | Unavailable> =>
  ports.unitOfWork
    .read(async ({ objects }) => (await objects.findStored(repositoryId, [oid])).get(oid)?.layout === 'whole')
    .andThen((isWhole) => (isWhole ? openBlobDownload(ports.blobs, objectKey(namespace, oid)) : err(notFound)));

export const openSignedDownload =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs'>, openAssembled: OpenAssembled, onUnreadable: OnUnreadable) =>
  (download: SignedDownload): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const { key } = download;
    const assembled = parseAssembledKey(key);
    const object = objectOfKey(key);
    const tell = (): void => {
      if (object !== undefined) onUnreadable(object);
    };
    const open = async (): Promise<Result<OpenDownload, NotFound | Unavailable>> => {
      try {
        const opened = await (assembled === undefined
          ? openBlobDownload(ports.blobs, key)
          : openAssembled(assembled).orElse((error) =>
              error.kind === 'not_found' && object !== undefined
                ? openMadeWhole(ports, assembled, object.repositoryId)
                : err(error),
            ));
        if (opened.isErr() && opened.error.kind === 'not_found') tell();
        return opened.map((reading) => watchedDownload(reading, tell));
      } catch (fault) {
        if (!isOfDamage(fault)) throw fault;
        tell();
        return err(absent('damaged'));
      }
    };
    return demandObject(ports, key).andThen(() => new ResultAsync(open()));
  };
