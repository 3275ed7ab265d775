import type { Manifest, ManifestMap } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { assembledKey, MIB } from '../../../model/values/index.js';
import type { ByteSpan } from '../../../ports/blob-store.js';
import type { ChunkTree } from './chunk-tree.js';
import { readChunkMap } from './read-chunk-map.js';
import { readChunks } from './read-chunks.js';
import { createReadMemory } from './read-memory.js';

/** Less than a verification takes at once, because many may read at the same time, and most wait for their network. */
const downloadGroupBytes = 2 * MIB;

/** The chunks that hold the bytes from `begin` to `end` (excluded) of the object, and where the first of them begins. */
interface Stretch {
  readonly beginsAt: number;
  readonly locations: AsyncIterable<ChunkLocation>;
}

/** Chunk maps whose bytes lie outside are not read. */
const stretchOf = async (tree: ChunkTree, maps: readonly ManifestMap[], { first, last }: ByteSpan): Promise<Stretch> => {
  let at = 0;
  let mapNumber = 0;
  for (const { sizeBytes } of maps) {
    if (at + sizeBytes > first) break;
    at += sizeBytes;
    mapNumber += 1;
  }
  const [firstMap, ...laterMaps] = maps.slice(mapNumber);
  const chunks = firstMap === undefined ? [] : await readChunkMap(tree, firstMap);
  let chunkNumber = 0;
  for (const { rawBytes } of chunks) {
    if (at + rawBytes > first) break;
    at += rawBytes;
    chunkNumber += 1;
  }
  const beginsAt = at;
  async function* locations(): AsyncGenerator<ChunkLocation, void, undefined> {
    let next = beginsAt;
    for (const chunk of chunks.slice(chunkNumber)) {
      if (next > last) return;
      yield chunk;
      next += chunk.rawBytes;
    }
    for (const map of laterMaps) {
      if (next > last) return;
      for (const chunk of await readChunkMap(tree, map)) {
        if (next > last) return;
        yield chunk;
        next += chunk.rawBytes;
      }
    }
  }
  return { beginsAt, locations: locations() };
};

/** A span of the object that a verified manifest describes. What is read is verified chunk by chunk; a fault throws `TreeFault`. */
export async function* readAssembledSpan(
  tree: ChunkTree,
  { maps }: Manifest,
  span: ByteSpan,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { beginsAt, locations } = await stretchOf(tree, maps, span);
  let skipBytes = span.first - beginsAt;
  let leftBytes = span.last + 1 - span.first;
  for await (const chunk of readChunks(tree, locations, {
    memory: createReadMemory(),
    reusesChunks: false,
    maxGroupBytes: downloadGroupBytes,
  })) {
    const piece = chunk.subarray(skipBytes, skipBytes + leftBytes);
    skipBytes = 0;
    leftBytes -= piece.byteLength;
    yield piece;
  }
}

/** The whole object. Its last bytes are held back until all of them hash to the oid, so that no reader ever completes a wrong one. */
export async function* readAssembled(tree: ChunkTree, manifest: Manifest): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = tree.hasher.sha256();
  let withheld: Uint8Array | undefined;
  if (manifest.sizeBytes > 0) {
    for await (const piece of readAssembledSpan(tree, manifest, { first: 0, last: manifest.sizeBytes - 1 })) {
      hash.update(piece);
      if (withheld !== undefined) yield withheld;
      withheld = piece;
    }
  }
  const { oid } = manifest;
  if (hash.digestHex() !== oid) throw new TreeFault(assembledKey(tree.namespace, oid), 'checksum_mismatch');
  if (withheld !== undefined) yield withheld;
}
