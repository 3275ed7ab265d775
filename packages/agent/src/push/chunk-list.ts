import { type ChunkLocation, invariant, isContentName, type MapName, mapPath } from '@svc/core/model';
import { createSegmenter, encodeChunkMap, type ManifestMap } from '@svc/core/packs';
import type { TransferContext } from '../transfer-context.js';
import { locationOf, type Placement } from './placement.js';
import type { TreeUploads } from './tree-uploads.js';

/** The file's list of chunks: cut into segments and sent as chunk maps while it grows. */
export interface ChunkList {
  /** Takes the file's next chunk; sends a map when one is complete. */
  add(placement: Placement): Promise<void>;
  /** Sends what is left, once all packs have their names. */
  finish(): Promise<void>;
  /** The maps so far, in order. */
  readonly maps: readonly ManifestMap[];
  chunkCount(): number;
}

export const createChunkList = ({ codec }: Pick<TransferContext, 'codec'>, uploads: TreeUploads): ChunkList => {
  const maps: ManifestMap[] = [];
  const segmenter = createSegmenter();
  let waiting: Placement[] = [];
  let chunkCount = 0;
  /** Whether all chunks of the segment that is being collected were there before: then its map may be, too. */
  let isAllFound = true;

  const sendMap = async (segment: readonly ChunkLocation[]): Promise<void> => {
    const bytes = encodeChunkMap(segment);
    const name = codec.blake3Hex(bytes);
    invariant(isContentName<MapName>(name), 'a BLAKE3-256 names content');
    await uploads.put(mapPath(name), bytes, isAllFound);
    isAllFound = true;
    const sizeBytes = segment.reduce((total, { rawBytes }) => total + rawBytes, 0);
    maps.push({ name, sizeBytes, chunkCount: segment.length });
  };

  /** Moves on as far as the names of packs are known. */
  const drain = async (): Promise<void> => {
    let taken = 0;
    for (const placement of waiting) {
      const location = locationOf(placement);
      if (location === undefined) break;
      taken += 1;
      isAllFound &&= placement.found !== undefined;
      const segment = segmenter.push(location);
      if (segment !== undefined) await sendMap(segment);
    }
    if (taken > 0) waiting = waiting.slice(taken);
  };

  return {
    maps,
    chunkCount: () => chunkCount,
    add: async (placement) => {
      chunkCount += 1;
      waiting.push(placement);
      const [first] = waiting;
      if (first !== undefined && locationOf(first) !== undefined) await drain();
    },
    finish: async () => {
      await drain();
      invariant(waiting.length === 0, 'every pack has a name when all are sent');
      const segment = segmenter.finish();
      if (segment !== undefined) await sendMap(segment);
    },
  };
};
