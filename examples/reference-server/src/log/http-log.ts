import type { HttpLog } from '@svc/http-koa';
import type { Logger } from 'pino';
import { pathWithoutSecrets } from './without-secrets.js';

/** One line for each request, and one for each bug that a request has met. */
export const httpLog = (log: Logger): HttpLog => ({
  answered: ({ requestId, endpoint, method, path: asked, status, durationMs, isComplete }) => {
    const ms = Math.round(durationMs * 10) / 10;
    const path = pathWithoutSecrets(asked);
    log.info({ requestId, endpoint, method, path, status, ms, ...(isComplete ? {} : { cutOff: true }) }, 'request');
  },
  fault: ({ error, requestId, endpoint }) => log.error({ requestId, endpoint, err: error }, 'request failed'),
});
