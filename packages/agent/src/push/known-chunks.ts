import type { ChunkLocation, ChunkName } from '@svc/core/model';
import { createLocationTable } from './location-table.js';
import { arrivedLocationOf, type Placement } from './placement.js';

/** The chunks of the file so far, so that each is stored once. Remembers the newest ones: a chunk that comes again after very long is stored again. */
export interface KnownChunks {
  /** Where the chunk is; `isNew` when nothing was known of it and this push has to store it. */
  place(
    name: ChunkName,
    rawBytes: number,
    found: ReadonlyMap<ChunkName, ChunkLocation>,
  ): { placement: Placement; isNew: boolean };
  has(name: ChunkName): boolean;
  /** A pack has got there: of its chunks nothing is kept but where they are. */
  packArrived(): void;
}

/** Of those in the repository at least so many are remembered, at most twice as many. */
const leastRemembered = 65_536;

export const createKnownChunks = (remembered = leastRemembered): KnownChunks => {
  /** Those whose packs have not arrived: one that comes again shares what becomes of the first. No pack holds a chunk twice, so none is forgotten. */
  const underWay = new Map<ChunkName, Placement>();
  let newer = createLocationTable(remembered);
  let older: typeof newer | undefined;

  const remember = (location: ChunkLocation): void => {
    if (newer.isFull()) {
      older = newer;
      newer = createLocationTable(remembered);
    }
    newer.add(location);
  };

  /** What comes again is new again. */
  const recall = (name: ChunkName): ChunkLocation | undefined => {
    const location = newer.get(name);
    if (location !== undefined) return location;
    const old = older?.get(name);
    if (old !== undefined) remember(old);
    return old;
  };

  const placed = (name: ChunkName, rawBytes: number, found: ChunkLocation | undefined): Placement => ({
    name,
    rawBytes,
    found,
    own: undefined,
  });

  return {
    has: (name) => underWay.has(name) || newer.has(name) || older?.has(name) === true,
    place: (name, rawBytes, found) => {
      const before = underWay.get(name);
      if (before !== undefined) return { placement: before, isNew: false };
      const known = recall(name);
      if (known !== undefined) return { placement: placed(name, rawBytes, known), isNew: false };
      const location = found.get(name);
      // A place for other bytes than these is no place for them.
      if (location?.rawBytes === rawBytes) {
        remember(location);
        return { placement: placed(name, rawBytes, location), isNew: false };
      }
      const placement = placed(name, rawBytes, undefined);
      underWay.set(name, placement);
      return { placement, isNew: true };
    },
    packArrived: () => {
      for (const placement of underWay.values()) {
        const location = arrivedLocationOf(placement);
        if (location === undefined) continue;
        underWay.delete(placement.name);
        remember(location);
      }
    },
  };
};
