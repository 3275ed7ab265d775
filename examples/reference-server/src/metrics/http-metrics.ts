import type { HttpLog } from '@svc/http-koa';
import { Counter, Histogram, type Registry } from 'prom-client';

/** A probe answers within milliseconds, a file of gigabytes within minutes. */
const secondsBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600];

/** What is no row has one name for all of it: paths are made by clients. */
const nowhere = 'none';

/**
 * Requests as the log has them, by the name of the row, which stands in the log and in the OpenAPI document as `operationId`: there are as many as there are
 * rows, no matter who asks for what.
 */
export const httpMetrics = (registry: Registry): Required<HttpLog> => {
  const registers = [registry];
  const duration = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer; its count is that of the requests',
    labelNames: ['endpoint', 'status_class'] as const,
    buckets: secondsBuckets,
    registers,
  });
  const received = new Counter({
    name: 'svc_http_received_bytes_total',
    help: 'Bytes of the bodies of requests that have come',
    labelNames: ['endpoint'] as const,
    registers,
  });
  const sent = new Counter({
    name: 'svc_http_sent_bytes_total',
    help: 'Bytes of the bodies of answers that were handed to the connection',
    labelNames: ['endpoint'] as const,
    registers,
  });
  const errors = new Counter({
    name: 'svc_http_errors_total',
    help: 'Expected failures that were answered, by code and reason, such as quota_exceeded and storage_quota',
    labelNames: ['code', 'reason'] as const,
    registers,
  });
  const cutOff = new Counter({
    name: 'svc_http_cut_off_total',
    help: 'Answers that have not come to their end: by the client who left, or by a fault of the server',
    labelNames: ['by'] as const,
    registers,
  });
  const faults = new Counter({ name: 'svc_http_faults_total', help: 'Bugs that requests have met', registers });
  for (const by of ['client', 'server']) cutOff.inc({ by }, 0);
  return {
    answered: ({ endpoint = nowhere, status, error, durationMs, bytesIn, bytesOut, isComplete }) => {
      duration.observe({ endpoint, status_class: `${String(Math.floor(status / 100))}xx` }, durationMs / 1000);
      if (bytesIn > 0) received.inc({ endpoint }, bytesIn);
      if (bytesOut > 0) sent.inc({ endpoint }, bytesOut);
      if (error !== undefined) {
        const [code = '', reason = ''] = error.split(':');
        errors.inc({ code, reason });
      }
      if (!isComplete) cutOff.inc({ by: status === 499 ? 'client' : 'server' });
    },
    fault: () => faults.inc(),
  };
};
