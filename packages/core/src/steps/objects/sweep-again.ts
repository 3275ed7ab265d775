import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';

/**
 * What a verification has moved to its final key while its session was swept would lie there for good: the session is swept once more. Answers the error
 * with which the verification has ended.
 */
export const sweepAgain =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>, { id }: Pick<UploadSession, 'id'>) =>
  <E>(error: E): ResultAsync<never, E | Unavailable> =>
    unitOfWork
      .transact(async ({ uploads }): Promise<Result<void, never>> => {
        await uploads.sweepAgain(id, clock.now());
        return ok();
      })
      .andThen(() => err(error));
