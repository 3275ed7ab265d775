import { randomUUID } from 'node:crypto';
import { ok, type Result } from 'neverthrow';
import type { HttpErrorOf } from '../endpoint/http-error.js';
import type { ByteSource } from '../endpoint/reply.js';
import { isOfOtherBytes, severalSpans } from './byte-range.js';
import { multipartBody } from './multipart-body.js';
import { lengthOf, multipartType, partsOf, portionsOf } from './multipart-plan.js';
import type { AskedRange } from './open-range.js';

export interface OpenedParts {
  readonly contentType: string;
  readonly length: number;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface AskedParts extends AskedRange {
  readonly accept: string | undefined;
}

/** Which says that the type is not taken (RFC 9110, 12.4.2). */
const noWeight = /^q=0(?:\.0{0,3})?$/i;

/** Who names the type takes it; who takes any type may have no reader for this one, as most have none. */
const takesParts = (accept = ''): boolean =>
  accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    return type?.toLowerCase() === 'multipart/byteranges' && !parameters.some((parameter) => noWeight.test(parameter));
  });

/**
 * Opens the several ranges that a request asks for; undefined where it asks for something else or does not name the type of such an answer, or where the bytes
 * are answered in one range at most.
 */
export const openParts = async (
  source: ByteSource,
  { range, ifRange, etag, accept }: AskedParts,
): Promise<Result<OpenedParts | undefined, HttpErrorOf<'not_found' | 'unavailable'>>> => {
  if (source.keepOpen === undefined || !takesParts(accept) || isOfOtherBytes(ifRange, etag)) return ok(undefined);
  const spans = severalSpans(range, source.sizeBytes);
  if (spans === undefined) return ok(undefined);
  const kept = await source.keepOpen();
  return kept.map((bytes): OpenedParts => {
    const boundary = randomUUID();
    const parts = partsOf(spans, source.sizeBytes, boundary);
    return { contentType: multipartType(boundary), length: lengthOf(parts), body: multipartBody(bytes, portionsOf(parts)) };
  });
};
