import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { isNativeError } from 'node:util/types';
import { gunzip, type ZlibOptions } from 'node:zlib';
import { type BadRequest, badRequest, type BodyIncomplete, MIB, type PayloadTooLarge } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import getRawBody from 'raw-body';
import type { z } from 'zod';
import type { JsonBody } from '../endpoint/body.js';
import { jsonType, lfsType } from '../endpoint/media-type.js';
import { parse } from '../schemas/parse.js';
import { type BodyPace, watchPace } from './body-pace.js';
import { expectUnread } from './expect-unread.js';
import { repeatsMember } from './repeated-member.js';
import { isWellFormedJson } from './well-formed-json.js';

/** Spec 8: exactly this much is allowed. */
export const maxJsonBytes = 1 * MIB;

type Problem = BadRequest | PayloadTooLarge | BodyIncomplete;

const malformed = badRequest('body', 'malformed');
const tooLarge: PayloadTooLarge = { kind: 'payload_too_large', limitBytes: maxJsonBytes };

/** What Content-Length declares; undefined when it declares nothing. Node has refused malformed ones. */
export const declaredBytes = (request: IncomingMessage): number | undefined => {
  const length = request.headers['content-length'];
  return length === undefined ? undefined : Number(length);
};

const problemOfReading = (error: unknown, request: IncomingMessage): Problem | undefined => {
  if (!(error instanceof Error) || !('type' in error)) return undefined;
  if (error.type === 'entity.too.large') return tooLarge;
  // The sender left before anybody asked for the body.
  if (error.type === 'stream.not.readable' && request.destroyed) return { kind: 'body_incomplete' };
  return error.type === 'request.aborted' || error.type === 'request.size.invalid' ? { kind: 'body_incomplete' } : undefined;
};

/** Breaks the request off after a window in which it came too slowly. */
const breakOffWhenSlow = (request: IncomingMessage, pace: BodyPace): NodeJS.Timeout => {
  const { windowMs } = pace.rate;
  const watch = watchPace(pace);
  request.on('data', ({ byteLength }: Buffer) => watch.tellCame(byteLength));
  return setInterval(() => {
    if (watch.isTooSlow(windowMs)) request.destroy();
  }, windowMs);
};

/** All bytes of a body of at most 1 MiB, counted as they come, whatever Content-Length says. */
export const readBodyBytes = async (request: IncomingMessage, pace: BodyPace): Promise<Result<Buffer, Problem>> => {
  expectUnread(request);
  // Nobody begins to read it, so that a sender who waits for that never sends it.
  if ((declaredBytes(request) ?? 0) > maxJsonBytes) return err(tooLarge);
  const limit = breakOffWhenSlow(request, pace);
  try {
    return ok(await getRawBody(request, { limit: maxJsonBytes, length: request.headers['content-length'] ?? null }));
  } catch (error) {
    const problem = problemOfReading(error, request);
    if (problem === undefined) throw error;
    return err(problem);
  } finally {
    clearInterval(limit);
  }
};

interface ParsedJson {
  readonly text: string;
  readonly value: unknown;
}

const parseJson = (bytes: Buffer): Result<ParsedJson, BadRequest> => {
  if (!isUtf8(bytes)) return err(malformed);
  const text = bytes.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return isWellFormedJson(text, value) ? ok({ text, value }) : err(malformed);
  } catch (error) {
    if (error instanceof SyntaxError) return err(malformed);
    throw error;
  }
};

/** The schema for the body's media type: the LFS one is good only where a row has a lenient schema. */
const schemaFor = <T>(contentType: string | undefined, body: JsonBody<T>): z.core.$ZodType<T> | undefined => {
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const isText = parameters.every((parameter) => !parameter.includes('charset') || /^\s*charset="?utf-8"?\s*$/.test(parameter));
  if (!isText) return undefined;
  if (mediaType.trim() === jsonType) return body.strict;
  return mediaType.trim() === lfsType ? body.lenient : undefined;
};

/** What zlib has met, whose errors are of another realm where this code has one of its own, as under Jest. */
export const problemOfUnpacking = (error: unknown): Problem | undefined => {
  if (!isNativeError(error)) return undefined;
  if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return tooLarge;
  return 'errno' in error ? malformed : undefined;
};

/** A body that was sent compressed, as JGit sends long batches; what it unpacks to counts against the same limit. */
const gunzipped = async (bytes: Buffer): Promise<Result<Buffer, Problem>> => {
  try {
    return ok(await promisify<Buffer, ZlibOptions, Buffer>(gunzip)(bytes, { maxOutputLength: maxJsonBytes }));
  } catch (error) {
    const problem = problemOfUnpacking(error);
    if (problem === undefined) throw error;
    return err(problem);
  }
};

const encodingOf = (request: IncomingMessage): string => (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();

/** The bytes of a JSON body as its sender means them. */
const readPlainBytes = async (request: IncomingMessage, pace: BodyPace): Promise<Result<Buffer, Problem>> => {
  const encoding = encodingOf(request);
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== 'x-gzip')
    return err(badRequest('Content-Encoding', 'unsupported'));
  const bytes = await readBodyBytes(request, pace);
  return bytes.isErr() || encoding === 'identity' ? bytes : gunzipped(bytes.value);
};

/** The parsed body of a JSON row. */
export const readJson = async <T>(request: IncomingMessage, body: JsonBody<T>, pace: BodyPace): Promise<Result<T, Problem>> => {
  const bytes = await readPlainBytes(request, pace);
  if (bytes.isErr()) return err(bytes.error);
  if (body.optional && bytes.value.byteLength === 0) return parse(body.strict, {}, 'body');
  const contentType = request.headers['content-type'];
  const schema = schemaFor(contentType, body);
  if (schema === undefined) return err(badRequest('Content-Type', contentType === undefined ? 'missing' : 'unsupported'));
  const parsed = parseJson(bytes.value);
  if (parsed.isErr()) return err(parsed.error);
  const { text, value } = parsed.value;
  if (schema === body.strict && repeatsMember(text, value)) return err(malformed);
  return parse(schema, value, 'body');
};
