import { unavailable } from '@svc/core/model';
import type { BlobReading, ByteSpan } from '@svc/core/ports';
import { err, ok, type Result } from 'neverthrow';
import type { HttpErrorOf } from '../endpoint/http-error.js';
import type { ByteSource } from '../endpoint/reply.js';
import { decideRange } from './byte-range.js';

export interface OpenedRange {
  /** Undefined: all bytes. */
  readonly span: ByteSpan | undefined;
  readonly reading: BlobReading;
}

export interface AskedRange {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  /** The strong one of the bytes, where they have one. */
  readonly etag: string | undefined;
}

type Problem = HttpErrorOf<'range_not_satisfiable' | 'not_found' | 'unavailable'>;

/** A file that is replaced so often that no range of it can be opened is asked for again later. */
const maxOpenings = 5;

const leave = async ({ body }: BlobReading): Promise<void> => {
  await body[Symbol.asyncIterator]().return?.();
};

/**
 * Opens what a request asks for. A file that may be replaced can be another one by the time it is opened, so the range is decided anew for each size that
 * it turns out to have: what is sent, or refused, is the range of one file.
 */
export const openRange = async (
  source: ByteSource,
  { range, ifRange, etag }: AskedRange,
): Promise<Result<OpenedRange, Problem>> => {
  let { sizeBytes } = source;
  for (let opening = 0; opening < maxOpenings; opening += 1) {
    const decision = decideRange(range, ifRange, sizeBytes, etag);
    if (decision.kind === 'unsatisfiable') return err({ kind: 'range_not_satisfiable', sizeBytes });
    const span = decision.kind === 'partial' ? decision.span : undefined;
    const opened = await source.open(span);
    if (opened.isOk()) {
      const reading = opened.value;
      if (span === undefined || reading.sizeBytes === sizeBytes) return ok({ span, reading });
      await leave(reading);
      sizeBytes = reading.sizeBytes;
    } else if (opened.error.kind === 'span_outside') {
      sizeBytes = opened.error.sizeBytes;
    } else return err(opened.error);
  }
  return err(unavailable('storage'));
};
