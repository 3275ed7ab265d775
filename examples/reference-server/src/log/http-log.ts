import type { HttpLog } from '@svc/http-koa';
import type { Logger } from 'pino';
import { pathWithoutSecrets } from './without-secrets.js';

/** One line for each request, and one for each bug that a request has met. */
export const httpLog = (log: Logger): HttpLog => {
  // No field of a request's line is an object that headers could be in, and looking for them takes longer than writing it. Secrets are sought in all lines.
  const requests = log.child({}, { redact: [] });
  return {
    answered: ({ path: asked, durationMs, isComplete, ...facts }) => {
      const ms = Math.round(durationMs * 10) / 10;
      const path = pathWithoutSecrets(asked);
      requests.info({ ...facts, path, ms, ...(isComplete ? {} : { cutOff: true }) }, 'request');
    },
    fault: ({ error, requestId, endpoint }) => log.error({ requestId, endpoint, err: error }, 'request failed'),
  };
};
