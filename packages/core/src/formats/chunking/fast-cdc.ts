/**
 * FastCDC of Wen Xia et al. (2020): content-defined cut points by a rolling "gear" hash and normalised chunking. Cut points are those of the
 * `fastcdc` crate's `v2020` module. That one takes two bytes a step with a table and masks shifted left by one; since no mask has its highest bit,
 * stepping byte by byte tests the same bits.
 *
 * While the small mask counts, only the lower half of the hash is computed as a rule: where that is zero under the mask, which is about every 500 bytes,
 * the whole is computed from the last 48 bytes.
 */
import type { Cut } from './cut.js';
import { cutMasks } from './cut-masks.js';
import { findCandidate } from './find-candidate.js';
import { gearTable } from './gear-table.js';
import type { FastCdcProfile } from './profile.js';
import { splitGear, splitMask, scan } from './scan.js';

/** From so many bits on in the lower half of a mask candidates are rare enough. */
const leastLowBits = 8;

/** Bytes that put up more candidates than one in so many are scanned without looking for them: contrived ones cost about twice the time, seen. */
const bytesPerCandidate = 128;

const bitsOf = (mask: number): number => mask.toString(2).replaceAll('0', '').length;
const even = (bytes: number): number => bytes - (bytes % 2);

/** The cut points of a profile that `expectProfile` lets pass, in plain JavaScript. */
export const createFastCdcCut = (profile: FastCdcProfile): Cut => {
  const { minBytes, averageBytes, maxBytes } = profile;
  const masks = cutMasks(profile);
  const small = splitMask(masks.small);
  const large = splitMask(masks.large);
  const gear = splitGear();
  const lowGear = Int32Array.from(gearTable.low);
  const lowSmall = (masks.small % 2 ** 32) | 0;
  const candidates = bitsOf(lowSmall >>> 0) < leastLowBits ? 0 : averageBytes / bytesPerCandidate;

  return (bytes, begin, end) => {
    const available = end - begin;
    if (available <= minBytes) return available;
    const longest = Math.min(available, maxBytes);
    // The published algorithm counts in pairs of bytes: odd limits are rounded down.
    const first = begin + even(minBytes);
    const center = begin + even(Math.min(averageBytes, available));
    const last = begin + even(longest);
    const shift = bytes.byteOffset % 4;
    const words = new Int32Array(bytes.buffer, bytes.byteOffset - shift, Math.floor((shift + bytes.byteLength) / 4));
    const scanFrom = (from: number, middle: number, until: number): number =>
      scan(bytes, words, shift, first, from, middle, until, gear, small.high, small.low, large.high, large.low);

    let from = first;
    for (let left = candidates; left > 0 && from < center; left -= 1) {
      const candidate = findCandidate(bytes, words, shift, first, from, center, lowGear, lowSmall);
      from = Math.min(candidate + 1, center);
      if (candidate < center && scanFrom(candidate, from, from) === candidate) return candidate - begin;
    }
    const stop = scanFrom(from, center, last);
    return stop === last ? longest : stop - begin;
  };
};
