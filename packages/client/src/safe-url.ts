import { err, ok, type Result } from 'neverthrow';
import { type ApiError, ownError } from './api-error.js';

// Raw ones are dropped or encoded by URL parsers, each in its own way; encoded ones reach the program that decodes the URL next, such as a credential helper.
const control = /[\u0000-\u0020\u007f-\u009f]|%(?:[01][0-9a-f]|7f)/iu;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const unsafe = (message: string): Result<never, ApiError> => err(ownError('unsafe_url', message));

const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname);

/** A URL that may be opened: http or https, no control characters, no user in it; plain http only to this machine or when it is allowed. */
export const parseSafeUrl = (text: string, allowPlainHttp: boolean): Result<URL, ApiError> => {
  if (control.test(text)) return unsafe('The URL has control characters or blanks in it.');
  if (!URL.canParse(text)) return unsafe('The URL is not one.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return unsafe('The URL is neither https nor http.');
  if (url.username !== '' || url.password !== '') return unsafe('The URL has a user or a password in it.');
  if (url.protocol === 'http:' && !allowPlainHttp && !isLoopback(url)) {
    return unsafe(`Plain http to ${url.host} would show the credential and the data to everyone on the way.`);
  }
  return ok(url);
};

/** The service's base URL as calls continue it: without query, fragment or trailing slash. */
export const parseBaseUrl = (
  text: string,
  { allowPlainHttp = false }: { readonly allowPlainHttp?: boolean | undefined } = {},
): Result<string, ApiError> =>
  parseSafeUrl(text, allowPlainHttp).andThen((url) =>
    url.search === '' && url.hash === ''
      ? ok(`${url.origin}${url.pathname}`.replace(/\/+$/, ''))
      : unsafe('A base URL has neither a query nor a fragment.'),
  );
