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

/** An id that is none names nothing, as one does that nothing has: people read the same of both. */
const asNotFound = (error: ApiError): ApiError =>
  error.status === 400
    ? { ...error, status: 404, code: 'not_found', message: 'Not found: nothing that you may see at this address.' }
    : error;

/** The value of a call for which nothing is given but ids that stand in the address of the page. */
export const valueAtAddress = <T>(call: ResultAsync<T, ApiError>): Promise<T> => valueOf(call.mapErr(asNotFound));

export const isStatus = (fault: unknown, status: number): boolean => fault instanceof ApiFailure && fault.error.status === status;
