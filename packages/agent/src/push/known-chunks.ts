import type { ChunkLocation, ChunkName } from '@svc/core/model';
import type { Placement } from './placement.js';

/** The chunks of the file so far, so that each is stored once. Remembers the newest ones: a chunk that comes again after very long is stored again. */
export interface KnownChunks {
  /** Where the chunk is; `isNew` when nothing was known of it and this push has to store it. */
  place(
    name: ChunkName,
    rawBytes: number,
    found: ReadonlyMap<ChunkName, ChunkLocation>,
  ): { placement: Placement; isNew: boolean };
  has(name: ChunkName): boolean;
}

/** At least twice the chunks of one pack, which must not hold a chunk twice. */
const maxRemembered = 131_072;

export const createKnownChunks = (): KnownChunks => {
  const placements = new Map<ChunkName, Placement>();
  const remember = (placement: Placement): void => {
    placements.set(placement.name, placement);
    if (placements.size <= maxRemembered) return;
    const [oldest] = placements.keys();
    if (oldest !== undefined) placements.delete(oldest);
  };
  return {
    has: (name) => placements.has(name),
    place: (name, rawBytes, found) => {
      const known = placements.get(name);
      if (known !== undefined) return { placement: known, isNew: false };
      const location = found.get(name);
      // A place for other bytes than these is no place for them.
      const placement: Placement = {
        name,
        rawBytes,
        found: location?.rawBytes === rawBytes ? location : undefined,
        own: undefined,
      };
      remember(placement);
      return { placement, isNew: placement.found === undefined };
    },
  };
};
