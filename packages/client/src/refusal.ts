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

const theService = 'The service';

const maxErrorBytes = 64 * 1024;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const fieldOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

const textOf = (value: unknown, name: string): string | undefined => {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
};

const bodyText = async (answer: TransportAnswer): Promise<string> => {
  const bytes = await readBytes(answer, maxErrorBytes).catch(() => undefined);
  return bytes === undefined || bytes.isErr() ? '' : new TextDecoder().decode(bytes.value);
};

/** What a page is called. The service has none for a program; those of proxies say there what they lack, such as a certificate of the client. */
const titleIn = (text: string): string | undefined => /<title>\s*([^<>\s][^<>]{0,200}?)\s*<\/title>/i.exec(text)?.[1];

/** Without an error object the service has not said it, but something that stands before it, or where a signed URL leads. */
const foreignMessage = (status: number, answerer: string, title: string | undefined): string => {
  if (status === 413) {
    return 'A proxy before the service takes no body of this size: its limit has to be raised (`client_max_body_size` of nginx).';
  }
  // To a HEAD the service itself answers without an error object, so this is what is seen of a token that is revoked in the middle of a push.
  if (status === 401 && answerer === theService && title === undefined) {
    return `${answerer} answered 401: the credential is missing, or is not valid any more.`;
  }
  return title === undefined ? `${answerer} answered ${status}.` : `${answerer} answered ${status} with a page: ${title}.`;
};

const refusedPointer = record({ id: gitIdText, oid: oidText, size: count, stored_size: optional(count) });

const isWirePointers = (value: unknown): value is readonly WirePointer[] => list(refusedPointer)(value) === undefined;

/** What is no list of pointers says nothing of them. */
const pointersOf = (details: unknown): readonly RefusedPointer[] | undefined => {
  const pointers = fieldOf(details, 'pointers');
  if (!isWirePointers(pointers)) return undefined;
  return pointers.map(({ id, oid, size, stored_size }) => ({ id, oid, sizeBytes: size, storedBytes: stored_size }));
};

/** The error that an answer with a status from 300 tells. `answerer`: who is said to have given it, where it does not say so itself. */
export const refusalOf = async (answer: TransportAnswer, answerer = theService): Promise<ApiError> => {
  const { status, header } = answer;
  const text = await bodyText(answer);
  // Spec 7. Whatever stands between may answer in its own words.
  const error = fieldOf(parsed(text), 'error');
  const details = fieldOf(error, 'details');
  const pointers = pointersOf(details);
  if (status < 400) return ownError('redirected', `The service answered with a redirect (${status}), which is not followed.`);
  return {
    kind: 'api_error',
    status,
    code: textOf(error, 'code') ?? `http_${status}`,
    message: textOf(error, 'message') ?? foreignMessage(status, answerer, titleIn(text)),
    reason: textOf(details, 'reason'),
    ...(pointers !== undefined && { pointers }),
    requestId: textOf(error, 'request_id') ?? header('x-request-id'),
    retryAfterSeconds: secondsOfRetryAfter(header('retry-after'), header('date')),
  };
};
