import { invariant } from '@svc/core/model';
import { gearTable, groupChoice } from '@svc/core/chunking';
import { kernelBytes } from './kernel-bytes.js';

/** A shared memory of WebAssembly. */
export interface KernelMemory {
  readonly buffer: SharedArrayBuffer;
}

/** The loops of kernel.wat over one memory. All take addresses in it, from `kernelBase` on. */
export interface Kernel {
  readonly cut: (at: number, center: number, limit: number, small: bigint, large: bigint, resume: 0 | 1) => number;
  readonly split: (from: number, length: number, even: number, odd: number) => void;
  readonly join: (even: number, odd: number, length: number, to: number) => void;
  readonly repeats: (from: number, count: number) => number;
  readonly recurrences: (from: number, count: number) => number;
  readonly copy: (from: number, bytes: number, to: number) => void;
  readonly clear: () => void;
  readonly count: (from: number, bytes: number) => void;
  readonly weigh: (counts: number) => number;
  readonly fold: (counts: number) => void;
}

/** What is used of the global of this name, which neither the language's library of types nor Node's describes. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => KernelMemory;
  readonly Instance: new (module: object, imports: { svc: { memory: KernelMemory } }) => { readonly exports: object };
};

const pageBytes = 65_536;
const gearBytes = 2048;
const weightsAt = 16_384;

/** The kernel's own page ends here. */
export const kernelBase = pageBytes;

const loops = [
  'cut',
  'split',
  'join',
  'repeats',
  'recurrences',
  'copy',
  'clear',
  'count',
  'weigh',
  'fold',
] as const satisfies readonly (keyof Kernel)[];

const isKernel = (exports: object): exports is Kernel => loops.every((name) => name in exports);

/** A memory with room for so many bytes after the kernel's page. Memory that is never touched costs nothing. */
export const createKernelMemory = (sizeBytes: number): KernelMemory => {
  const pages = 1 + Math.ceil(sizeBytes / pageBytes);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
};

let compiled: object | undefined;

/** The loops on a memory. Of two kernels on the same memory only one may work at a time. */
export const createKernel = (memory: KernelMemory): Kernel => {
  compiled ??= new WebAssembly.Module(kernelBytes);
  const view = new DataView(memory.buffer);
  gearTable.high.forEach((high, index) => {
    const gear = (BigInt(high) << 32n) | BigInt(gearTable.low[index] ?? 0);
    view.setBigUint64(8 * index, BigInt.asUintN(64, gear << 1n), true);
    view.setBigUint64(gearBytes + 8 * index, gear, true);
  });
  groupChoice.countWeights().forEach((weight, count) => {
    const bias = count === 0 ? 0 : groupChoice.biasPerValue;
    view.setFloat64(weightsAt + 8 * count, weight - bias, true);
  });
  const { exports } = new WebAssembly.Instance(compiled, { svc: { memory } });
  invariant(isKernel(exports), 'the kernel has its loops');
  return exports;
};
