/** Bytes from `begin` on and before `end`. */
export interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

/** As many as the service answers at once. */
const maxRanges = 128;

/** Whether the service answers these at once where it answers several: they are several, in order, apart from each other, and inside of the bytes. */
export const mayComeInParts = (ranges: readonly ByteRange[], sizeBytes: number): boolean => {
  if (ranges.length < 2 || ranges.length > maxRanges) return false;
  let last = 0;
  for (const { begin, end } of ranges) {
    if (!(begin >= last && end > begin && end <= sizeBytes)) return false;
    last = end;
  }
  return true;
};

/** Longer than what any server writes before a part. */
const maxHeadingBytes = 256;

/** How long an answer with several ranges is at most, with what stands between them. */
export const partsBytes = (ranges: readonly ByteRange[]): number =>
  ranges.reduce((sum, { begin, end }) => sum + maxHeadingBytes + end - begin, maxHeadingBytes);

/** The boundary of an answer with several ranges; undefined for any other type. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/byteranges *; *boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))$/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain;
};

/** The text up to the empty line that ends it; undefined where there is none. */
const headingAt = (bytes: Uint8Array, at: number): string | undefined => {
  // Memory that threads share is nothing that a TextDecoder takes.
  const text = String.fromCharCode(...bytes.subarray(at, at + maxHeadingBytes));
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? undefined : text.slice(0, end + 4);
};

/**
 * Where each range begins in an answer with several (RFC 9110, 14.6); undefined unless these very ranges are in it, in their order. What a header says beside
 * that, and what comes behind the last one, is no matter.
 */
export const beginsOfParts = (
  bytes: Uint8Array,
  boundary: string,
  ranges: readonly ByteRange[],
): readonly number[] | undefined => {
  const begins: number[] = [];
  let at = 0;
  for (const { begin, end } of ranges) {
    const heading = headingAt(bytes, at);
    if (heading?.trimStart().startsWith(`--${boundary}\r\n`) !== true) return undefined;
    const said = /\r\ncontent-range: *bytes (\d+-\d+)\//i.exec(heading)?.[1];
    if (said !== `${begin}-${end - 1}`) return undefined;
    at += heading.length;
    begins.push(at);
    at += end - begin;
    if (at > bytes.byteLength) return undefined;
  }
  return begins;
};
