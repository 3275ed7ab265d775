import { randomUUID } from 'node:crypto';
import { ok, type Result } from 'neverthrow';
import type { HttpErrorOf } from '../endpoint/http-error.js';
import type { ByteSource } from '../endpoint/reply.js';
import { severalSpans } from './byte-range.js';
import { multipartBody } from './multipart-body.js';
import { lengthOf, multipartType, partsOf, portionsOf } from './multipart-plan.js';
import type { AskedRange } from './open-range.js';

export interface OpenedParts {
  readonly contentType: string;
  readonly length: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Opens the several ranges that a request asks for; undefined where it asks for something else, or the bytes are answered in one range at most. */
export const openParts = async (
  source: ByteSource,
  { range, ifRange, etag }: AskedRange,
): Promise<Result<OpenedParts | undefined, HttpErrorOf<'not_found' | 'unavailable'>>> => {
  const spans = severalSpans(range, source.sizeBytes);
  if (source.keepOpen === undefined || spans === undefined || (ifRange !== undefined && ifRange !== etag)) return ok(undefined);
  const kept = await source.keepOpen();
  return kept.map((bytes): OpenedParts => {
    const boundary = randomUUID();
    const parts = partsOf(spans, source.sizeBytes, boundary);
    return { contentType: multipartType(boundary), length: lengthOf(parts), body: multipartBody(bytes, portionsOf(parts)) };
  });
};
