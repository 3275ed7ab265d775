import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';

/**
 * What a verification has moved to its final key while its session was swept would lie there for good: the session is swept once more. One that is open is
 * swept later in any case. Answers the error with which the verification has ended.
 */
export const sweepAgain =
  (
    { unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>,
    { id, repositoryId }: Pick<UploadSession, 'id' | 'repositoryId'>,
  ) =>
  <E>(error: E): ResultAsync<never, E | Unavailable> =>
    unitOfWork
      .read(({ uploads }) => uploads.find(repositoryId, id))
      .andThen((session) => {
        if (session === undefined || session.status === 'OPEN') return okAsync();
        return unitOfWork.transact(async ({ uploads }): Promise<Result<void, never>> => {
          await uploads.sweepAgain(id, clock.now());
          return ok();
        });
      })
      .andThen(() => err(error));
