import { type ApiError, describeApiError } from '@svc/client';
import type { ResultAsync } from 'neverthrow';

/** A failed call, for what expects exceptions: queries and mutations. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  constructor(readonly error: ApiError) {
    super(describeApiError(error));
  }
}

/** The value of a call; rejects with an `ApiFailure`. */
export const valueOf = <T>(call: ResultAsync<T, ApiError>): Promise<T> =>
  call.match(
    (value) => value,
    (error) => {
      throw new ApiFailure(error);
    },
  );

export const isStatus = (fault: unknown, status: number): boolean => fault instanceof ApiFailure && fault.error.status === status;
