/** Frames of zstd that no compressor writes (RFC 8878, 3.1.1), put together by hand. */

/** The window descriptor of 2^exponent bytes and so many eighths of them more. */
export const window = (exponent: number, eighths = 0): number => ((exponent - 10) << 3) | eighths;

const block = (isLast: 0 | 1, type: 0 | 1, length: number, bytes: readonly number[]): Buffer => {
  const header = (length << 3) | (type << 1) | isLast;
  return Buffer.of(header & 255, (header >> 8) & 255, header >> 16, ...bytes);
};

/** A block of bytes as they are. */
export const raw = (isLast: 0 | 1, ...bytes: readonly number[]): Buffer => block(isLast, 0, bytes.length, bytes);

/** A block of one byte, 7, that repeats. */
export const run = (isLast: 0 | 1, length: number): Buffer => block(isLast, 1, length, [7]);

/** A frame that says nothing of its length. */
export const frame = (windowDescriptor: number, ...blocks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, windowDescriptor), ...blocks]);

export const skippable = (...bytes: readonly number[]): Buffer =>
  Buffer.of(0x5a, 0x2a, 0x4d, 0x18, bytes.length, 0, 0, 0, ...bytes);
