import { err, errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import { type ApiError, ownError } from './api-error.js';
import { type Call, type Caller, type CallOptions, readJsonAs } from './caller.js';
import type { Reader } from './read-json.js';
import { expect } from './read-json.js';
import { parseSafeUrl } from './safe-url.js';
import type { Method, TransportAnswer } from './transport.js';

export interface JsonCall extends CallOptions {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isRepeatable: boolean;
}

export type ApiCall = Omit<Call, 'url'> & { readonly path: string };

/** Calls below `/api/v1`, with the credential. Paths are made by `pathOf`. */
export interface Api {
  /** Sends JSON and reads the JSON of the answer; `what` names it in an error. */
  json<T>(call: JsonCall, what: string, read: Reader<T>): ResultAsync<T, ApiError>;
  send<T>(call: ApiCall, read: (answer: TransportAnswer) => Promise<Result<T, ApiError>>): ResultAsync<T, ApiError>;
  /** Calls a URL that the service has signed. The signature is the credential, and no other goes along. */
  sendSigned<T>(call: Call, read: (answer: TransportAnswer) => Promise<Result<T, ApiError>>): ResultAsync<T, ApiError>;
}

export interface ApiSettings {
  /** As `parseBaseUrl` returns it. */
  readonly baseUrl: string;
  readonly credential: string;
  readonly allowPlainHttp: boolean;
}

/** A path of segments, each of which stays one whatever is in it; one with `.` or `..` for a segment is not sent. */
export const pathOf = (...segments: readonly string[]): string =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

/** Every URL parser takes such a segment for a step to another path, encoded ones too. */
const leadsElsewhere = (path: string): boolean => path.split('/').some((segment) => segment === '.' || segment === '..');

const jsonType = 'application/json';

export const createApi = (caller: Caller, { baseUrl, credential, allowPlainHttp }: ApiSettings): Api => {
  const authorization = { authorization: `Bearer ${credential}` };
  const urlOf = (path: string): string => `${baseUrl}/api/v1${path}`;

  const send: Api['send'] = ({ path, headers, ...call }, read) =>
    leadsElsewhere(path)
      ? errAsync(ownError('unsafe_url', 'An id or a path has a segment that leads elsewhere.'))
      : caller.send({ ...call, url: urlOf(path), headers: { ...authorization, ...headers } }, read);

  return {
    send,
    json: ({ body, headers, ...call }, what, read) => {
      const sent =
        body === undefined
          ? { headers: { accept: jsonType, ...headers } }
          : {
              headers: { accept: jsonType, 'content-type': jsonType, ...headers },
              body: new TextEncoder().encode(JSON.stringify(body)),
            };
      return send(
        { ...call, ...sent },
        readJsonAs((json) => expect(what, read, json)),
      );
    },
    sendSigned: (call, read) => {
      const safe = parseSafeUrl(call.url, allowPlainHttp);
      return safe.isErr() ? errAsync(safe.error) : caller.send({ ...call, url: safe.value.href }, read);
    },
  };
};

const visibleAscii = /^[\x21-\x7e]+$/;

/** A credential that can stand in a header. */
export const parseCredential = (text: string): Result<string, ApiError> =>
  visibleAscii.test(text)
    ? ok(text)
    : err(ownError('unsafe_url', 'The credential is not one: it has characters that no token has.'));
