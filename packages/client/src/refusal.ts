import type { ApiError } from './api-error.js';
import { ownError } from './api-error.js';
import { readBytes } from './read-body.js';
import { type Fields, fields, text } from './read-json.js';
import { secondsOfRetryAfter } from './retry-after.js';
import type { TransportAnswer } from './transport.js';

const maxErrorBytes = 64 * 1024;

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

/** Spec 7. Whatever stands between may answer in its own words: then the status is all there is. */
const errorObject = async (answer: TransportAnswer): Promise<Fields> => {
  const bytes = await readBytes(answer, maxErrorBytes).catch(() => undefined);
  if (bytes === undefined || bytes.isErr()) return {};
  return fields(fields(parsed(bytes.value))?.['error']) ?? {};
};

/** The error that an answer with a status from 300 tells. */
export const refusalOf = async (answer: TransportAnswer): Promise<ApiError> => {
  const { status, header } = answer;
  const error = await errorObject(answer);
  if (status < 400) return ownError('redirected', `The service answered with a redirect (${status}), which is not followed.`);
  return {
    kind: 'api_error',
    status,
    code: text(error['code']) ?? `http_${status}`,
    message: text(error['message']) ?? `The service answered ${status}.`,
    reason: text(fields(error['details'])?.['reason']),
    requestId: text(error['request_id']) ?? header('x-request-id'),
    retryAfterSeconds: secondsOfRetryAfter(header('retry-after'), header('date')),
  };
};
