/**
 * FastCDC of Wen Xia et al. (2020): content-defined cut points by a rolling "gear" hash and normalised chunking. Cut points are those of the
 * `fastcdc` crate's `v2020` module. That one takes two bytes a step with a table and masks shifted left by one; since no mask has its highest bit,
 * stepping byte by byte tests the same bits.
 *
 * The hash has 64 bits, of which the masks look at the lowest 48. It is kept in two 32-bit integers that part at bit 27: the lower one has 5 bits to
 * spare, so that its carry need be handed over only every four bytes. Tables and masks are arguments because V8 makes slow code of them as variables
 * of a closure.
 */
import { invariant } from '../app-error.js';
import type { Cut } from './cut.js';
import { cutMasks } from './cut-masks.js';
import { gearTable } from './gear-table.js';
import type { FastCdcProfile } from './profile.js';

const lowBits = 27;
const lowMask = 2 ** lowBits - 1;

/** The end of the chunk: the position of the byte that completes a zero under the mask, or `end`. `first`, `center` and `end` differ by even numbers. */
const scan = (
  bytes: Uint8Array,
  first: number,
  center: number,
  end: number,
  gearHigh: Int32Array,
  gearLow: Int32Array,
  smallHigh: number,
  smallLow: number,
  largeHigh: number,
  largeLow: number,
): number => {
  let at = first;
  let high = 0;
  let low = 0;
  for (let stage = 0; stage < 2; stage += 1) {
    const until = stage === 0 ? center : end;
    const maskHigh = stage === 0 ? smallHigh : largeHigh;
    const maskLow = stage === 0 ? smallLow : largeLow;
    for (; at + 4 <= until; at += 4) {
      const byte = bytes[at] ?? 0;
      low = (low << 1) + (gearLow[byte] ?? 0);
      high = (high << 1) + (gearHigh[byte] ?? 0);
      if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return at;
      const second = bytes[at + 1] ?? 0;
      low = (low << 1) + (gearLow[second] ?? 0);
      high = (high << 1) + (gearHigh[second] ?? 0);
      if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return at + 1;
      const third = bytes[at + 2] ?? 0;
      low = (low << 1) + (gearLow[third] ?? 0);
      high = (high << 1) + (gearHigh[third] ?? 0);
      if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return at + 2;
      const fourth = bytes[at + 3] ?? 0;
      low = (low << 1) + (gearLow[fourth] ?? 0);
      high = (high << 1) + (gearHigh[fourth] ?? 0);
      if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return at + 3;
      high = (high + (low >>> 27)) | 0;
      low &= lowMask;
    }
    for (; at < until; at += 1) {
      const byte = bytes[at] ?? 0;
      low = (low << 1) + (gearLow[byte] ?? 0);
      high = ((high << 1) + (gearHigh[byte] ?? 0) + (low >>> 27)) | 0;
      low &= lowMask;
      if ((low & maskLow) === 0 && (high & maskHigh) === 0) return at;
    }
  }
  return end;
};

/** The cut points of a profile in plain JavaScript. `minBytes <= averageBytes <= maxBytes`. */
export const createFastCdcCut = (profile: FastCdcProfile): Cut => {
  const { minBytes, averageBytes, maxBytes } = profile;
  invariant(minBytes <= averageBytes && averageBytes <= maxBytes, 'the average lies between the shortest and the longest chunk');
  const gearHigh = Int32Array.from(gearTable.high, (high, index) => (high << 5) | ((gearTable.low[index] ?? 0) >>> lowBits));
  const gearLow = Int32Array.from(gearTable.low, (low) => low & lowMask);
  const { small, large } = cutMasks(profile);
  const smallHigh = Math.floor(small / 2 ** lowBits);
  const smallLow = small & lowMask;
  const largeHigh = Math.floor(large / 2 ** lowBits);
  const largeLow = large & lowMask;

  return (bytes, begin, end) => {
    const available = end - begin;
    if (available <= minBytes) return available;
    const longest = Math.min(available, maxBytes);
    // The published algorithm counts in pairs of bytes: odd limits are rounded down.
    const first = begin + minBytes - (minBytes % 2);
    const center = Math.min(averageBytes, available);
    const last = begin + longest - (longest % 2);
    const stop = scan(
      bytes,
      first,
      begin + center - (center % 2),
      last,
      gearHigh,
      gearLow,
      smallHigh,
      smallLow,
      largeHigh,
      largeLow,
    );
    return stop === last ? longest : stop - begin;
  };
};
