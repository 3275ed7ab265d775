import type { HttpErrorOf } from '../endpoint/http-error.js';
import type { IncomingMessage } from 'node:http';
import type { ByteSpan } from '@svc/core/ports';
import type { Context } from 'koa';
import { bytesType } from '../endpoint/media-type.js';
import type { ByteSource } from '../endpoint/reply.js';
import { beginBody } from './begin-body.js';
import { isLeftUnread } from './linger.js';
import { openRange } from './open-range.js';
import { decidePrecondition } from './precondition.js';

/** A connection on which no byte moves for this long is closed. */
export const byteIdleMs = 60_000;

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
  let span: ByteSpan | undefined;
  let openedBytes = sizeBytes;
  // RFC 9110, 14.2: a range is for GET.
  if (ctx.method !== 'HEAD') {
    const asked = { range: singleHeader(ctx.req, 'range'), ifRange: singleHeader(ctx.req, 'if-range'), etag };
    const opened = await openRange(source, asked);
    if (opened.isErr()) return opened.error;
    const { reading } = opened.value;
    ({ span } = opened.value);
    const begun = await beginBody(reading.body);
    if (begun.isErr()) return begun.error;
    openedBytes = reading.sizeBytes;
    ctx.body = begun.value;
    ctx.req.socket.setTimeout(byteIdleMs);
  }
  ctx.set({ ...headers, ...source.headers });
  if (isLeftUnread(ctx.req)) ctx.set('Connection', 'close');
  if (etag !== undefined) ctx.set('ETag', etag);
  if (span !== undefined) ctx.set('Content-Range', `bytes ${span.first}-${span.last}/${openedBytes}`);
  ctx.status = span === undefined ? 200 : 206;
  ctx.length = span === undefined ? openedBytes : span.last - span.first + 1;
  return undefined;
};
