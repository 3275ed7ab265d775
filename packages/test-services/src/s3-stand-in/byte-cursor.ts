import { S3Error } from './s3-error.js';

/** Reads lines and counted bytes from bytes that come in pieces of any length. */
export interface ByteCursor {
  /** Up to the next CR LF, without it. */
  line(): Promise<string>;
  /** That many bytes, in pieces. */
  take(count: number): AsyncIterable<Uint8Array>;
}

const maxLineBytes = 8192;

const incomplete = (): S3Error =>
  new S3Error('IncompleteBody', 'You did not provide the number of bytes specified by the Content-Length HTTP header');

export const byteCursor = (source: AsyncIterable<Uint8Array>): ByteCursor => {
  const iterator = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const next = await iterator.next();
    if (next.done === true) throw incomplete();
    return Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
  };
  return {
    line: async () => {
      for (;;) {
        const end = held.indexOf('\r\n');
        if (end !== -1) {
          const line = held.toString('utf8', 0, end);
          held = held.subarray(end + 2);
          return line;
        }
        if (held.length > maxLineBytes) throw new S3Error('InvalidRequest', 'A line of the chunked body is too long.');
        held = Buffer.concat([held, await more()]);
      }
    },
    take: async function* (count) {
      let rest = count;
      while (rest > 0) {
        if (held.length === 0) held = await more();
        const piece = held.subarray(0, rest);
        held = held.subarray(piece.length);
        rest -= piece.length;
        yield piece;
      }
    },
  };
};
