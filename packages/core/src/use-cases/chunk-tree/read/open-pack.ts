import {
  maxPackBytes,
  minPackBytes,
  openPackIndex,
  packFooterBytes,
  type PackIndex,
  parsePackFooter,
} from '../../../formats/packs/index.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { type ObjectKey, type PackName, packPath, treeKey } from '../../../model/values/index.js';
import type { ChunkTree } from './chunk-tree.js';
import { readSpan, sizeOfBlob } from './read-tree-blob.js';

/** A pack file whose index is well-formed. Nothing says yet that its chunks are what the index claims. */
export interface OpenPack {
  readonly name: PackName;
  readonly key: ObjectKey;
  readonly sizeBytes: number;
  readonly index: PackIndex;
  /** Where the chunks end and the index begins. */
  readonly indexOffset: number;
  /** The index and the footer, as they are in the file. */
  readonly tail: Uint8Array;
}

/** Reads the end of a pack file. */
export const openPack = async (tree: ChunkTree, pack: PackName): Promise<OpenPack> => {
  const key = treeKey(tree.namespace, packPath(pack));
  const refuse = (problem: string): never => {
    throw new TreeFault(key, 'pack_invalid', problem);
  };
  const sizeBytes = await sizeOfBlob(tree.blobs, key);
  if (sizeBytes < minPackBytes) return refuse('too_short');
  if (sizeBytes > maxPackBytes) return refuse('too_long');
  const footerBytes = await readSpan(tree, key, sizeBytes - packFooterBytes, sizeBytes);
  const footer = parsePackFooter(footerBytes, sizeBytes);
  if (footer.isErr()) return refuse(footer.error.problem);
  const { indexOffset, indexBytes } = footer.value;
  const tail = await readSpan(tree, key, indexOffset, sizeBytes);
  const index = openPackIndex(tail.subarray(0, indexBytes), pack, sizeBytes);
  return index.isErr() ? refuse(index.error.problem) : { name: pack, key, sizeBytes, index: index.value, indexOffset, tail };
};
