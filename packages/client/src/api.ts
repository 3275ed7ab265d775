import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';
import type { Api, ApiCallOptions, ApiMethod } from './api-operations.js';
import { expectCount } from './expect-options.js';
import { answerShapes } from './generated/answer-shapes.js';
import { namedHeaders } from './named-headers.js';
import { type ParameterValues, pathOf } from './path-of.js';
import { dismiss, maxJsonBytes, readBytes, readJson, refuse } from './read-body.js';
import type { Sender } from './sender.js';
import type { AnswerBody, Place } from './shape.js';
import type { Method, TransportAnswer } from './transport.js';

const jsonType = 'application/json';
const bytesType = 'application/octet-stream';
const accept = `${jsonType}, application/vnd.git-lfs+json, ${bytesType}`;
const notModified = 304;

/** `ApiRequest` of whatever operation. */
interface AnyRequest extends ApiCallOptions {
  readonly params?: {
    readonly path?: ParameterValues;
    readonly query?: ParameterValues;
    readonly header?: Readonly<Record<string, string>>;
  };
  readonly body?: unknown;
}

const repeatableMethods: readonly Method[] = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** Also those of another realm, such as a frame's: as JSON they would be an object with a field for each byte. */
const isBytes = (body: unknown): body is Uint8Array => Object.prototype.toString.call(body) === '[object Uint8Array]';

const encodedBody = (body: unknown) => {
  if (body === undefined) return {};
  if (isBytes(body)) return { headers: { 'content-type': bytesType }, body };
  return { headers: { 'content-type': jsonType }, body: new TextEncoder().encode(JSON.stringify(body)) };
};

/** A body as it came: parsed when it is to be JSON. */
const readData = async (answer: TransportAnswer, expected: AnswerBody, maxBytes: number): Promise<Result<unknown, ApiError>> => {
  if (expected === 'bytes') return readBytes(answer, maxBytes);
  if (expected !== 'nothing') return readJson(answer, maxBytes);
  await dismiss(answer);
  return ok(undefined);
};

const faultIn = (data: unknown, expected: AnswerBody): Place | undefined =>
  typeof expected === 'function' ? expected(data) : undefined;

interface UncheckedAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly header: TransportAnswer['header'];
}

/** The one place where an answer gets its type: types and shapes are written from the same description, so what has the shape is of the type. */
const isPromised = <A>(answer: UncheckedAnswer, expected: AnswerBody): answer is UncheckedAnswer & A =>
  faultIn(answer.data, expected) === undefined;

/** An answer to an operation, as its description promises it. */
export const readAnswer = async <A>(
  given: TransportAnswer,
  operation: string,
  maxBytes = maxJsonBytes,
): Promise<Result<A, ApiError>> => {
  const { status, header } = given;
  const expected = answerShapes[operation]?.[status];
  if (expected === undefined) return refuse(given, 'status');
  const data = await readData(given, expected, maxBytes);
  if (data.isErr()) return err(data.error);
  const answer = { status, data: data.value, header };
  if (isPromised<A>(answer, expected)) return ok(answer);
  return err(malformedAnswer(faultIn(answer.data, expected)?.join('.') || 'body'));
};

/** The operations of the service, each checked against its description. */
export const createApi = (sender: Sender): Api => {
  const call = <A>(method: Method, template: string, request: AnyRequest = {}): ResultAsync<A, ApiError> => {
    const { params = {}, body, signal, answersLate, maxBytes = maxJsonBytes } = request;
    expectCount('maxBytes', maxBytes);
    const headers = namedHeaders({ ...params.header, ...request.headers });
    const { isRepeatable = repeatableMethods.includes(method) || 'idempotency-key' in headers } = request;
    const path = pathOf(template, params.path, params.query);
    const sent = encodedBody(body);
    const call = { method, path, ...sent, alsoAnswers: [notModified], isRepeatable, answersLate, signal };
    return sender.send({ ...call, headers: { accept, ...sent.headers, ...headers } }, (answer) =>
      readAnswer<A>(answer, `${method} ${template}`, maxBytes),
    );
  };
  const operationsOf =
    <M extends Method>(method: M): ApiMethod<M> =>
    (path, ...[request]) =>
      call(method, path, request);
  return {
    GET: operationsOf('GET'),
    HEAD: operationsOf('HEAD'),
    POST: operationsOf('POST'),
    PUT: operationsOf('PUT'),
    PATCH: operationsOf('PATCH'),
    DELETE: operationsOf('DELETE'),
  };
};
