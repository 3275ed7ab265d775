import type { ResultAsync } from 'neverthrow';
import { mapInSlices } from '../../concurrency/map-in-slices.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { absent, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { signedUrlLifetimeSeconds } from '../../model/uploads/upload-session.js';
import { type Oid, SECOND_MS } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Download, Metered } from '../accounting/download-meter.js';
import { recordDownloads } from '../accounting/record-downloads.js';
import { findDamaged } from '../integrity/find-damaged.js';
import { signObject } from './sign-object.js';

export interface AuthorizedDownload {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly downloadUrl: string;
  readonly expiresInSeconds: number;
}

export type DownloadAuthorization = AuthorizedDownload | { readonly oid: Oid; readonly error: NotFound };

export const isAuthorized = (answer: DownloadAuthorization): answer is AuthorizedDownload => 'downloadUrl' in answer;

export interface AuthorizeOptions {
  /** What browsers call the bytes of each. */
  readonly fileName?: string | undefined;
  /** Whether each counts as one download; so it is where nothing is said. */
  readonly isCounted?: boolean;
}

/** Signs a URL for each object that the repository has and that is not damaged. */
export const authorizeObjects = (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'settings'> & Metered) => {
  const sign = signObject(ports);
  const pause = pauseOf(ports.clock);
  return (
    repository: Download['repository'],
    oids: readonly Oid[],
    { fileName, isCounted = true }: AuthorizeOptions = {},
  ): ResultAsync<readonly DownloadAuthorization[], Unavailable> => {
    const { repositoryId, namespace } = repository;
    return ports.unitOfWork
      .read(async (queries) => {
        const stored = await queries.objects.findStored(repositoryId, oids);
        return { stored, damaged: await findDamaged(queries, repositoryId, [...stored.keys()]) };
      })
      .andThen((found) => ports.blobs.signer(namespace).map((signer) => ({ signer, ...found })))
      .map(async ({ signer, stored, damaged }) => {
        const now = ports.clock.now();
        const expiresAt = now + signedUrlLifetimeSeconds * SECOND_MS;
        const answers = await mapInSlices(pause, oids, (oid): DownloadAuthorization => {
          const object = stored.get(oid);
          if (object === undefined) return { oid, error: notFound };
          if (damaged.has(oid)) return { oid, error: absent('damaged') };
          const { sizeBytes, layout } = object;
          const downloadUrl = sign(signer, { namespace, oid, layout, fileName }, expiresAt).href;
          return { oid, sizeBytes, downloadUrl, expiresInSeconds: signedUrlLifetimeSeconds };
        });
        // An object that is named twice gets the same URL twice, which is one download.
        const distinct = new Map(answers.filter(isAuthorized).map((answer) => [answer.oid, answer]));
        if (isCounted) recordDownloads(ports.meter, repository, [...distinct.values()], now);
        return answers;
      });
  };
};
