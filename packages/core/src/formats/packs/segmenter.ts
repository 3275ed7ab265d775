import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { ChunkName } from '../../model/values/index.js';
import { maxMapEntries, minSegmentEntries } from './limits.js';

/** The last ten bits of the name are zero: the last byte, and the lower two bits of the one before it. */
const endsSegment = (name: ChunkName): boolean => /[048c]00$/.test(name);

export interface Segmenter {
  /** Takes the next chunk of the object; gives the segment that it completes, if it does. */
  push(location: ChunkLocation): readonly ChunkLocation[] | undefined;
  /** The chunks after the last segment, if there are any. */
  finish(): readonly ChunkLocation[] | undefined;
}

/**
 * Cuts an object's list of chunks into the segments that chunk maps hold. The cuts follow from the names of the chunks, so the segments of two versions
 * are the same again soon after a place where the versions differ. About 1,250 chunks a segment on average, 256 to 4,096 each.
 */
export const createSegmenter = (): Segmenter => {
  let segment: ChunkLocation[] = [];
  const take = (): readonly ChunkLocation[] | undefined => {
    const taken = segment;
    segment = [];
    return taken.length === 0 ? undefined : taken;
  };
  return {
    push: (location) => {
      segment.push(location);
      const ends = segment.length === maxMapEntries || (segment.length >= minSegmentEntries && endsSegment(location.name));
      return ends ? take() : undefined;
    },
    finish: take,
  };
};
