/** A number of bytes: an integer from 0 to 2^53-1. */
export type ByteCount = number;

export const KIB: ByteCount = 1024;
export const MIB: ByteCount = 1024 * KIB;
export const GIB: ByteCount = 1024 * MIB;
export const TIB: ByteCount = 1024 * GIB;

export const isByteCount = (value: number): value is ByteCount =>
  Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);

/** Sums of what nothing bounds, such as downloads that were only authorized, stop at the largest count. */
export const addByteCounts = (left: ByteCount, right: ByteCount): ByteCount => Math.min(left + right, Number.MAX_SAFE_INTEGER);
