import { type Attributes, context, SpanStatusCode, trace } from '@opentelemetry/api';
import { type Result, ResultAsync } from 'neverthrow';

/** Of an expected failure. */
const kindOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'kind' in error && typeof error.kind === 'string' ? error.kind : undefined;

/**
 * Makes the call in a span below that of the request. A job has none, and so no spans: it asks all day. Nor has what a request has begun and what goes on when
 * its answer is over, or what nobody records.
 */
export const withinSpan = <T, E>(name: string, attributes: Attributes, call: () => ResultAsync<T, E>): ResultAsync<T, E> => {
  if (trace.getActiveSpan()?.isRecording() !== true) return call();
  const span = trace.getTracer('svc-server').startSpan(name, { attributes });
  const run = async (): Promise<Result<T, E>> => {
    try {
      const outcome = await context.with(trace.setSpan(context.active(), span), call);
      const kind = outcome.isErr() ? kindOf(outcome.error) : undefined;
      if (kind !== undefined) span.setAttribute('error.type', kind);
      return outcome;
    } catch (fault) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw fault;
    } finally {
      span.end();
    }
  };
  return new ResultAsync(run());
};
