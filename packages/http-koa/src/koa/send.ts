import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ErrorReply } from '../endpoint/error-reply.js';
import type { TypedText } from '../endpoint/reply.js';
import { dropIdleReader } from './drop-idle-reader.js';
import { isLong, jsonPieces } from './json-pieces.js';
import { isLeftUnread, lingering } from './linger.js';

// Answers hold tokens and signed URLs, and none of them is a page.
export const commonHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** Answers JSON, or no body at all when `body` is undefined. */
export const sendJson = (ctx: Context, status: number, contentType: string, body: unknown): void => {
  dropIdleReader(ctx);
  ctx.set(commonHeaders);
  const isUnread = isLeftUnread(ctx);
  if (isUnread) ctx.set('Connection', 'close');
  if (body === undefined) {
    // Koa turns any status into 204 when a body becomes null, so the status comes after.
    ctx.body = null;
    ctx.status = status;
    return;
  }
  ctx.status = status;
  ctx.set('Content-Type', contentType);
  if (isLong(body) && !isUnread) {
    ctx.body = Readable.from(jsonPieces(body), { objectMode: false });
    return;
  }
  const text = JSON.stringify(body);
  if (!isUnread || ctx.method === 'HEAD') {
    ctx.body = text;
    return;
  }
  ctx.body = lingering(text, ctx.req);
  ctx.length = Buffer.byteLength(text);
};

export const sendText = (ctx: Context, status: number, { contentType, text }: TypedText): void => {
  dropIdleReader(ctx);
  ctx.set(commonHeaders);
  if (isLeftUnread(ctx)) ctx.set('Connection', 'close');
  ctx.status = status;
  ctx.set('Content-Type', contentType);
  ctx.body = text;
};

export const sendError = (ctx: Context, reply: ErrorReply): void => {
  ctx.set({ ...reply.headers });
  sendJson(ctx, reply.status, reply.contentType, reply.body);
};
