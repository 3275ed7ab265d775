import { err, errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import { type ApiError, ownError } from './api-error.js';
import type { Call, Caller, Read } from './caller.js';
import { parseSafeUrl } from './safe-url.js';

export type ServiceCall = Omit<Call, 'url'> & {
  /** Below the base URL, as `pathOf` makes it; where it makes none the call is refused. */
  readonly path: string | undefined;
};

/** Sends calls to the service with the credential, and calls that the service has signed without it. */
export interface Sender {
  send<T>(call: ServiceCall, read: Read<T>): ResultAsync<T, ApiError>;
  /** Calls a URL that the service has signed. The signature is the credential, and no other goes along. */
  sendSigned<T>(call: Call, read: Read<T>): ResultAsync<T, ApiError>;
}

export interface SenderSettings {
  /** As `parseBaseUrl` returns it. */
  readonly baseUrl: string;
  readonly credential: string;
  readonly allowPlainHttp: boolean;
}

const refused = (message: string): ResultAsync<never, ApiError> => errAsync(ownError('unsafe_url', message));

/** Every URL parser takes such a segment for a step to another path, encoded ones too; one that is empty belongs to another path as well. */
const leadsElsewhere = (path: string): boolean =>
  path
    .slice(1)
    .split('/')
    .some((segment) => segment === '' || segment === '.' || segment === '..');

export const createSender = (caller: Caller, { baseUrl, credential, allowPlainHttp }: SenderSettings): Sender => {
  const authorization = { authorization: `Bearer ${credential}` };
  return {
    send: ({ path, headers, ...call }, read) => {
      if (path === undefined) return refused('An id or a path has half a character in it.');
      if (leadsElsewhere(path.replace(/\?.*$/, '')))
        return refused('An id or a path is empty, or has a segment that leads elsewhere.');
      return caller.send({ ...call, url: `${baseUrl}${path}`, headers: { ...authorization, ...headers } }, read);
    },
    sendSigned: (call, read) => {
      const safe = parseSafeUrl(call.url, allowPlainHttp);
      if (safe.isErr()) return errAsync(safe.error);
      const { href, host } = safe.value;
      return caller.send({ ...call, url: href, answerer: `The server of the signed URL, ${host},` }, read);
    },
  };
};

const visibleAscii = /^[\x21-\x7e]+$/;

/** A credential that can stand in a header. */
export const parseCredential = (text: string): Result<string, ApiError> =>
  visibleAscii.test(text)
    ? ok(text)
    : err(ownError('unsafe_url', 'The credential is not one: it has characters that no token has.'));
