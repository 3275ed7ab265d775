import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { ChunkName } from '../../model/values/index.js';

/** So many chunks at the beginning of each map are hooks: if the first one alone were, a version that changes it would not find the map. */
const leadingHooks = 4;

/** The last six bits of the name are zero, as they are of one name in 64. */
const isHook = (name: ChunkName): boolean => /[048c]0$/.test(name);

/**
 * The names by which a chunk map is found again where the index is sparse, each once: its first ones, and one in 64 of the others. They follow from the names alone,
 * so another version of an object asks for the same ones wherever it has the same chunks.
 */
export const hooksOf = (chunks: readonly Pick<ChunkLocation, 'name'>[]): readonly ChunkName[] => [
  ...new Set(chunks.filter(({ name }, at) => at < leadingHooks || isHook(name)).map(({ name }) => name)),
];
