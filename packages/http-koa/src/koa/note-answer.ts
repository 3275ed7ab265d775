import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { Caller } from '@svc/core';
import type { Context } from 'koa';
import { declaredErrorOf } from '../endpoint/declared-error.js';
import type { HttpError } from '../endpoint/http-error.js';
import { clientAddress } from './address.js';
import { isClientAbort } from './client-abort.js';
import { countBodies } from './count-bodies.js';
import type { AnsweredRequest, HttpLog } from './http-log.js';

/** What nginx began to call it, and others look for since: nobody was sent the answer, or all of it. */
const clientLeft = 499;

/** Hears who asks, once that is known. */
export type TellCaller = (caller: Caller) => void;
/** Hears which failure is answered. */
export type TellError = (error: HttpError) => void;

export interface NotedAnswer {
  readonly tellCaller: TellCaller;
  readonly tellError: TellError;
}

const nobodyListens: NotedAnswer = { tellCaller: () => undefined, tellError: () => undefined };

const hasLeft = ({ res, body }: Context): boolean =>
  // What breaks on our side ends the stream of the body with an error.
  !res.writableFinished && !(body instanceof Readable && body.errored !== null && !isClientAbort(body.errored));

/** Tells the log of the request when its answer is over. */
export const noteAnswer = (
  ctx: Context,
  log: HttpLog,
  trustProxyHops: number,
  known: Pick<AnsweredRequest, 'requestId' | 'endpoint' | 'path'>,
): NotedAnswer => {
  if (log.answered === undefined) return nobodyListens;
  const { req, res, method } = ctx;
  const { requestId, endpoint, path } = known;
  const startedAt = performance.now();
  // A connection that has ended does not know any more whose it was.
  const address = clientAddress(req, trustProxyHops);
  const counts = countBodies(req, res);
  let caller: Caller | undefined;
  let error: HttpError | undefined;
  res.once('close', () => {
    const durationMs = performance.now() - startedAt;
    const { bytesIn, bytesOut } = counts();
    // Field by field: copying objects into this one takes longer than all else of it.
    log.answered?.({
      requestId,
      endpoint,
      method,
      path,
      address,
      userId: caller?.userId,
      tokenId: caller?.credential.kind === 'token' ? caller.credential.tokenId : undefined,
      status: hasLeft(ctx) ? clientLeft : res.statusCode,
      error: error && declaredErrorOf(error),
      durationMs,
      bytesIn,
      bytesOut,
      isComplete: res.writableFinished,
    });
  });
  return { tellCaller: (identified) => (caller = identified), tellError: (answered) => (error = answered) };
};
