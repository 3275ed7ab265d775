import type { HttpErrorOf } from '../endpoint/http-error.js';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { err, ok, type Result } from 'neverthrow';
import { bytesType } from '../endpoint/media-type.js';
import type { ByteSource } from '../endpoint/reply.js';
import { beginBody } from './begin-body.js';
import { dropIdleReader } from './drop-idle-reader.js';
import { isLeftUnread } from './linger.js';
import { openParts } from './open-parts.js';
import { openRange } from './open-range.js';
import { decidePrecondition } from './precondition.js';

/** A browser that opens a stored file gets it as a download: it never runs as a page of this origin. */
const headers = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'no-store',
  'Content-Disposition': 'attachment',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Content-Type': bytesType,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

const etagOf = (source: ByteSource): string | undefined => (source.etag === undefined ? undefined : `"${source.etag}"`);

const singleHeader = (
  request: IncomingMessage,
  name: 'range' | 'if-range' | 'if-match' | 'if-none-match',
): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

type Failure = HttpErrorOf<'precondition_failed' | 'range_not_satisfiable' | 'not_found' | 'unavailable'>;

interface Answer {
  /** Undefined: headers alone. */
  readonly body: AsyncIterable<Uint8Array> | undefined;
  readonly status: 200 | 206;
  readonly length: number;
  readonly fields: Readonly<Record<string, string>>;
}

const whole = (sizeBytes: number, body?: AsyncIterable<Uint8Array>): Answer => ({
  body,
  status: 200,
  length: sizeBytes,
  fields: {},
});

/** What a GET is answered. RFC 9110, 14.2: a range is for GET. */
const openAnswer = async (ctx: Context, source: ByteSource, etag: string | undefined): Promise<Result<Answer, Failure>> => {
  const asked = { range: singleHeader(ctx.req, 'range'), ifRange: singleHeader(ctx.req, 'if-range'), etag };
  const parts = await openParts(source, { ...asked, accept: ctx.req.headers.accept });
  if (parts.isErr()) return err(parts.error);
  if (parts.value !== undefined) {
    const { body, length, contentType } = parts.value;
    return ok({ body, status: 206, length, fields: { 'Content-Type': contentType } });
  }
  const opened = await openRange(source, asked);
  return opened.map(({ span, reading: { sizeBytes, body } }): Answer => {
    if (span === undefined) return whole(sizeBytes, body);
    const fields = { 'Content-Range': `bytes ${span.first}-${span.last}/${sizeBytes}` };
    return { body, status: 206, length: span.last - span.first + 1, fields };
  });
};

/** Answers bytes: 200 whole, 206 in part, or headers alone to HEAD; 304 to a client that has them. The failure when they cannot be had; nothing is set then. */
export const sendBytes = async (ctx: Context, source: ByteSource): Promise<Failure | undefined> => {
  const { sizeBytes } = source;
  const etag = etagOf(source);
  const precondition = decidePrecondition(singleHeader(ctx.req, 'if-match'), singleHeader(ctx.req, 'if-none-match'), etag);
  if (precondition === 'failed') return { kind: 'precondition_failed' };
  if (precondition === 'not_modified') {
    ctx.set('Cache-Control', headers['Cache-Control']);
    if (etag !== undefined) ctx.set('ETag', etag);
    ctx.status = 304;
    return undefined;
  }
  const opened = ctx.method === 'HEAD' ? ok(whole(sizeBytes)) : await openAnswer(ctx, source, etag);
  if (opened.isErr()) return opened.error;
  const { body, status, length, fields } = opened.value;
  if (body !== undefined) {
    const begun = await beginBody(body);
    if (begun.isErr()) return begun.error;
    ctx.body = begun.value;
    dropIdleReader(ctx);
  }
  ctx.set({ ...headers, ...source.headers, ...fields });
  if (isLeftUnread(ctx)) ctx.set('Connection', 'close');
  if (etag !== undefined) ctx.set('ETag', etag);
  ctx.status = status;
  ctx.length = length;
  return undefined;
};
