import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { SignedDownload } from '../../access/grant.js';
import { absent, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { ObjectLayout } from '../../model/objects/stored-object.js';
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

/** How the object is stored that a repository has registered. */
const findLayout = (
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  { repositoryId, oid }: ReadObject,
): ResultAsync<ObjectLayout | undefined, Unavailable> =>
  unitOfWork.read(async ({ objects }) => (await objects.findStored(repositoryId, [oid])).get(oid)?.layout);

/** A URL from when the object lay in chunks leads to its bytes although it is whole by now. */
const openMadeWhole = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs'>,
  { namespace, oid }: AssembledKey,
  repositoryId: RepositoryId,
): ResultAsync<OpenDownload, NotFound | Unavailable> =>
  findLayout(ports, { repositoryId, oid }).andThen((layout) =>
    layout === 'whole' ? openBlobDownload(ports.blobs, objectKey(namespace, oid)) : err(notFound),
  );

export const openSignedDownload =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs'>, openAssembled: OpenAssembled, onUnreadable: OnUnreadable) =>
  (download: SignedDownload): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const { key } = download;
    const assembled = parseAssembledKey(key);
    const object = objectOfKey(key);
    const tell = (): void => {
      if (object !== undefined) onUnreadable(object);
    };
    const openStored = (): ResultAsync<OpenDownload, NotFound | Unavailable> => {
      if (assembled === undefined) return openBlobDownload(ports.blobs, key);
      return openAssembled(assembled).orElse((error) =>
        error.kind === 'not_found' && object !== undefined ? openMadeWhole(ports, assembled, object.repositoryId) : err(error),
      );
    };
    /** An object of the repository without its bytes is damaged; what nothing registers is not there. */
    const absence = (missing: NotFound): ResultAsync<never, NotFound | Unavailable> => {
      tell();
      if (object === undefined) return errAsync(missing);
      return findLayout(ports, object).andThen((layout) => {
        // The whole bytes of an object that lies in chunks now may be gone in good order.
        const isLost = layout === 'whole' || (layout === 'chunks' && assembled !== undefined);
        return err(isLost ? absent('damaged') : missing);
      });
    };
    const open = async (): Promise<Result<OpenDownload, NotFound | Unavailable>> => {
      try {
        const opened = await openStored().orElse((error) => (error.kind === 'not_found' ? absence(error) : err(error)));
        return opened.map((reading) => watchedDownload(reading, tell));
      } catch (fault) {
        if (!isOfDamage(fault)) throw fault;
        tell();
        return err(absent('damaged'));
      }
    };
    return demandObject(ports, key).andThen(() => new ResultAsync(open()));
  };
