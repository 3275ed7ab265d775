import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { invariant } from '../model/app-error.js';
import type { RandomSource } from '../ports/random-source.js';

/**
 * A source whose answers are known in advance: the same seed gives the same ids and bytes in the same order. For tests only, since everybody can
 * predict it. Ids count up: `00000000-0000-4000-8000-000000000001` is the first of seed 0. A seed is a whole number from 0 to 2^32 - 1.
 */
export const createCountedRandom = (seed = 0): RandomSource => {
  invariant(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32, 'a seed is a whole number from 0 to 2^32 - 1');
  let ids = 0;
  let blocks = 0;
  const nextBlock = (): Uint8Array => {
    blocks += 1;
    return sha256(utf8ToBytes(`${seed}/${blocks}`));
  };
  return {
    uuid: () => {
      ids += 1;
      return `${seed.toString(16).padStart(8, '0')}-0000-4000-8000-${ids.toString(16).padStart(12, '0')}`;
    },
    bytes: (count) => {
      const bytes = new Uint8Array(count);
      for (let offset = 0; offset < count; offset += 32) bytes.set(nextBlock().subarray(0, count - offset), offset);
      return bytes;
    },
  };
};
