import { ok, okAsync, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** Gives up what came in parts and was never put together. Parts are no blobs, so removing blobs leaves them. */
export const abortParts = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs'>,
  { id, namespace }: UploadSession,
): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    const uploadIds = yield* await ports.unitOfWork.read((queries) => queries.uploads.listUploadIds(id));
    if (uploadIds.length === 0) return ok();
    const uploads = yield* await (ports.blobs.parts?.(namespace) ?? okAsync(undefined));
    if (uploads === undefined) return ok();
    for (const { oid, uploadId } of uploadIds) yield* await uploads.abort(stagingKey(namespace, id, oid), uploadId);
    return ok();
  });
