import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import { signedUrlLifetimeSeconds } from '../uploads/upload-session.js';
import { objectKey, type Oid, SECOND_MS } from '../values/index.js';

export type DownloadAuthorization =
  | { readonly oid: Oid; readonly sizeBytes: number; readonly downloadUrl: string; readonly expiresInSeconds: number }
  | { readonly oid: Oid; readonly error: NotFound };

/** Spec 4.11: a URL for each object that the repository has; the others are answered one by one. Only registered objects, so only verified ones. */
export const authorizeDownloads =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly oids: readonly Oid[] },
  ): ResultAsync<readonly DownloadAuthorization[], Unavailable> => {
    const { repositoryId, namespace } = grant.repository;
    return ports.unitOfWork
      .read((queries) => queries.objects.findSizes(repositoryId, command.oids))
      .andThen((sizes) => ports.blobs.signer().map((signer) => ({ signer, sizes })))
      .map(({ signer, sizes }) => {
        const expiresAt = ports.clock.now() + signedUrlLifetimeSeconds * SECOND_MS;
        return command.oids.map((oid) => {
          const sizeBytes = sizes.get(oid);
          if (sizeBytes === undefined) return { oid, error: notFound };
          const downloadUrl = signer.download({ key: objectKey(namespace, oid), expiresAt }).href;
          return { oid, sizeBytes, downloadUrl, expiresInSeconds: signedUrlLifetimeSeconds };
        });
      });
  };
