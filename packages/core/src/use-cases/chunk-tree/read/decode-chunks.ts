import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { MIB, type ObjectKey } from '../../../model/values/index.js';
import type { ChunkCodec } from '../../../ports/chunk-codec.js';

/** What is read and decoded together: enough that threads are worth their while, little enough that three such groups are in memory at once. */
export const groupBytes = 2 * MIB;
/** While one group is hashed, the next one is decoded and the one after that is read. */
export const concurrentGroups = 3;

/** A chunk with its bytes: the stored ones, or the raw ones once it is decoded. */
export interface LocatedBytes {
  readonly location: ChunkLocation;
  readonly bytes: Uint8Array;
}

/** Which chunks are held against their names: all, or none, since that has been done before and the whole is hashed. */
export type CheckedNames = 'all' | 'none';

/** Decodes stored chunks of one group, into the memory if one is given; one that does not decode to its length, and to its name if that is checked, is a fault of its pack. */
export const decodeChunks = async (
  codec: ChunkCodec,
  keyOf: (location: ChunkLocation) => ObjectKey,
  stored: readonly LocatedBytes[],
  memory?: Uint8Array,
  names: CheckedNames = 'all',
): Promise<readonly LocatedBytes[]> => {
  const decoded = await codec.decodeAll(
    stored.map(({ location: { name, encoding, rawBytes }, bytes }) => ({
      name: names === 'all' ? name : undefined,
      encoding,
      rawBytes,
      bytes,
    })),
    memory,
  );
  return stored.map(({ location }, at) => {
    const bytes = decoded[at];
    if (bytes === undefined) throw new TreeFault(keyOf(location), 'pack_invalid', 'wrong_chunk', location.name);
    return { location, bytes };
  });
};
