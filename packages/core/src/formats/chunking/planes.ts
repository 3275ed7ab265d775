import { invariant } from '../../model/app-error.js';

/** Into how many planes a chunk's bytes are sorted: by their positions modulo this. 1: not at all. */
export type ByteGroup = 1 | 2 | 4 | 8;

/** The planes of a chunk, which follow each other in new memory: plane p has the bytes at the positions p, p + group, p + 2 group, ... */
export const splitPlanes = (chunk: Uint8Array, group: ByteGroup): Uint8Array[] => {
  const sorted = new Uint8Array(chunk.byteLength);
  const planes: Uint8Array[] = [];
  let at = 0;
  for (let plane = 0; plane < group; plane += 1) {
    const begin = at;
    for (let from = plane; from < chunk.byteLength; from += group, at += 1) sorted[at] = chunk[from] ?? 0;
    planes.push(sorted.subarray(begin, at));
  }
  return planes;
};

/** Undoes `splitPlanes`: puts the bytes of the planes, which follow each other in `planes`, back into their order in `out` of the same length. */
export const joinPlanes = (planes: Uint8Array, group: ByteGroup, out: Uint8Array): void => {
  invariant(planes.byteLength === out.byteLength, 'planes have as many bytes as their chunk');
  let at = 0;
  for (let plane = 0; plane < group; plane += 1) {
    for (let to = plane; to < out.byteLength; to += group, at += 1) out[to] = planes[at] ?? 0;
  }
};
