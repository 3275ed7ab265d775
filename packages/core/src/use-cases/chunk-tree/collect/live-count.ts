import { maxPackChunks, packEntryBytes } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { PackName } from '../../../model/values/index.js';

/** What of a pack is live. */
export interface LiveOfPack {
  readonly chunks: number;
  /** Their stored bytes, and what the index of the pack says of them. Infinite where that cannot be told. */
  readonly bytes: number;
}

/**
 * Counts what of each pack is live: the places in it that chunk maps name, each once. Memory is bounded, for the chunks at least: of more of them than it holds
 * it counts those of some packs, and the maps are gone through once more for the next packs.
 */
export interface LiveCount {
  add(chunks: readonly ChunkLocation[]): void;
  /** Begins to count the packs that were not counted yet, to whom all maps are then told anew; false when there are none. */
  nextPass(): boolean;
  of(pack: PackName): LiveOfPack;
}

interface CountedPack {
  /** Its name is a hash, so packs are spread evenly over these numbers. */
  readonly position: number;
  chunks: number;
  bytes: number;
}

/** 32 MB of memory. */
const defaultMaxChunks = 2 ** 21;
const firstSlots = 1024;
const positions = 2 ** 32;

const unknown: LiveOfPack = { chunks: Infinity, bytes: Infinity };

const positionOf = (pack: PackName): number => Number.parseInt(pack.slice(0, 8), 16);

/** A set of places, each the number of a pack and an offset. A quarter and more of its slots stays free. */
const createPlaces = () => {
  let slots = new Uint32Array(2 * firstSlots);
  let size = 0;
  const slotOf = (number: number, offset: number): number => {
    const mask = slots.length / 2 - 1;
    let at = (Math.imul(number, 0x9e3779b1) ^ Math.imul(offset, 0x85ebca6b)) >>> 0;
    for (at = (at ^ (at >>> 15)) & mask; slots[2 * at] !== 0; at = (at + 1) & mask) {
      if (slots[2 * at] === number && slots[2 * at + 1] === offset) break;
    }
    return 2 * at;
  };
  const add = (number: number, offset: number): boolean => {
    const at = slotOf(number, offset);
    if (slots[at] !== 0) return false;
    slots[at] = number;
    slots[at + 1] = offset;
    size += 1;
    return true;
  };
  const rebuild = (length: number, stays: (number: number) => boolean): void => {
    const former = slots;
    slots = new Uint32Array(length);
    size = 0;
    for (let at = 0; at < former.length; at += 2) {
      const [number = 0, offset = 0] = [former[at], former[at + 1]];
      if (number !== 0 && stays(number)) add(number, offset);
    }
  };
  return {
    get size() {
      return size;
    },
    /** Of a pack with a number of 1 or more; false when it is there already. */
    add: (number: number, offset: number): boolean => {
      const isNew = add(number, offset);
      if (8 * size > 3 * slots.length) rebuild(2 * slots.length, () => true);
      return isNew;
    },
    keep: (stays: (number: number) => boolean): void => rebuild(slots.length, stays),
    clear: (): void => {
      slots.fill(0);
      size = 0;
    },
  };
};

export const createLiveCount = (maxChunks = defaultMaxChunks): LiveCount => {
  const numbers = new Map<PackName, number>();
  const packs: CountedPack[] = [];
  const places = createPlaces();
  let from = 0;
  let to = positions;

  const packOf = (number: number): CountedPack | undefined => packs[number - 1];
  const isCounted = (pack: CountedPack | undefined): pack is CountedPack =>
    pack !== undefined && pack.position >= from && pack.position < to;
  const numberOf = (name: PackName): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, packs.push({ position: positionOf(name), chunks: 0, bytes: 0 }));
    return packs.length;
  };
  /** Leaves half of the packs to the next pass. */
  const countFewer = (): void => {
    const middle = from + Math.ceil((to - from) / 2);
    // So many chunks in packs whose names begin alike are made up; they stay as they are.
    const isMadeUp = middle === to;
    for (const pack of packs) {
      if (!isCounted(pack) || (pack.position < middle && !isMadeUp)) continue;
      pack.chunks = isMadeUp ? Infinity : 0;
      pack.bytes = isMadeUp ? Infinity : 0;
    }
    if (isMadeUp) places.clear();
    else {
      to = middle;
      places.keep((number) => isCounted(packOf(number)));
    }
  };

  return {
    add: (chunks) => {
      for (const { pack: name, offset, storedBytes } of chunks) {
        const number = numberOf(name);
        const pack = packOf(number);
        if (!isCounted(pack) || pack.chunks === Infinity || !places.add(number, offset)) continue;
        pack.chunks += 1;
        pack.bytes += storedBytes + packEntryBytes;
        // No pack has so many. A map that nobody has verified may say anything.
        if (pack.chunks > maxPackChunks) [pack.chunks, pack.bytes] = [Infinity, Infinity];
        while (places.size > maxChunks) countFewer();
      }
    },
    nextPass: () => {
      if (to === positions) return false;
      [from, to] = [to, positions];
      places.clear();
      return true;
    },
    of: (name) => packOf(numbers.get(name) ?? 0) ?? unknown,
  };
};
