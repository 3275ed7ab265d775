import { groupChoice } from '@svc/core/chunking';
import type { Kernel } from './kernel/kernel.js';

const windows = 8;
const windowBytes = 256;
const sampleBytes = windows * windowBytes;
const values = 256;
/** Zstandard stores a block as it is unless a sixty-fourth of it can be saved, which is an eighth of a bit a byte. Entropies are in 1/65536 bits. */
const leastBits = 7.9 * 65_536;

/**
 * Whether bytes in the kernel's memory look like noise, so that a Huffman table would not pay. A sample of 2 KiB decides: of noise its corrected entropy
 * is 8 bits with a standard deviation of a hundredth.
 */
export const isNoise = (kernel: Kernel, from: number, length: number): boolean => {
  if (length < sampleBytes) return false;
  kernel.clear();
  for (let window = 0; window < windows; window += 1) {
    kernel.count(from + Math.floor(((length - windowBytes) * window) / (windows - 1)), windowBytes);
  }
  for (const half of [4, 2, 1]) kernel.fold(half * values);
  const { biasPerValue, countWeights } = groupChoice;
  const information = (countWeights()[sampleBytes] ?? 0) - biasPerValue - kernel.weigh(values);
  return information >= leastBits * sampleBytes;
};
