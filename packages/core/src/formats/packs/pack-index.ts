import { invariant } from '../../model/app-error.js';
import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { ChunkName, PackName } from '../../model/values/index.js';
import { isNameAt, readName } from './binary-name.js';
import { chunkEncodingOf } from './chunk-form.js';
import { viewOf } from './layout.js';
import { nameBytes, packEntryBytes } from './limits.js';

/** The index of a pack whose form has been checked, in a fifth of the memory that an object for each chunk takes. */
export interface PackIndex {
  readonly length: number;
  /** One that is there, in the order of the file. */
  at(position: number): ChunkLocation;
  /** Whether the pack has exactly this chunk at exactly this place. */
  holds(chunk: ChunkLocation): boolean;
  /** All of them, in the order of the file. */
  locations(): readonly ChunkLocation[];
}

/** `offsets` tells where each of the chunks begins. Both belong to the index from now on. */
export const createPackIndex = (bytes: Uint8Array, offsets: Uint32Array, pack: PackName): PackIndex => {
  const view = viewOf(bytes);
  const { length } = offsets;
  const at = (position: number): ChunkLocation => {
    const offset = offsets[position];
    const entry = position * packEntryBytes;
    const encoding = chunkEncodingOf(bytes[entry + nameBytes + 8]);
    invariant(offset !== undefined && encoding !== undefined, 'a chunk is asked for that is there, and its form is right');
    const storedBytes = view.getUint32(entry + nameBytes, true);
    const rawBytes = view.getUint32(entry + nameBytes + 4, true);
    return { name: readName<ChunkName>(bytes, entry), pack, offset, storedBytes, rawBytes, encoding };
  };
  /** The first chunk that does not begin before the offset. */
  const find = (offset: number): number => {
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    length,
    at,
    holds: ({ name, pack: of, offset, storedBytes, rawBytes, encoding }) => {
      const position = find(offset);
      const entry = position * packEntryBytes;
      return (
        of === pack &&
        offsets[position] === offset &&
        view.getUint32(entry + nameBytes, true) === storedBytes &&
        view.getUint32(entry + nameBytes + 4, true) === rawBytes &&
        bytes[entry + nameBytes + 8] === encoding &&
        isNameAt(name, bytes, entry)
      );
    },
    locations: () => Array.from(offsets, (_, position) => at(position)),
  };
};
