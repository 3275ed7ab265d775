import type { ObjectKey } from '../../model/values/index.js';
import type { Hasher } from '../../ports/hasher.js';

/** Which blobs are read as a whole. `part`: one of `of` parts, counted from 1, that make up all together. `share`: others with each seed. */
export type ReadSubset =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly part: number; readonly of: number }
  | { readonly kind: 'share'; readonly percent: number; readonly seed: string };

/** 32 bits, evenly spread over all keys. */
const placeOf = (hasher: Hasher, text: string): number => Number.parseInt(hasher.textSha256(text).slice(0, 8), 16);

const places = 2 ** 32;

/** Whether the blob belongs to the subset. It depends on the key alone, so parts that are read one after the other leave nothing out. */
export const createSubset = (hasher: Hasher, subset: ReadSubset): ((key: ObjectKey) => boolean) => {
  switch (subset.kind) {
    case 'all':
      return () => true;
    case 'part':
      return (key) => placeOf(hasher, key) % subset.of === subset.part - 1;
    case 'share':
      return (key) => placeOf(hasher, `${subset.seed} ${key}`) < (subset.percent / 100) * places;
  }
};
