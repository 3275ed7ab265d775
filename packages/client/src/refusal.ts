import type { ApiError, RefusedPointer } from './api-error.js';
import { ownError } from './api-error.js';
import { readBytes } from './read-body.js';
import { secondsOfRetryAfter } from './retry-after.js';
import { count, gitIdText, isFields, list, oidText, optional, record } from './shape.js';
import type { TransportAnswer } from './transport.js';
import type { components } from './generated/api-types.js';

type WirePointer = NonNullable<
  Extract<components['schemas']['Error']['error']['details'], { readonly field: unknown }>['pointers']
>[number];

const maxErrorBytes = 64 * 1024;

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

const textOf = (value: unknown, name: string): string | undefined => {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
};

/** Spec 7. Whatever stands between may answer in its own words: then the status is all there is. */
const errorObject = async (answer: TransportAnswer): Promise<unknown> => {
  const bytes = await readBytes(answer, maxErrorBytes).catch(() => undefined);
  return bytes === undefined || bytes.isErr() ? undefined : fieldOf(parsed(bytes.value), 'error');
};

/** Without an error object the service has not said it, but something that stands before it, or where a signed URL leads. */
const foreignMessage = (status: number, answerer: string): string =>
  status === 413
    ? 'A proxy before the service takes no body of this size: its limit has to be raised (`client_max_body_size` of nginx).'
    : `${answerer} answered ${status}.`;

const refusedPointer = record({ id: gitIdText, oid: oidText, size: count, stored_size: optional(count) });

const isWirePointers = (value: unknown): value is readonly WirePointer[] => list(refusedPointer)(value) === undefined;

/** What is no list of pointers says nothing of them. */
const pointersOf = (details: unknown): readonly RefusedPointer[] | undefined => {
  const pointers = fieldOf(details, 'pointers');
  if (!isWirePointers(pointers)) return undefined;
  return pointers.map(({ id, oid, size, stored_size }) => ({ id, oid, sizeBytes: size, storedBytes: stored_size }));
};

/** The error that an answer with a status from 300 tells. `answerer`: who is said to have given it, where it does not say so itself. */
export const refusalOf = async (answer: TransportAnswer, answerer = 'The service'): Promise<ApiError> => {
  const { status, header } = answer;
  const error = await errorObject(answer);
  const details = fieldOf(error, 'details');
  const pointers = pointersOf(details);
  if (status < 400) return ownError('redirected', `The service answered with a redirect (${status}), which is not followed.`);
  return {
    kind: 'api_error',
    status,
    code: textOf(error, 'code') ?? `http_${status}`,
    message: textOf(error, 'message') ?? foreignMessage(status, answerer),
    reason: textOf(details, 'reason'),
    ...(pointers !== undefined && { pointers }),
    requestId: textOf(error, 'request_id') ?? header('x-request-id'),
    retryAfterSeconds: secondsOfRetryAfter(header('retry-after'), header('date')),
  };
};
