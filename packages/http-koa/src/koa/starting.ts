import type { RequestListener } from 'node:http';
import { notFound } from '@svc/core/model';
import type Koa from 'koa';
import { errorReply, protocolReply, startingReply } from '../endpoint/error-reply.js';
import { jsonType, speaksLfs } from '../endpoint/media-type.js';
import { createInternalCheck } from './address.js';
import { checkHttpSettings } from './check-http-settings.js';
import { crossOrigin } from './cross-origin.js';
import { guardedLog } from './guarded-log.js';
import type { HttpSettings } from './http-handler.js';
import type { HttpLog } from './http-log.js';
import { relativeTo } from './relative-path.js';
import { requestIdOf } from './request-id.js';
import { requestListener } from './request-listener.js';
import { sendError, sendJson } from './send.js';

/**
 * Answers for a handler that is not there yet, between the port and the data: `unavailable` with when to ask again. Only `/healthz` says that the
 * process lives, for a supervisor that would end a process that does not. Throws on settings as `createHttpHandler` does; `log` hears of bugs.
 */
export const answerStarting = (
  settings: Pick<HttpSettings, 'baseUrl' | 'internalCidrs' | 'trustProxyHops' | 'corsOrigins'>,
  log?: HttpLog,
): RequestListener => {
  checkHttpSettings(settings);
  const relative = relativeTo(settings.baseUrl);
  const isInternal = createInternalCheck(settings);
  const allow = crossOrigin(settings.corsOrigins ?? []);
  const answer: Koa.Middleware = async (ctx) => {
    const path = relative(ctx);
    const requestId = requestIdOf(ctx.req.headers['x-request-id']);
    // A client that keeps the connection would find the same process behind it; another one may be ready.
    ctx.set({ 'X-Request-Id': requestId, Connection: 'close' });
    await allow(ctx, async () => {
      if (path === undefined) sendError(ctx, protocolReply('malformed', requestId));
      else if (path !== '/healthz') sendError(ctx, startingReply(requestId, speaksLfs(path)));
      else if (isInternal(ctx.req)) sendJson(ctx, 200, jsonType, { status: 'ok' });
      else sendError(ctx, errorReply(notFound, requestId, false));
    });
  };
  const guarded = guardedLog(log);
  return requestListener(answer, (error) => guarded.fault({ error, requestId: undefined, endpoint: undefined }));
};
