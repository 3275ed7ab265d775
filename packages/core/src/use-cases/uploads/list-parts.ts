import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type BadRequest, badRequest, type Conflict, type NotFound, type Unavailable } from '../../model/app-error.js';
import { type PartPlan, partSizeBytes } from '../../model/uploads/part-plan.js';
import { objectKey, stagingKey } from '../../model/values/index.js';
import type { StoredPart } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';
import { planOfObject } from './begin-multipart.js';
import { findOpenObject, type ObjectInSession, type OpenObject } from './multipart-object.js';
import { type PartsOfStore, partsOfStore } from './multipart-of-store.js';

/** How far a multipart upload has come. */
export interface MultipartUpload extends PartPlan {
  /** In their order. */
  readonly uploaded: readonly StoredPart[];
}

type ListPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;

const allParts = (sizeBytes: number, plan: PartPlan): readonly StoredPart[] =>
  Array.from({ length: plan.count }, (_, at) => ({ partNumber: at + 1, sizeBytes: partSizeBytes(sizeBytes, plan, at + 1) }));

/**
 * The store knows nothing of the upload any more. Either its parts were put together, and then all of them have come; or it has given them up, and
 * then that is noted, so that the next part begins anew.
 */
const whenUnknown = (
  ports: ListPorts,
  { session, object }: OpenObject,
  plan: PartPlan,
  uploadId: string,
): ResultAsync<readonly StoredPart[], Unavailable> => {
  const forget = (): ResultAsync<readonly StoredPart[], Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<readonly StoredPart[], never>> => {
      await records.uploads.endParts(session.id, object.oid, uploadId, 'lost');
      return ok([]);
    });
  return ports.blobs
    .head(stagingKey(session.namespace, session.id, object.oid))
    .orElse((fault) => (fault.kind === 'blob_missing' ? ports.blobs.head(objectKey(session.namespace, object.oid)) : err(fault)))
    .map(() => allParts(object.sizeBytes, plan))
    .orElse((fault) => (fault.kind === 'blob_missing' ? forget() : err(fault)));
};

const uploadedParts = async (
  ports: ListPorts,
  open: OpenObject,
  store: PartsOfStore,
  plan: PartPlan,
): Promise<Result<readonly StoredPart[], Unavailable>> => {
  const { session, object } = open;
  if (object.state === 'COMPLETED') return ok(allParts(object.sizeBytes, plan));
  const uploadId = object.parts?.uploadId;
  if (uploadId === undefined) return ok([]);
  const listed = await store.uploads.list(stagingKey(session.namespace, session.id, object.oid), uploadId);
  if (listed.isOk()) return ok(listed.value);
  return listed.error.kind === 'blob_missing' ? whenUnknown(ports, open, plan, uploadId) : err(listed.error);
};

export const listParts =
  (ports: ListPorts) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    named: ObjectInSession,
  ): ResultAsync<MultipartUpload, BadRequest | Conflict | NotFound | Unavailable> =>
    safeTry(async function* () {
      const found = yield* await ports.unitOfWork
        .read((queries) => findOpenObject(queries, grant, named, ports.clock.now()))
        .andThen((result) => result);
      const { namespace } = found.session;
      const store = yield* await ports.blobs.signer(namespace).andThen((signer) => partsOfStore(ports, namespace, signer));
      const plan = store && planOfObject(found.object, store);
      if (store === undefined || plan === undefined) return err(badRequest('oid', 'unsupported', 'no_parts'));
      const uploaded = await uploadedParts(ports, found, store, plan);
      return uploaded.map((parts) => ({ ...plan, uploaded: parts }));
    });
