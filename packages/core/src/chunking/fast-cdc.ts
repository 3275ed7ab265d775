/**
 * FastCDC of Wen Xia et al. (2020): content-defined cut points by a rolling "gear" hash and normalised chunking. Cut points are those of the
 * `fastcdc` crate's `v2020` module. That one takes two bytes a step with a table and masks shifted left by one; since no mask has its highest bit,
 * stepping byte by byte tests the same bits.
 *
 * The hash has 64 bits, of which the masks look at the lowest 48. It is kept in two 32-bit integers that part at bit 27: the lower one has 5 bits to
 * spare, so that its carry need be handed over only every four bytes. What makes it fast in V8, measured: table and masks come as arguments (as
 * variables of a closure they are 2.5 times slower), both halves of a table entry lie side by side, bytes are read four at a time as one word, and
 * `| 0` keeps sums in integers.
 */
import { invariant } from '../app-error.js';
import type { Cut } from './cut.js';
import { cutMasks } from './cut-masks.js';
import { gearTable } from './gear-table.js';
import type { FastCdcProfile } from './profile.js';

const lowBits = 27;
const lowMask = 2 ** lowBits - 1;

/** Whether a word's lowest byte is the first in memory. Where it is not, bytes are read one by one. */
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * The position of the first byte that leaves a zero under the mask, or `end`. From `begin` to `center` the small mask counts, from there to `end` the
 * large one. `gear` has for each byte the lower 27 and the next 32 bits of its entry.
 */
const scan = (
  bytes: Uint8Array,
  begin: number,
  center: number,
  end: number,
  gear: Int32Array,
  smallHigh: number,
  smallLow: number,
  largeHigh: number,
  largeLow: number,
): number => {
  const shift = bytes.byteOffset % 4;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset - shift, Math.floor((shift + bytes.byteLength) / 4));
  let at = begin;
  let high = 0;
  let low = 0;
  for (let stage = 0; stage < 2; stage += 1) {
    const until = stage === 0 ? center : end;
    const maskHigh = stage === 0 ? smallHigh : largeHigh;
    const maskLow = stage === 0 ? smallLow : largeLow;
    while (at < until) {
      const wordEnd = littleEndian && (at + shift) % 4 === 0 ? (until + shift) >>> 2 : 0;
      let word = (at + shift) >>> 2;
      for (; word < wordEnd; word += 1) {
        const four = words[word] ?? 0;
        const first = (four << 1) & 510;
        low = ((low << 1) + (gear[first] ?? 0)) | 0;
        high = ((high << 1) + (gear[first + 1] ?? 0)) | 0;
        if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return word * 4 - shift;
        const second = (four >>> 7) & 510;
        low = ((low << 1) + (gear[second] ?? 0)) | 0;
        high = ((high << 1) + (gear[second + 1] ?? 0)) | 0;
        if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return word * 4 - shift + 1;
        const third = (four >>> 15) & 510;
        low = ((low << 1) + (gear[third] ?? 0)) | 0;
        high = ((high << 1) + (gear[third + 1] ?? 0)) | 0;
        if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return word * 4 - shift + 2;
        const fourth = (four >>> 23) & 510;
        low = ((low << 1) + (gear[fourth] ?? 0)) | 0;
        high = ((high << 1) + (gear[fourth + 1] ?? 0)) | 0;
        if ((low & maskLow) === 0 && ((high + (low >>> 27)) & maskHigh) === 0) return word * 4 - shift + 3;
        high = (high + (low >>> 27)) | 0;
        low &= 0x7ffffff;
      }
      at = Math.max(at, word * 4 - shift);
      if (at >= until) break;
      const slot = (bytes[at] ?? 0) * 2;
      low = (low << 1) + (gear[slot] ?? 0);
      high = ((high << 1) + (gear[slot + 1] ?? 0) + (low >>> 27)) | 0;
      low &= 0x7ffffff;
      if ((low & maskLow) === 0 && (high & maskHigh) === 0) return at;
      at += 1;
    }
  }
  return end;
};

/** The lower 27 and the next 32 bits of each entry, side by side. */
const partedGear = (): Int32Array => {
  const gear = new Int32Array(2 * 256);
  for (const [byte, low] of gearTable.low.entries()) {
    gear[byte * 2] = low & lowMask;
    gear[byte * 2 + 1] = ((gearTable.high[byte] ?? 0) << 5) | (low >>> lowBits);
  }
  return gear;
};

/** The cut points of a profile in plain JavaScript. `minBytes <= averageBytes <= maxBytes`. */
export const createFastCdcCut = (profile: FastCdcProfile): Cut => {
  const { minBytes, averageBytes, maxBytes } = profile;
  invariant(minBytes <= averageBytes && averageBytes <= maxBytes, 'the average lies between the shortest and the longest chunk');
  const gear = partedGear();
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
    const stop = scan(bytes, first, begin + center - (center % 2), last, gear, smallHigh, smallLow, largeHigh, largeLow);
    return stop === last ? longest : stop - begin;
  };
};
