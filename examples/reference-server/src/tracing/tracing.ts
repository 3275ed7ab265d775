import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import type { AnsweredRequest, HttpLog } from '@svc/http-koa';
import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TraceSettings } from '../config/trace-settings.js';
import { version } from '../version.js';
import { tracedBlobStore } from './traced-blob-store.js';
import { tracedUnitOfWork } from './traced-unit-of-work.js';

/** A collector that does not answer keeps nobody waiting for longer, the end of the server neither. */
const exportMs = 5000;
/** What was answered is told when the answer is over, and its span ends right after that. */
const rememberedMs = 1000;

/** Spans of requests, and of what they ask of the database and of the storage. */
export interface Tracing {
  /** The listener, each request within a span of its own, below that of the client which sends a `traceparent`. */
  before(listener: RequestListener): RequestListener;
  /** Hears what the requests were. */
  readonly http: HttpLog;
  readonly unitOfWork: typeof tracedUnitOfWork;
  readonly blobs: typeof tracedBlobStore;
  /** Sends what was not sent yet, for as long as `exportMs` at most. */
  close(): Promise<void>;
}

const describeAnswer = (span: Span, response: ServerResponse, answered: AnsweredRequest | undefined): void => {
  const status = answered?.status ?? response.statusCode;
  if (answered?.endpoint !== undefined) span.updateName(answered.endpoint);
  span.setAttributes({
    'http.response.status_code': status,
    ...(answered && {
      'svc.request_id': answered.requestId,
      'svc.bytes_in': answered.bytesIn,
      'svc.bytes_out': answered.bytesOut,
    }),
    ...(answered?.endpoint === undefined ? {} : { 'svc.endpoint': answered.endpoint }),
    ...(answered?.error === undefined ? {} : { 'error.type': answered.error }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
};

/** Sends traces to a collector by OTLP over HTTP. A path, a query and a header may have secrets in them, so none is in a span. */
export const createTracing = ({ url, headers, serviceName, sampledShare }: TraceSettings): Tracing => {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: exportMs });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportMs })],
  });
  // Asynchronous context and `traceparent`.
  provider.register();
  const tracer = trace.getTracer('svc-server', version);
  const answers = new Map<unknown, AnsweredRequest>();

  return {
    before: (listener) => (request, response) => {
      const parent = propagation.extract(context.active(), request.headers);
      const method = request.method ?? '';
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, parent);
      response.once('close', () => {
        setImmediate(() => describeAnswer(span, response, answers.get(response.getHeader('x-request-id'))));
      });
      context.with(trace.setSpan(parent, span), () => listener(request, response));
    },
    http: {
      fault: () => undefined,
      answered: (request) => {
        answers.set(request.requestId, request);
        setTimeout(() => answers.delete(request.requestId), rememberedMs).unref();
      },
    },
    unitOfWork: tracedUnitOfWork,
    blobs: tracedBlobStore,
    close: () => Promise.race([provider.shutdown().catch(() => undefined), sleep(exportMs, undefined, { ref: false })]),
  };
};
