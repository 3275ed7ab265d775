import type { BodyIncomplete, ObjectKey, Unavailable } from '@svc/core/model';
import type { BlobSizeMismatch } from '@svc/core/ports';
import { StartProblem } from '../start-problem.js';

type WriteFailure = BlobSizeMismatch | BodyIncomplete | Unavailable;

/** Whether a write has failed because there is no room. */
export const isFull = (failure: WriteFailure): boolean => failure.kind === 'unavailable' && failure.reason === 'storage_full';

/** What a command ends with whose write has failed by itself. */
export const unwritten = (key: ObjectKey, failure: WriteFailure): StartProblem =>
  new StartProblem(
    isFull(failure)
      ? `there is no room for ${key}; make some, and run this again to go on`
      : `${key} cannot be written; run this again to go on`,
  );
