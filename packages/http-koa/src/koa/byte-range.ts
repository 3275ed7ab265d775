import type { ByteSpan } from '@svc/core/ports';

/** `whole`: there is no range to honour. `partial`: answer this span. `unsatisfiable`: the range lies outside of the bytes. */
export type RangeDecision =
  | { readonly kind: 'whole' }
  | { readonly kind: 'partial'; readonly span: ByteSpan }
  | { readonly kind: 'unsatisfiable' };

const whole: RangeDecision = { kind: 'whole' };
const unsatisfiable: RangeDecision = { kind: 'unsatisfiable' };

// As many digits as a header has room for: a number above 2^53 is inexact, and behind the end of any file all the same.
const single = /^bytes=(\d*)-(\d*)$/i;

/** Whether a range is asked for of bytes that these are not: If-Range is not exactly their strong ETag. */
export const isOfOtherBytes = (ifRange: string | undefined, etag: string | undefined): boolean =>
  ifRange !== undefined && ifRange !== etag;

/**
 * What a Range header asks of `sizeBytes` bytes (RFC 9110, section 14). Headers that are malformed, or that ask for several ranges, are ignored,
 * which the RFC allows. `etag` is the strong one of the bytes; an If-Range that is not exactly it asks for the whole.
 */
export const decideRange = (
  range: string | undefined,
  ifRange: string | undefined,
  sizeBytes: number,
  etag: string | undefined,
): RangeDecision => {
  if (range === undefined || isOfOtherBytes(ifRange, etag)) return whole;
  const [matched, firstText = '', lastText = ''] = single.exec(range.trim()) ?? [];
  if (matched === undefined || (firstText === '' && lastText === '')) return whole;
  if (firstText === '') {
    const length = Number(lastText);
    if (length === 0 || sizeBytes === 0) return unsatisfiable;
    return { kind: 'partial', span: { first: Math.max(0, sizeBytes - length), last: sizeBytes - 1 } };
  }
  const first = Number(firstText);
  const last = lastText === '' ? Infinity : Number(lastText);
  if (last < first) return whole;
  if (first >= sizeBytes) return unsatisfiable;
  return { kind: 'partial', span: { first, last: Math.min(last, sizeBytes - 1) } };
};

/** Far fewer than a header has room for. */
const maxRanges = 128;
const several = /^bytes=\d{1,15}-\d{1,15}(?:[ \t]*,[ \t]*\d{1,15}-\d{1,15})+$/i;

/**
 * The spans of a Range header that asks for several: in order, without overlap and inside of the bytes, as who wants them all asks. Undefined for any
 * other: to answer what is asked for twice costs more than to ask (RFC 9110, 14.2).
 */
export const severalSpans = (range: string | undefined, sizeBytes: number): readonly ByteSpan[] | undefined => {
  const text = range?.trim() ?? '';
  if (!several.test(text)) return undefined;
  const spans = text
    .slice('bytes='.length)
    .split(',')
    .map((part): ByteSpan => {
      const [first, last] = part.split('-').map(Number);
      return { first: first ?? 0, last: last ?? 0 };
    });
  let end = 0;
  for (const { first, last } of spans) {
    if (first < end || last < first || last >= sizeBytes) return undefined;
    end = last + 1;
  }
  return spans.length > maxRanges ? undefined : spans;
};
