import { err, ok, type Result } from 'neverthrow';
import type { Forbidden } from '../model/app-error.js';
import type { Ports } from '../ports/ports.js';
import { verifySignedUrl } from '../signed-urls/signed-url.js';
import { grantSignedDownload, grantSignedUpload, type SignedDownload, type SignedUpload } from './grant.js';

/** The parameters of a signed URL, each decoded once. */
export type SignedUrlQuery = Readonly<Record<string, string | undefined>>;

const invalid: Forbidden = { kind: 'forbidden', reason: 'invalid_signature' };

export const authorizeSignedUpload =
  (ports: Pick<Ports, 'clock' | 'hasher' | 'settings'>) =>
  (key: string, query: SignedUrlQuery): Result<SignedUpload, Forbidden> =>
    verifySignedUrl({
      linkKeys: ports.settings.linkKeys,
      method: 'PUT',
      key,
      query,
      now: ports.clock.now(),
      hasher: ports.hasher,
    }).andThen(({ key: signedKey, sizeBytes }): Result<SignedUpload, Forbidden> =>
      sizeBytes === undefined ? err(invalid) : ok(grantSignedUpload(signedKey, sizeBytes)),
    );

export const authorizeSignedDownload =
  (ports: Pick<Ports, 'clock' | 'hasher' | 'settings'>) =>
  (key: string, query: SignedUrlQuery): Result<SignedDownload, Forbidden> =>
    verifySignedUrl({
      linkKeys: ports.settings.linkKeys,
      method: 'GET',
      key,
      query,
      now: ports.clock.now(),
      hasher: ports.hasher,
    }).map(({ key: signedKey, fileName }) => grantSignedDownload(signedKey, fileName));
