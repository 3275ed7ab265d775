/** Takes the pieces of a stream apart at other places: what is there at once, and the rest after waiting for `more`. */
export interface ByteReader {
  /** A line without its line feed; undefined when its end is not there yet. */
  readonly line: () => string | undefined;
  /** What ends with a zero byte, without it; undefined when its end is not there yet. */
  readonly field: () => string | undefined;
  /** As many bytes; undefined when they are not there yet. */
  readonly bytes: (length: number) => Buffer | undefined;
  /** Waits for a piece; false at the end. */
  readonly more: () => Promise<boolean>;
}

const lineFeed = 0x0a;

export const createByteReader = (stream: AsyncIterable<Buffer>): ByteReader => {
  const pieces = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let behind: Buffer[] = [];
  let bytesBehind = 0;
  /** A long object is put together once, not with each of its pieces. */
  const join = (): void => {
    const [first] = behind;
    if (first === undefined) return;
    held = held.byteLength === 0 && behind.length === 1 ? first : Buffer.concat([held, ...behind]);
    behind = [];
    bytesBehind = 0;
  };
  const upTo = (byte: number): string | undefined => {
    join();
    const end = held.indexOf(byte);
    if (end < 0) return undefined;
    const text = held.toString('latin1', 0, end);
    held = held.subarray(end + 1);
    return text;
  };
  return {
    line: () => upTo(lineFeed),
    field: () => upTo(0),
    bytes: (length) => {
      if (held.byteLength + bytesBehind < length) return undefined;
      join();
      const bytes = held.subarray(0, length);
      held = held.subarray(length);
      return bytes;
    },
    more: async () => {
      const piece = await pieces.next();
      if (piece.done === true) return false;
      behind.push(piece.value);
      bytesBehind += piece.value.byteLength;
      return true;
    },
  };
};
