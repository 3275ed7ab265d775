import { errAsync, type ResultAsync } from 'neverthrow';
import type { SignedUpload } from '../../access/grant.js';
import type { UploadBody } from '../../blob-store/receive-body.js';
import { badRequest, type BadRequest, type BodyIncomplete, type Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { notingActivityOf } from './noting-activity-of.js';

export const receiveSignedUpload =
  (ports: Pick<Ports, 'blobs' | 'unitOfWork' | 'clock'>) =>
  (upload: SignedUpload, body: UploadBody): ResultAsync<void, BadRequest | BodyIncomplete | Unavailable> => {
    const wrongLength = badRequest('declared_bytes', 'contradictory');
    if (body.declaredBytes === undefined) return errAsync(badRequest('declared_bytes', 'missing'));
    if (body.declaredBytes !== upload.sizeBytes) return errAsync(wrongLength);
    return ports.blobs
      .write(upload.key, notingActivityOf(ports, upload.key, body.bytes), upload.sizeBytes)
      .mapErr((fault) => (fault.kind === 'blob_size_mismatch' ? wrongLength : fault));
  };
