/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** The end of a body in chunks, and its bytes; undefined as long as it has not come whole. */
const unchunked = (bytes: Buffer, begin: number): { readonly body: Buffer; readonly end: number } | undefined => {
  const pieces: Buffer[] = [];
  for (let at = begin; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const sizeBytes = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const pieceEnd = lineEnd + 2 + sizeBytes;
    if (bytes.byteLength < pieceEnd + 2) return undefined;
    if (sizeBytes === 0) return { body: Buffer.concat(pieces), end: pieceEnd + 2 };
    pieces.push(bytes.subarray(lineEnd + 2, pieceEnd));
    at = pieceEnd + 2;
  }
};

const headersOf = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );

const hasNoBody = (status: number, isHead: boolean): boolean => isHead || status === 204 || status === 304;

/** The first answer in the bytes, and what follows it; undefined as long as it has not come whole. */
export const firstAnswer = (
  bytes: Buffer,
  isHead: boolean,
  hasEnded: boolean,
): { readonly answer: WireAnswer; readonly rest: Buffer } | undefined => {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? NaN);
  if (Number.isNaN(status)) throw new Error(`no answer begins with ${statusLine}`);
  const begin = headEnd + 4;
  if (status < 200) return firstAnswer(bytes.subarray(begin), isHead, hasEnded);
  const headers = headersOf(lines);
  const answer = (body: Buffer, end: number) => ({ answer: { status, headers, body }, rest: bytes.subarray(end) });
  if (hasNoBody(status, isHead)) return answer(Buffer.alloc(0), begin);
  const length = headers.get('content-length');
  if (length !== undefined) {
    const end = begin + Number(length);
    return bytes.byteLength < end ? undefined : answer(bytes.subarray(begin, end), end);
  }
  if (headers.get('transfer-encoding') === 'chunked') {
    const whole = unchunked(bytes, begin);
    return whole && answer(whole.body, whole.end);
  }
  return hasEnded ? answer(bytes.subarray(begin), bytes.byteLength) : undefined;
};
