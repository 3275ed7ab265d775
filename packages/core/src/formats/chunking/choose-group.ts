/**
 * Which byte group compresses a chunk best, guessed from a sample of 4 KiB: 16 windows of 256 bytes, spread evenly. Numbers of 2, 4 or 8 bytes have
 * bytes of little information (signs, exponents, leading zeros) at equal positions; sorted into planes, each gets a Huffman table of its own. The
 * order-0 entropy per plane, corrected for the size of the sample (Miller and Madow), tells how much that gains: about 20 microseconds a chunk.
 *
 * All in integers, so that every implementation chooses alike.
 */
import type { ByteGroup } from './planes.js';

const windows = 16;
const windowBytes = 256;
const sampleBytes = windows * windowBytes;
const groups = 8;
const values = 256;

/** A larger group must save more than 0.2 bits a byte. Entropies are in 1/65536 bits. */
const leastGain = 13107;

/** Miller and Madow: each value but one that occurs in a plane adds 1 / (2 ln 2) bits, by which a sample's entropy is too low. */
const biasPerValue = 47274;

/** 24 bits after the point: squares stay below 2^53. */
const one = 2 ** 24;

/** log2 in 1/65536, rounded down, bit by bit: squaring doubles the logarithm. */
const log2 = (value: number): number => {
  let whole = 0;
  while (2 ** (whole + 1) <= value) whole += 1;
  let mantissa = Math.floor((value * one) / 2 ** whole);
  let result = whole;
  for (let digit = 0; digit < 16; digit += 1) {
    mantissa = Math.floor((mantissa * mantissa) / one);
    result *= 2;
    if (mantissa < 2 * one) continue;
    mantissa = Math.floor(mantissa / 2);
    result += 1;
  }
  return result;
};

/** n log2 n for the counts that a sample can have, made when it is first needed. */
let weights: Float64Array | undefined;
const countWeights = (): Float64Array => {
  weights ??= Float64Array.from({ length: sampleBytes + 1 }, (_, count) => (count === 0 ? 0 : count * log2(count)));
  return weights;
};

/** How often each byte occurs at each position modulo 8: 256 counts a position. */
const countSample = (chunk: Uint8Array): Uint16Array => {
  const counts = new Uint16Array(groups * values);
  const last = chunk.byteLength - windowBytes;
  for (let window = 0; window < windows; window += 1) {
    // Windows begin at multiples of 8, so that a position in the window says to which plane a byte belongs.
    const spread = Math.floor((last * window) / (windows - 1));
    const begin = spread - (spread % groups);
    for (let at = 0; at < windowBytes; at += 1) {
      const slot = (at % groups) * values + (chunk[begin + at] ?? 0);
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
  }
  return counts;
};

/** The information in the whole sample when it is sorted into the planes of a group. */
const entropy = (counts: Uint16Array, group: ByteGroup, weight: Float64Array): number => {
  let total = group * (weight[sampleBytes / group] ?? 0);
  for (let plane = 0; plane < group; plane += 1) {
    let distinct = 0;
    for (let value = 0; value < values; value += 1) {
      let count = 0;
      for (let position = plane; position < groups; position += group) count += counts[position * values + value] ?? 0;
      if (count === 0) continue;
      distinct += 1;
      total -= weight[count] ?? 0;
    }
    total += (distinct - 1) * biasPerValue;
  }
  return total;
};

/** The smallest group that beats every smaller one clearly; 1 for a chunk shorter than the sample. */
export const chooseGroup = (chunk: Uint8Array): ByteGroup => {
  if (chunk.byteLength < sampleBytes) return 1;
  const counts = countSample(chunk);
  const weight = countWeights();
  let best: ByteGroup = 1;
  let least = entropy(counts, best, weight);
  for (const group of [2, 4, 8] as const) {
    const bits = entropy(counts, group, weight);
    if (bits + leastGain * sampleBytes >= least) continue;
    best = group;
    least = bits;
  }
  return best;
};

/** What an implementation of the same choice by other means needs: its numbers, and the weights of counts, n log2 n in 1/65536 bits. */
export const groupChoice = { windows, windowBytes, leastGain, biasPerValue, countWeights } as const;
