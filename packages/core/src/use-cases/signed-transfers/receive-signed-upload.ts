import { err, type Result, ResultAsync } from 'neverthrow';
import type { SignedUpload } from '../../access/grant.js';
import type { UploadBody } from '../../blob-store/receive-body.js';
import { badRequest, type BadRequest, type BodyIncomplete, type RateLimited, type Unavailable } from '../../model/app-error.js';
import { type ObjectKey, sessionOfStagingKey } from '../../model/values/index.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import { notingActivityOf } from './noting-activity-of.js';

type ReceivePorts = Pick<Ports, 'blobs' | 'unitOfWork' | 'clock'> & Receiving;
type Problem = BadRequest | BodyIncomplete | RateLimited | Unavailable;

/** Undefined as well while the database is away: it stops no upload. */
const findSession = async ({ unitOfWork }: ReceivePorts, key: ObjectKey): Promise<UploadSession | undefined> => {
  const named = sessionOfStagingKey(key);
  if (named === undefined) return undefined;
  const found = await unitOfWork.read(({ uploads }) => uploads.find(named.repositoryId, named.sessionId));
  return found.unwrapOr(undefined);
};

export const receiveSignedUpload =
  (ports: ReceivePorts) =>
  ({ key, sizeBytes }: SignedUpload, body: UploadBody): ResultAsync<void, Problem> => {
    const wrongLength = badRequest('declared_bytes', 'contradictory');
    const run = async (): Promise<Result<void, Problem>> => {
      if (body.declaredBytes === undefined) return err(badRequest('declared_bytes', 'missing'));
      if (body.declaredBytes !== sizeBytes) return err(wrongLength);
      const session = await findSession(ports, key);
      const owner = session?.organizationId ?? sessionOfStagingKey(key)?.repositoryId ?? key;
      const place = ports.incoming.enter({ key, owner, declaredBytes: sizeBytes });
      if (place.isErr()) return err(place.error);
      try {
        const written = await ports.blobs.write(key, notingActivityOf(ports, session, body.bytes), sizeBytes);
        return written.mapErr((fault) => (fault.kind === 'blob_size_mismatch' ? wrongLength : fault));
      } finally {
        place.value.leave();
      }
    };
    return new ResultAsync(run());
  };
