/** Streams of files are typed loosely, and give text where they were opened with an encoding: that would be lost, or counted wrong, without a word. */
export const expectBytes = (piece: Uint8Array): void => {
  if (!ArrayBuffer.isView(piece))
    throw new TypeError(`bytes are wanted, not a ${typeof piece}: a file is read without an encoding`);
};
