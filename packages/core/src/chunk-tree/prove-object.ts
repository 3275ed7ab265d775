import { type Manifest, maxManifestBytes, parseManifest } from '../packs/index.js';
import type { ObjectRequest } from '../objects/object-request.js';
import { assembledKey, manifestPath, type PackName, treeKey } from '../values/index.js';
import { type ChunkCursor, openChunkCursor } from './chunk-cursor.js';
import type { ChunkLocation } from './chunk-location.js';
import type { ChunkTree } from './chunk-tree.js';
import type { LocatedBytes } from './decode-chunks.js';
import { createIndexCheck } from './pack-indexes.js';
import type { PackProofs } from './pack-proofs.js';
import { provePack } from './prove-pack.js';
import { readChunkMap } from './read-chunk-map.js';
import { readChunks } from './read-chunks.js';
import { createReadMemory } from './read-memory.js';
import { readWhole } from './read-tree-blob.js';
import { TreeFault } from './tree-fault.js';

/** A manifest that says the right things of its object. Nothing says yet that they are true. */
export interface OpenManifest {
  readonly bytes: Uint8Array;
  readonly manifest: Manifest;
}

/** Reads the manifest that was sent for an object. Throws a fault when there is none or it is another's. */
export const openManifest = async ({ blobs, namespace }: ChunkTree, { oid, sizeBytes }: ObjectRequest): Promise<OpenManifest> => {
  const key = treeKey(namespace, manifestPath(oid));
  const bytes = await readWhole(blobs, key, maxManifestBytes, 'manifest_invalid');
  const parsed = parseManifest(bytes);
  if (parsed.isErr()) throw new TreeFault(key, 'manifest_invalid', parsed.error.problem);
  const manifest = parsed.value;
  if (manifest.oid !== oid) throw new TreeFault(key, 'manifest_invalid', 'it is of another object');
  if (manifest.sizeBytes !== sizeBytes) throw new TreeFault(key, 'size_mismatch');
  return { bytes, manifest };
};

/** The chunks from the cursor on, up to the first one in a pack that is not proven. */
async function* provenRun(cursor: ChunkCursor, unproven: ReadonlySet<PackName>): AsyncGenerator<ChunkLocation, void, undefined> {
  for (let chunk = cursor.current; chunk !== undefined && !unproven.has(chunk.pack); chunk = cursor.current) {
    yield chunk;
    await cursor.advance();
  }
}

const isSame = (left: ChunkLocation, right: ChunkLocation): boolean => left.pack === right.pack && left.offset === right.offset;

/**
 * Proves an object from the bytes: each chunk map, each pack that nobody has proven yet, each chunk's place, and the SHA-256 of the whole.
 *
 * A new object's chunks lie in its new packs in its own order, so most of them are hashed into the object while their pack is being proven, and read
 * and decoded once in all. Memory is bounded by one chunk map, the indexes that were used last and a few groups of chunks.
 */
export const proveObject = async (tree: ChunkTree, { manifest }: OpenManifest, packs: PackProofs): Promise<void> => {
  const { oid, maps } = manifest;
  const unproven = new Set<PackName>();
  const checkIndexes = createIndexCheck(tree);
  const cursor = await openChunkCursor(maps, async (map) => {
    const chunks = await readChunkMap(tree, map);
    await checkIndexes(chunks);
    for (const pack of await packs.unproven([...new Set(chunks.map((chunk) => chunk.pack))])) unproven.add(pack);
    return chunks;
  });
  const hash = tree.hasher.sha256();
  const memory = createReadMemory();
  const take = async ({ location, bytes }: LocatedBytes): Promise<void> => {
    while (cursor.current !== undefined && isSame(cursor.current, location)) {
      hash.update(bytes);
      await cursor.advance();
    }
  };
  while (cursor.current !== undefined) {
    const { pack } = cursor.current;
    if (unproven.has(pack)) {
      await packs.add(await provePack(tree, memory, pack, take), oid);
      unproven.delete(pack);
    } else {
      for await (const bytes of readChunks(tree, provenRun(cursor, unproven), { memory, reusesChunks: true })) hash.update(bytes);
    }
  }
  if (hash.digestHex() !== oid) throw new TreeFault(assembledKey(tree.namespace, oid), 'checksum_mismatch');
};
