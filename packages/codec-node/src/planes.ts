import type { ByteGroup } from '@svc/core/chunking';
import type { Kernel } from './kernel/kernel.js';

/** Three places in the kernel's memory, each with room for a chunk. */
export interface Places {
  readonly chunk: number;
  readonly planes: number;
  readonly spare: number;
}

/** Where plane `plane` of `group` begins when the planes of `length` bytes follow each other. */
export const planeOffset = (length: number, group: number, plane: number): number =>
  plane * Math.floor(length / group) + Math.min(plane, length % group);

/** Sorting into the even and the odd positions again and again makes planes of more and more groups; in the end they are in `planes`. */
const splitPath = ({ chunk, planes, spare }: Places) => ({
  1: [],
  2: [chunk, planes],
  4: [chunk, spare, planes],
  8: [chunk, planes, spare, planes],
});

/** The places that the bytes go through on their way back; in the end they are in `chunk`. */
const joinPath = ({ chunk, planes, spare }: Places) => ({
  1: [],
  2: [planes, chunk],
  4: [planes, spare, chunk],
  8: [planes, spare, planes, chunk],
});

/** The same planes as `splitPlanes` of the core, from the bytes in `chunk` to `planes`. */
export const splitInKernel = (kernel: Kernel, places: Places, length: number, group: ByteGroup): void => {
  const path = splitPath(places)[group];
  path.slice(1).forEach((to, level) => {
    const from = path[level] ?? 0;
    const planes = 2 ** level;
    for (let plane = 0; plane < planes; plane += 1) {
      const begin = planeOffset(length, planes, plane);
      const planeBytes = planeOffset(length, planes, plane + 1) - begin;
      const even = to + planeOffset(length, 2 * planes, plane);
      kernel.split(from + begin, planeBytes, even, to + planeOffset(length, 2 * planes, plane + planes));
    }
  });
};

/** The same bytes as `joinPlanes` of the core, from `planes` to `chunk`. */
export const joinInKernel = (kernel: Kernel, places: Places, length: number, group: ByteGroup): void => {
  const path = joinPath(places)[group];
  path.slice(1).forEach((to, level) => {
    const from = path[level] ?? 0;
    const planes = group / 2 ** (level + 1);
    for (let plane = 0; plane < planes; plane += 1) {
      const begin = planeOffset(length, planes, plane);
      const planeBytes = planeOffset(length, planes, plane + 1) - begin;
      const even = from + planeOffset(length, 2 * planes, plane);
      kernel.join(even, from + planeOffset(length, 2 * planes, plane + planes), planeBytes, to + begin);
    }
  });
};
