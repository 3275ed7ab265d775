import type { IncomingMessage } from 'node:http';
import { isOfDamage } from '@svc/core';
import { invariant, thrownOutage } from '@svc/core/model';
import type { Context } from 'koa';
import type { Result } from 'neverthrow';
import type { ErasedReply } from '../endpoint/endpoint.js';
import { errorReply, faultReply, protocolReply } from '../endpoint/error-reply.js';
import type { HttpError } from '../endpoint/http-error.js';
import { speaksLfs } from '../endpoint/media-type.js';
import { byteRange, type ByteSource, plainText, type TypedText } from '../endpoint/reply.js';
import { checkError } from './check-output.js';
import { isClientAbort } from './client-abort.js';
import { endWithConnection } from './end-with-connection.js';
import type { HttpLog } from './http-log.js';
import { locate, type Location } from './lfs-path.js';
import { noteAnswer, type NotedAnswer } from './note-answer.js';
import type { PreparedEndpoint } from './prepared-endpoint.js';
import { requestIdOf } from './request-id.js';
import type { Find } from './router.js';
import { runEndpoint } from './run-endpoint.js';
import type { Match } from './segment-tree.js';
import { sendBytes } from './send-bytes.js';
import { sendError, sendJson, sendText } from './send.js';
import type { Service } from './service.js';

/** Answers one request, whatever happens. `path` is still percent-encoded; undefined when none can be read. */
export type Exchange = (ctx: Context, path: string | undefined) => Promise<void>;

const isByteSource = (body: unknown): body is ByteSource => typeof body === 'object' && body !== null && 'open' in body;

const isTypedText = (body: unknown): body is TypedText => typeof body === 'object' && body !== null && 'text' in body;

/** Puts an outcome on its way; the error when the bytes of a reply cannot be had after all. */
const send = async (
  ctx: Context,
  prepared: PreparedEndpoint,
  outcome: Result<ErasedReply, HttpError>,
): Promise<HttpError | undefined> => {
  if (outcome.isErr()) return outcome.error;
  const { status, body } = outcome.value;
  if (prepared.output[status] === byteRange) {
    invariant(isByteSource(body), `${prepared.endpoint.name} answers bytes`);
    return sendBytes(ctx, body);
  }
  if (prepared.output[status] === plainText) {
    invariant(isTypedText(body), `${prepared.endpoint.name} answers text`);
    sendText(ctx, status, body);
    return undefined;
  }
  sendJson(ctx, status, prepared.replyType, body);
  return undefined;
};

/** The same for each path, so that a 404 does not tell a path that is there from one that is not. */
const soughtByPath = 'nothing that this caller may see at this path';

/** RFC 9112, 3.2. Node refuses these by itself, and without a body, unless its server is made with `requireHostHeader: false`. */
const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean => headers.host === undefined && httpVersion === '1.1';

/** A request that has been looked up, and not been judged yet. */
interface Asked {
  readonly location: Location;
  readonly match: Match<PreparedEndpoint>;
  readonly requestId: string;
  readonly noted: NotedAnswer;
}

/** Request id, route, then the row's own checks and handler; the one place where results and bugs become answers. */
export const createExchange = (service: Service, find: Find, log: HttpLog): Exchange => {
  const surroundings = { sought: soughtByPath, planSetting: service.planSetting };
  const answer = async (ctx: Context, { location, match, requestId, noted }: Asked): Promise<void> => {
    const refuse = (error: HttpError): void => {
      noted.tellError(error);
      sendError(ctx, errorReply(error, requestId, speaksLfs(location.path), surroundings));
    };
    if (match.kind !== 'found') {
      refuse(match);
      return;
    }
    try {
      const { values } = match;
      const addressed = { values, repository: location.repository };
      const error = await send(
        ctx,
        match.target,
        await runEndpoint(service, match.target, ctx, { addressed, requestId, tellCaller: noted.tellCaller }),
      );
      if (error === undefined) return;
      if (service.checkOutputs) checkError(match.target.endpoint, error);
      refuse(error);
    } catch (error) {
      // Nobody is there to be answered.
      if (ctx.req.socket.destroyed && isClientAbort(error)) return;
      const outage = thrownOutage(error);
      if (outage !== undefined) {
        refuse(outage);
        return;
      }
      // Other expected failures are values, so whatever else is thrown is a bug: it is told to the log, and to nobody else.
      log.fault({ error, requestId, endpoint: match.target.endpoint.name });
      // Bytes that lie damaged are none, and were not known to be before they were read; where they lie stands in the log alone.
      if (ctx.method === 'GET' && isOfDamage(error)) refuse({ kind: 'not_found', reason: 'damaged' });
      else sendError(ctx, faultReply(requestId, match.target.isLfs));
    }
  };

  const route = async (ctx: Context, path: string, requestId: string): Promise<void> => {
    const location = locate(path);
    const match = find(ctx.method, location.path);
    const endpoint = match.kind === 'found' ? match.target.endpoint.name : undefined;
    const noted = noteAnswer(ctx, log, service.trustProxyHops, { requestId, endpoint, path });
    await service.crossOrigin(ctx, () => answer(ctx, { location, match, requestId, noted }));
  };

  return async (ctx, path) => {
    endWithConnection(ctx.req, ctx.res);
    const requestId = requestIdOf(ctx.req.headers['x-request-id']);
    ctx.set('X-Request-Id', requestId);
    if (lacksHost(ctx.req)) {
      sendError(ctx, protocolReply('host_missing', requestId));
      return;
    }
    if (path === undefined) {
      sendError(ctx, protocolReply('malformed', requestId));
      return;
    }
    await route(ctx, path, requestId);
  };
};
