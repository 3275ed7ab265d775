import { ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** Gives up what came in parts and was never put together. Parts are no blobs, so removing blobs leaves them. */
export const abortParts = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs'>,
  { id, namespace }: UploadSession,
): ResultAsync<void, Unavailable> => {
  const run = async (): Promise<Result<void, Unavailable>> => {
    const uploadIds = await ports.unitOfWork.read((queries) => queries.uploads.listUploadIds(id));
    if (uploadIds.isErr()) return uploadIds.map(() => undefined);
    if (uploadIds.value.length === 0) return ok();
    const uploads = await (ports.blobs.parts?.(namespace) ?? okAsync(undefined));
    if (uploads.isErr()) return uploads.map(() => undefined);
    for (const { oid, uploadId } of uploadIds.value) {
      const aborted = await uploads.value?.abort(stagingKey(namespace, id, oid), uploadId);
      if (aborted?.isErr() === true) return aborted;
    }
    return ok();
  };
  return new ResultAsync(run());
};
