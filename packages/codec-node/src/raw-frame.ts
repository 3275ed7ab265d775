/** A block of a Zstandard frame holds at most so much (RFC 8878, 3.1.1.2.4). */
const maxBlockBytes = 128 * 1024;
const rawBlock = 0;
const magic = 0xfd2fb528;

/** One segment, whose length follows in 4 bytes; no checksum, no dictionary (RFC 8878, 3.1.1.1.1). */
const descriptor = 0b1010_0000;
const headerBytes = 9;
const blockHeaderBytes = 3;

/** Copies `length` bytes from a place among the bytes to one in the frame. */
export type CopyBytes = (from: number, length: number, to: number) => void;

/**
 * Writes the frame that holds at least one byte uncompressed, and answers its length: what a compressor makes of noise, without the search. `copy` puts
 * the bytes where they belong.
 */
export const writeRawFrame = (length: number, frame: Uint8Array, copy: CopyBytes): number => {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  view.setUint32(0, magic, true);
  view.setUint8(4, descriptor);
  view.setUint32(5, length, true);
  let end = headerBytes;
  for (let from = 0; from < length; from += maxBlockBytes) {
    const blockBytes = Math.min(maxBlockBytes, length - from);
    const isLast = from + blockBytes === length;
    const header = (blockBytes << 3) | (rawBlock << 1) | Number(isLast);
    view.setUint16(end, header & 0xffff, true);
    view.setUint8(end + 2, header >> 16);
    copy(from, blockBytes, end + blockHeaderBytes);
    end += blockHeaderBytes + blockBytes;
  }
  return end;
};
