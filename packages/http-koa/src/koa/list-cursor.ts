import { createHash } from 'node:crypto';
import { type BadRequest, badRequest } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';

/** Enough that nothing passes by accident. It is no secret: a client that makes a cursor up gets no more than the list shows anyway. */
const checkBytes = 6;

const checkOf = (list: string, key: string): Buffer =>
  createHash('sha256').update(`${list}\n${key}`).digest().subarray(0, checkBytes);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** What a cursor belongs to: a row and, where the row has several orders, the order. */
export const listOf = (endpointName: string, query: unknown): string =>
  isObject(query) && typeof query['sort'] === 'string' ? `${endpointName} ${query['sort']}` : endpointName;

/** The key at which a page ended, as clients get it: opaque, and good for this list alone. */
export const cursorOf = (list: string, key: string): string =>
  Buffer.concat([checkOf(list, key), Buffer.from(key)]).toString('base64url');

/** The key that a cursor stands for; undefined when this list has not given it, or when it was damaged on its way. */
export const keyOf = (list: string, cursor: string): string | undefined => {
  const key = Buffer.from(cursor, 'base64url').subarray(checkBytes).toString('utf8');
  // No database stores U+0000, and PostgreSQL cannot even compare with it.
  return cursorOf(list, key) === cursor && !key.includes('\0') ? key : undefined;
};

/** A query or a body with the key in place of its cursor. An empty cursor and null, of the LFS protocol, stand for none. */
export const withKey = (list: string, input: unknown): Result<unknown, BadRequest> => {
  if (!isObject(input) || typeof input['cursor'] !== 'string' || input['cursor'] === '') return ok(input);
  const key = keyOf(list, input['cursor']);
  return key === undefined ? err(badRequest('cursor', 'malformed')) : ok({ ...input, cursor: key });
};

/** The body of a reply with a cursor in place of the key at which its page ends. */
export const withCursor = (list: string, body: unknown): unknown =>
  isObject(body) && typeof body['next_cursor'] === 'string'
    ? { ...body, next_cursor: cursorOf(list, body['next_cursor']) }
    : body;
