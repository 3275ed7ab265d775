import type { MapList } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { assembledKey } from '../../../model/values/index.js';
import type { ByteSpan } from '../../../ports/blob-store.js';
import type { ChunkTree } from './chunk-tree.js';
import type { DownloadReader } from './download-budget.js';
import type { FrozenManifest } from './frozen-manifest.js';
import { readHeldChunks } from './held-chunks.js';
import { createMapReader } from './read-chunk-map.js';
import type { ReadMemory } from './read-memory.js';

/** What reading takes besides the tree. The memory is that of all readers: what one is done with another one uses. */
export interface Reading {
  readonly reader: DownloadReader;
  readonly memory: ReadMemory;
}

/** The chunks that hold the bytes from `begin` to `end` (excluded) of the object, and where the first of them begins. */
interface Stretch {
  readonly beginsAt: number;
  readonly locations: AsyncIterable<ChunkLocation>;
}

/** Chunk maps whose bytes lie outside are not read. */
const stretchOf = async (tree: ChunkTree, maps: MapList, { first, last }: ByteSpan): Promise<Stretch> => {
  const read = createMapReader(tree);
  const firstMap = maps.find(first);
  let at = maps.beginOf(firstMap);
  let chunkNumber = 0;
  const chunks = firstMap < maps.length ? await read(maps.at(firstMap)) : [];
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
    for (let position = firstMap + 1; position < maps.length && next <= last; position += 1) {
      for (const chunk of await read(maps.at(position))) {
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
  { maps }: FrozenManifest,
  span: ByteSpan,
  { reader, memory }: Reading,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { beginsAt, locations } = await stretchOf(tree, maps, span);
  // The first chunk may begin before the span, by several pieces.
  let skipBytes = span.first - beginsAt;
  let leftBytes = span.last + 1 - span.first;
  for await (const read of readHeldChunks(tree, locations, reader, memory)) {
    const piece = read.subarray(skipBytes, skipBytes + leftBytes);
    skipBytes = Math.max(0, skipBytes - read.byteLength);
    leftBytes -= piece.byteLength;
    if (piece.byteLength > 0) yield piece;
    if (leftBytes === 0) return;
  }
}

/** The whole object. Its last bytes are held back until all of them hash to the oid, so that no reader ever completes a wrong one. */
export async function* readAssembled(
  tree: ChunkTree,
  manifest: FrozenManifest,
  reading: Reading,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = tree.hasher.sha256();
  let withheld: Uint8Array | undefined;
  if (manifest.sizeBytes > 0) {
    for await (const piece of readAssembledSpan(tree, manifest, { first: 0, last: manifest.sizeBytes - 1 }, reading)) {
      hash.update(piece);
      if (withheld !== undefined) yield withheld;
      withheld = piece;
    }
  }
  const { oid } = manifest;
  if (hash.digestHex() !== oid) throw new TreeFault(assembledKey(tree.namespace, oid), 'checksum_mismatch');
  if (withheld !== undefined) yield withheld;
}
