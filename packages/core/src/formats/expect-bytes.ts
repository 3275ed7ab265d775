/** What a value calls itself, whichever realm it comes from; a `Buffer` is a `Uint8Array`. */
const typeOf = (value: unknown): string =>
  typeof value === 'object' ? Object.prototype.toString.call(value).slice('[object '.length, -1) : typeof value;

/**
 * Streams of files are typed loosely, and give text where they were opened with an encoding: that would be lost, or counted wrong, without a word. So would
 * numbers of more than a byte, which other typed arrays count by.
 */
export const expectBytes = (piece: Uint8Array): void => {
  const type = typeOf(piece);
  if (type === 'Uint8Array') return;
  throw new TypeError(
    type === 'string'
      ? 'bytes are wanted, not a string: a file is read without an encoding'
      : `bytes are wanted as a Uint8Array, not as ${type}`,
  );
};
