import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { blockNamesBytes } from '../../formats/block-names/block-names.js';
import { absent, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { blockNamesKey, objectKey, type Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { openBlobDownload, type OpenDownload } from '../../signed-urls/open-download.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';

export const readBlockNames =
  ({ unitOfWork, blobs }: Pick<Ports, 'unitOfWork' | 'blobs'>) =>
  ({ repository }: RepositoryGrant<'repository.pull'>, oid: Oid): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const { repositoryId, namespace } = repository;
    return unitOfWork
      .read(async (queries) => ({
        object: (await queries.objects.findStored(repositoryId, [oid])).get(oid),
        isDamaged: (await findDamaged(queries, repositoryId, [oid])).has(oid),
      }))
      .andThen(({ object, isDamaged }) => {
        if (isDamaged) return err(absent('damaged'));
        const key = blockNamesKey(objectKey(namespace, oid));
        if (key === undefined || object?.layout !== 'whole') return err(notFound);
        const wantedBytes = blockNamesBytes(object);
        // Names of another length are nobody's.
        return openBlobDownload(blobs, key).andThen((names) => (names.sizeBytes === wantedBytes ? ok(names) : err(notFound)));
      });
  };
