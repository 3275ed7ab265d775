import { type ManifestMap, maxMapBytes, parseChunkMap } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { type MapName, mapPath, treeKey } from '../../../model/values/index.js';
import type { ChunkTree } from './chunk-tree.js';
import { readWhole } from './read-tree-blob.js';

export type MapSource = Pick<ChunkTree, 'blobs' | 'codec' | 'namespace'>;

/** The chunks of a chunk map that hashes to its name. */
export const readNamedMap = async ({ blobs, codec, namespace }: MapSource, name: MapName): Promise<readonly ChunkLocation[]> => {
  const key = treeKey(namespace, mapPath(name));
  const bytes = await readWhole(blobs, key, maxMapBytes, 'manifest_invalid');
  if (codec.blake3Hex(bytes) !== name) throw new TreeFault(key, 'manifest_invalid', 'damaged');
  const chunks = parseChunkMap(bytes);
  if (chunks.isErr()) throw new TreeFault(key, 'manifest_invalid', chunks.error.problem);
  return chunks.value;
};

/** The chunks of a chunk map that is needed by nobody who asks; undefined when it is gone, or is not what its name says. */
export const readMapIfSound = async (source: MapSource, name: MapName): Promise<readonly ChunkLocation[] | undefined> => {
  try {
    return await readNamedMap(source, name);
  } catch (fault) {
    if (fault instanceof TreeFault) return undefined;
    throw fault;
  }
};

/** The chunks of one segment of an object; the file hashes to its name, and its sums are what the manifest says of it. */
export const readChunkMap = async (
  tree: ChunkTree,
  { name, sizeBytes, chunkCount }: ManifestMap,
): Promise<readonly ChunkLocation[]> => {
  const chunks = await readNamedMap(tree, name);
  const rawBytes = chunks.reduce((sum, chunk) => sum + chunk.rawBytes, 0);
  const isWhole = chunks.length === chunkCount;
  if (isWhole && rawBytes === sizeBytes) return chunks;
  const key = treeKey(tree.namespace, mapPath(name));
  throw new TreeFault(key, 'manifest_invalid', isWhole ? 'wrong_map_size' : 'wrong_map_chunks');
};

const isSame = (left: ManifestMap, right: ManifestMap): boolean =>
  left.name === right.name && left.sizeBytes === right.sizeBytes && left.chunkCount === right.chunkCount;

/** Reads the chunk maps of one manifest in their order; one that comes again and again is read once. */
export const createMapReader = (tree: ChunkTree): ((map: ManifestMap) => Promise<readonly ChunkLocation[]>) => {
  let last: { readonly map: ManifestMap; readonly chunks: Promise<readonly ChunkLocation[]> } | undefined;
  return (map) => {
    if (last === undefined || !isSame(last.map, map)) last = { map, chunks: readChunkMap(tree, map) };
    return last.chunks;
  };
};
