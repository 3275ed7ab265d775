import { err, errAsync, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { SignedUpload } from '../../access/grant.js';
import { receiveBody, type UploadBody } from '../../blob-store/receive-body.js';
import {
  badRequest,
  type BadRequest,
  type BodyIncomplete,
  type NotFound,
  type QuotaExceeded,
  type RateLimited,
  type Unavailable,
} from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { type ObjectKey, type Oid, SECOND_MS } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { holdRoom } from '../../steps/accounting/hold-room.js';
import type { Arriving } from '../../steps/objects/arrivals.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import { decideReceiving, type Destination } from './destination.js';
import { notingActivityOf } from './noting-activity-of.js';

type ReceivePorts = Pick<Ports, 'blobs' | 'unitOfWork' | 'clock'> & Arriving & Receiving;
type Problem = BadRequest | BodyIncomplete | NotFound | QuotaExceeded | RateLimited | Unavailable;

const wrongLength = badRequest('declared_bytes', 'contradictory');

/** Takes in what is not needed, so that its sender hears that all is well. */
const discard = (body: UploadBody, sizeBytes: number): ResultAsync<void, BadRequest | BodyIncomplete> =>
  new ResultAsync(receiveBody(body.bytes, sizeBytes, () => undefined)).mapErr((fault) =>
    fault.kind === 'blob_size_mismatch' ? wrongLength : fault,
  );

/** For so long nothing is done for a client that has not asked for it: most ask at once. */
const clientVerifiesWithinMs = 2 * SECOND_MS;

/** Not every client of Git LFS has verified what it has sent. */
const tellArrival = ({ arrivals, clock }: ReceivePorts, session: UploadSession, oid: Oid): void => {
  if (session.kind !== 'lfs') return;
  const { organizationId, repositoryId, id: sessionId } = session;
  arrivals.add({ organizationId, repositoryId, sessionId, oid }, clock.now() + clientVerifiesWithinMs);
};

/** What has come while its session takes it stays. Anything else would lie there uncounted, and is removed. */
const keepOrRemove = (ports: ReceivePorts, key: ObjectKey, before: Destination): ResultAsync<void, Problem> => {
  if (before.kind === 'keep') return okAsync();
  const remove = <E>(error: E): ResultAsync<never, E | Unavailable> => ports.blobs.remove(key).andThen(() => err(error));
  return decideReceiving(ports, key)
    .orElse((fault): ResultAsync<never, Problem> => (fault.kind === 'unavailable' ? errAsync(fault) : remove(fault)))
    .andThen((after): ResultAsync<void, Problem> => {
      if (after.kind !== 'stage') return ports.blobs.remove(key);
      const { session, object, plan } = after;
      return holdRoom(ports, session, plan, object)
        .andTee(() => tellArrival(ports, session, object.oid))
        .orElse((fault): ResultAsync<never, Problem> => (fault.kind === 'unavailable' ? errAsync(fault) : remove(fault)));
    });
};

export const receiveSignedUpload =
  (ports: ReceivePorts) =>
  ({ key, sizeBytes }: SignedUpload, body: UploadBody): ResultAsync<void, Problem> => {
    const run = async (): Promise<Result<void, Problem>> => {
      // Some clients send nothing in chunks, or without a word about its length.
      const declaredBytes = body.declaredBytes ?? (sizeBytes === 0 ? 0 : undefined);
      if (declaredBytes === undefined) return err(badRequest('declared_bytes', 'missing'));
      if (declaredBytes !== sizeBytes) return err(wrongLength);
      const decided = await decideReceiving(ports, key);
      if (decided.isErr()) return err(decided.error);
      const destination = decided.value;
      if (destination.kind === 'discard') return discard(body, sizeBytes);
      const session = destination.kind === 'stage' ? destination.session : undefined;
      const place = ports.incoming.enter({ key, owner: session?.organizationId ?? key, declaredBytes: sizeBytes });
      if (place.isErr()) return err(place.error);
      try {
        const written = await ports.blobs.write(key, notingActivityOf(ports, session, body.bytes), sizeBytes);
        if (written.isErr()) return err(written.error.kind === 'blob_size_mismatch' ? wrongLength : written.error);
        return await keepOrRemove(ports, key, destination);
      } finally {
        place.value.leave();
      }
    };
    return new ResultAsync(run());
  };
