import { okAsync, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import { stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** Removes what a session has staged of an object that needs it no more, whole or in parts, so that it is not there when it is not counted any more. */
export const dropStaged = (
  { blobs }: Pick<Ports, 'blobs'>,
  { id, namespace }: Pick<UploadSession, 'id' | 'namespace'>,
  { oid, parts }: Pick<UploadObject, 'oid' | 'parts'>,
): ResultAsync<void, Unavailable> => {
  const key = stagingKey(namespace, id, oid);
  const uploadId = parts?.uploadId;
  const aborted =
    uploadId === undefined
      ? okAsync()
      : (blobs.parts?.(namespace) ?? okAsync(undefined)).andThen((uploads) => uploads?.abort(key, uploadId) ?? okAsync());
  return aborted.andThen(() => blobs.remove(key));
};
