import { invariant } from '../../model/app-error.js';
import type { MapName } from '../../model/values/index.js';
import { readName, writeName } from './binary-name.js';
import { maxManifestMaps, nameBytes } from './limits.js';
import type { ManifestMap } from './manifest.js';
import type { MapSink } from './parse-manifest.js';

/** The maps of an object in a fifth of the memory that objects take, and so that the one that holds a byte is found at once. */
export interface MapList extends MapSink {
  /** How much memory the list takes. */
  readonly memoryBytes: number;
  /** One that is there. */
  at(position: number): ManifestMap;
  /** Where in the object the map begins. */
  beginOf(position: number): number;
  /** The position of the map that holds the byte; `length` when none does. */
  find(byte: number): number;
}

/** The shortest text of a map, with the comma behind it. */
const minMapBytes = 90;

/** With room for as many maps as a manifest file of so many bytes can have. */
export const createMapList = (fileBytes: number): MapList => {
  const room = Math.min(maxManifestMaps, Math.ceil(fileBytes / minMapBytes));
  const names = new Uint8Array(room * nameBytes);
  const ends = new Float64Array(room);
  const counts = new Uint16Array(room);
  let length = 0;
  const beginOf = (position: number): number => (position === 0 ? 0 : (ends[position - 1] ?? 0));
  return {
    get length() {
      return length;
    },
    memoryBytes: names.byteLength + ends.byteLength + counts.byteLength,
    push: ({ name, sizeBytes, chunkCount }) => {
      invariant(length < room, 'a manifest has no more maps than its bytes can say');
      writeName(name, names, length * nameBytes);
      ends[length] = beginOf(length) + sizeBytes;
      counts[length] = chunkCount;
      length += 1;
    },
    at: (position) => {
      const end = ends[position];
      const chunkCount = counts[position];
      invariant(position < length && end !== undefined && chunkCount !== undefined, 'a map is asked for that is there');
      return { name: readName<MapName>(names, position * nameBytes), sizeBytes: end - beginOf(position), chunkCount };
    },
    beginOf,
    find: (byte) => {
      let [low, high] = [0, length];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((ends[middle] ?? 0) > byte) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
};
