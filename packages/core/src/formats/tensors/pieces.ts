import type { ProfileName } from '../chunking/profile.js';

/** What an object is made of, one piece after the other: chunks, and segments of them that are not looked into. */
export interface Pieces {
  /** What the object was cut with. */
  readonly profile: ProfileName;
  readonly length: number;
  /** The same name, the same bytes. */
  nameOf(at: number): string;
  /** Where in the object the piece begins. */
  beginOf(at: number): number;
  /** Where it ends (excluded). */
  endOf(at: number): number;
  isChunk(at: number): boolean;
  /** How many chunks it has, each time that one occurs. */
  chunksOf(at: number): number;
  /** The piece that holds the byte; `length` behind the last one. */
  find(byte: number): number;
  /** Whether the object has a piece of this name anywhere. */
  has(name: string): boolean;
}

export interface PieceList extends Pieces {
  pushChunk(name: string, sizeBytes: number): void;
  /** Of chunks in the order of a chunk map, which has this name. */
  pushSegment(name: string, sizeBytes: number, chunkCount: number): void;
}

const segmentPrefix = 'segment ';

export const createPieceList = (profile: ProfileName): PieceList => {
  const names: string[] = [];
  const ends: number[] = [];
  const known = new Set<string>();
  const counts = new Map<number, number>();
  const push = (name: string, sizeBytes: number): void => {
    names.push(name);
    ends.push((ends.at(-1) ?? 0) + sizeBytes);
    known.add(name);
  };
  return {
    profile,
    get length() {
      return names.length;
    },
    nameOf: (at) => names[at] ?? '',
    beginOf: (at) => (at === 0 ? 0 : (ends[at - 1] ?? 0)),
    endOf: (at) => ends[at] ?? 0,
    isChunk: (at) => names[at]?.startsWith(segmentPrefix) === false,
    chunksOf: (at) => counts.get(at) ?? 1,
    find: (byte) => {
      let [low, high] = [0, names.length];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((ends[middle] ?? 0) > byte) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    has: (name) => known.has(name),
    pushChunk: push,
    // A chunk may hold the bytes of a chunk map, and has its name then.
    pushSegment: (name, sizeBytes, chunkCount) => {
      counts.set(names.length, chunkCount);
      push(`${segmentPrefix}${name}`, sizeBytes);
    },
  };
};

/** What two objects are made of. `unknown`: one of them has no chunk maps. `too_many_chunks`: they differ in more than is listed. */
export type TwoPieces =
  | { readonly kind: 'known'; readonly pieces: readonly [Pieces, Pieces] }
  | { readonly kind: 'unknown' | 'too_many_chunks' };
