import type { ByteSpan } from '@svc/core/ports';
import { bytesType } from '../endpoint/media-type.js';

/** A span, or a piece of it. What goes before it stands before its first piece alone. */
export interface Segment {
  readonly heading: Uint8Array;
  readonly begin: number;
  /** Excluded. */
  readonly end: number;
}

/** Segments that are read at once, with what lies between them. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
  readonly segments: readonly Segment[];
}

/** Stretches that are sent together. */
export type Portion = readonly Stretch[];

/** To read so much for nothing takes no longer than another read, or another request to a bucket. */
const maxGapBytes = 128 * 1024;
/** Memory holds one portion that is being sent, and the next one. */
const maxPortionBytes = 512 * 1024;
const maxReads = 8;

export const multipartType = (boundary: string): string => `multipart/byteranges; boundary=${boundary}`;

/** The parts of an answer with several ranges (RFC 9110, 14.6), and the line behind the last one. */
export const partsOf = (spans: readonly ByteSpan[], sizeBytes: number, boundary: string): readonly Segment[] => {
  const parts = spans.map(({ first, last }, index) => {
    const lines = [
      `${index === 0 ? '' : '\r\n'}--${boundary}`,
      `Content-Type: ${bytesType}`,
      `Content-Range: bytes ${first}-${last}/${sizeBytes}`,
      '\r\n',
    ];
    return { heading: Buffer.from(lines.join('\r\n'), 'latin1'), begin: first, end: last + 1 };
  });
  const end = parts.at(-1)?.end ?? 0;
  return [...parts, { heading: Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'), begin: end, end }];
};

export const lengthOf = (segments: readonly Segment[]): number =>
  segments.reduce((length, { heading, begin, end }) => length + heading.byteLength + end - begin, 0);

const nothing = new Uint8Array(0);

/** No piece is longer than a portion. */
function* piecesOf({ heading, begin, end }: Segment): Generator<Segment> {
  let at = begin;
  do {
    const next = Math.min(end, at + maxPortionBytes);
    yield { heading: at === begin ? heading : nothing, begin: at, end: next };
    at = next;
  } while (at < end);
}

const stretchesOf = (parts: readonly Segment[]): readonly Stretch[] => {
  const stretches: { begin: number; end: number; segments: Segment[] }[] = [];
  for (const part of parts) {
    for (const piece of piecesOf(part)) {
      const last = stretches.at(-1);
      if (last !== undefined && piece.begin - last.end <= maxGapBytes && piece.end - last.begin <= maxPortionBytes) {
        last.end = piece.end;
        last.segments.push(piece);
      } else stretches.push({ begin: piece.begin, end: piece.end, segments: [piece] });
    }
  }
  return stretches;
};

/** How the parts are read and sent: in few reads, and little at a time. */
export const portionsOf = (parts: readonly Segment[]): readonly Portion[] => {
  const portions: Stretch[][] = [];
  let bytes = 0;
  for (const stretch of stretchesOf(parts)) {
    const length = stretch.end - stretch.begin;
    const last = portions.at(-1);
    if (last !== undefined && last.length < maxReads && bytes + length <= maxPortionBytes) {
      last.push(stretch);
      bytes += length;
    } else {
      portions.push([stretch]);
      bytes = length;
    }
  }
  return portions;
};
