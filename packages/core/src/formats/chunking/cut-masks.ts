import { invariant } from '../../model/app-error.js';
import type { FastCdcProfile } from './profile.js';

/** The bits that must all be zero in the hash where a chunk ends: below 2^48, so a number holds one exactly. */
export interface CutMasks {
  /** Before the average: more bits, so that short chunks are rare. */
  readonly small: number;
  /** From the average on: fewer bits, so that long chunks are rare. */
  readonly large: number;
}

/** The masks of the FastCDC paper's reference implementation with 5 to 25 bits; the `fastcdc` crate's `v2020` module has the same. */
const firstBits = 5;
const masks = [
  0x1804110, 0x1803110, 0x18035100, 0x1800035300, 0x19000353000, 0x590003530000, 0xd90003530000, 0xd90103530000, 0xd90303530000,
  0xd90313530000, 0xd90f03530000, 0xd90303537000, 0xd90703537000, 0xd90707537000, 0xd91707537000, 0xd91747537000, 0xd91767537000,
  0xd93767537000, 0xd93777537000, 0xd93777577000, 0xdb3777577000,
] as const;

const maskOf = (bits: number): number => {
  const mask = masks[bits - firstBits];
  invariant(mask !== undefined, 'the average and the normalization lead to a mask of 5 to 25 bits');
  return mask;
};

/** The masks of a profile, by the base-2 logarithm of its average rounded to a whole number, as the crate has it. */
export const cutMasks = ({ averageBytes, normalization }: FastCdcProfile): CutMasks => {
  const bits = Math.round(Math.log2(averageBytes));
  return { small: maskOf(bits + normalization), large: maskOf(bits - normalization) };
};
