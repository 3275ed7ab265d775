import { groupChoice, type ByteGroup } from '@svc/core/chunking';
import type { Kernel } from './kernel/kernel.js';

const { windows, windowBytes, leastGain, biasPerValue, countWeights } = groupChoice;
const sampleBytes = windows * windowBytes;
const groups = 8;
const values = 256;

/**
 * The same choice as `chooseGroup` of the core, for the chunk at an address of the kernel's memory. The kernel counts for the largest group and adds up
 * for the smaller ones.
 */
export const chooseGroupInKernel = (kernel: Kernel, at: number, length: number): ByteGroup => {
  if (length < sampleBytes) return 1;
  kernel.clear();
  for (let window = 0; window < windows; window += 1) {
    const spread = Math.floor(((length - windowBytes) * window) / (windows - 1));
    kernel.count(at + spread - (spread % groups), windowBytes);
  }
  const weights = countWeights();
  const information = (group: ByteGroup): number =>
    group * ((weights[sampleBytes / group] ?? 0) - biasPerValue) - kernel.weigh(group * values);

  const bits = { 1: 0, 2: 0, 4: 0, 8: 0 };
  for (const group of [8, 4, 2, 1] as const) {
    bits[group] = information(group);
    if (group > 1) kernel.fold((group / 2) * values);
  }
  let best: ByteGroup = 1;
  for (const group of [2, 4, 8] as const) {
    if (bits[group] + leastGain * sampleBytes < bits[best]) best = group;
  }
  return best;
};
