import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';

/** Whether what was staged was looked through and is wrong. */
const isRefusal = (error: { readonly kind: string; readonly reason?: unknown }): boolean =>
  error.kind === 'conflict' && error.reason !== 'not_uploaded';

/**
 * What was looked through and is wrong is not looked through again, unless it is sent or asked for anew. Without the version that lay there before it was looked
 * through, which may be another one by now, the next to ask for it looks once more. Hands the error on.
 */
export const noteRefused =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>, session: UploadSession, object: UploadObject, version?: string) =>
  <E extends { readonly kind: string }>(error: E): Result<never, E> | ResultAsync<never, E | Unavailable> =>
    isRefusal(error)
      ? unitOfWork
          .transact(async ({ uploads }): Promise<Result<void, never>> => {
            await uploads.refuseObject(session.id, object, version);
            return ok();
          })
          .andThen(() => err(error))
      : err(error);
