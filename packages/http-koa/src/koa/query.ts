import { type BadRequest, badRequest } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { echoed } from '../schemas/bad-request-of.js';

/** Parameters by name, decoded once. */
export type Query = Readonly<Record<string, string | undefined>>;

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
};

/** Reads a query string. A parameter that stands there twice is refused: whichever counted, somebody else would read the other. */
export const parseQuery = (querystring: string): Result<Query, BadRequest> => {
  const query = new Map<string, string>();
  for (const pair of querystring.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (name === undefined || value === undefined || value.includes('\0')) return err(badRequest('query', 'malformed'));
    if (query.has(name)) return err(badRequest(echoed(name), 'contradictory'));
    query.set(name, value);
  }
  return ok(Object.fromEntries(query));
};
