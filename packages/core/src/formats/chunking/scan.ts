/**
 * The kernel of FastCDC. The hash has 64 bits, of which the masks look at the lowest 48. It is kept in two 32-bit integers that part at bit 27: the lower
 * one has 5 bits to spare, so that its carry need be handed over only every four bytes. What makes it fast in V8, measured: table and masks come as
 * arguments (as variables of a closure they are 2.5 times slower), both halves of a table entry lie side by side, bytes are read four at a time as one
 * word, and `| 0` keeps sums in integers.
 */
import { littleEndian } from './find-candidate.js';
import { gearTable } from './gear-table.js';

const lowBits = 27;
const lowMask = 2 ** lowBits - 1;

/** A byte has left all bits that masks look at after as many steps. */
const memoryBytes = 48;

/** The part of a mask for the lower 27 bits of the hash, and the one for the bits above. */
export const splitMask = (mask: number): { readonly high: number; readonly low: number } => ({
  high: Math.floor(mask / 2 ** lowBits),
  low: mask & lowMask,
});

/** The lower 27 and the next 32 bits of each entry, side by side. */
export const splitGear = (): Int32Array => {
  const gear = new Int32Array(2 * 256);
  for (const [byte, low] of gearTable.low.entries()) {
    gear[byte * 2] = low & lowMask;
    gear[byte * 2 + 1] = ((gearTable.high[byte] ?? 0) << 5) | (low >>> lowBits);
  }
  return gear;
};

/**
 * The position of the first byte that leaves a zero under the mask, or `end`. From `begin` to `center` the small mask counts, from there to `end` the
 * large one. The hash begins with zero at `first`. `words` are the bytes and the `shift` bytes before them. `gear` has for each byte the lower 27 and
 * the next 32 bits of its entry.
 */
export const scan = (
  bytes: Uint8Array,
  words: Int32Array,
  shift: number,
  first: number,
  begin: number,
  center: number,
  end: number,
  gear: Int32Array,
  smallHigh: number,
  smallLow: number,
  largeHigh: number,
  largeLow: number,
): number => {
  let at = Math.max(first, begin - memoryBytes);
  let high = 0;
  let low = 0;
  for (; at < begin; at += 1) {
    const slot = (bytes[at] ?? 0) * 2;
    low = (low << 1) + (gear[slot] ?? 0);
    high = ((high << 1) + (gear[slot + 1] ?? 0) + (low >>> 27)) | 0;
    low &= 0x7ffffff;
  }
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
