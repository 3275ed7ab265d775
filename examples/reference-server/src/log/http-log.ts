import type { HttpLog } from '@svc/http-koa';
import type { Logger } from 'pino';
import { pathWithoutSecrets } from './without-secrets.js';

/** One line for each request, and one for each bug that a request has met. */
export const httpLog = (log: Logger): HttpLog => {
  // No field of a request's line is an object that headers could be in, and looking for them takes longer than writing it. Secrets are sought in all lines.
  const requests = log.child({}, { redact: [] });
  return {
    // Field by field: copying the request into another object takes longer than writing its line.
    answered: (request) =>
      requests.info(
        {
          requestId: request.requestId,
          endpoint: request.endpoint,
          method: request.method,
          address: request.address,
          userId: request.userId,
          tokenId: request.tokenId,
          status: request.status,
          error: request.error,
          bytesIn: request.bytesIn,
          bytesOut: request.bytesOut,
          path: pathWithoutSecrets(request.path),
          ms: Math.round(request.durationMs * 10) / 10,
          cutOff: request.isComplete ? undefined : true,
        },
        'request',
      ),
    fault: ({ error, requestId, endpoint }) => log.error({ requestId, endpoint, err: error }, 'request failed'),
  };
};
