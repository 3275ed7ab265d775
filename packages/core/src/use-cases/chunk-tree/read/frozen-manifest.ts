import { err, ok, type Result } from 'neverthrow';
import { type Manifest, maxManifestBytes, parseManifest } from '../../../formats/packs/index.js';
import { invariant, type Unavailable } from '../../../model/app-error.js';
import { TreeFault, TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { type ObjectKey, type Oid, type StorageNamespace, treeKey, type TreePath, trusted } from '../../../model/values/index.js';
import type { ChunkTree } from './chunk-tree.js';
import { readWhole } from './read-tree-blob.js';

/**
 * Where the bytes of a frozen manifest are kept: in the tree, under their own SHA-256, at a path that no client can name, since no path of a client
 * begins with `objects`. It is written before the freeze is committed and only ever with these bytes. So whatever a slow PUT of another manifest still
 * does to `assets/<oid>/manifest.json`, and however many finalize at once, what is served is what was verified.
 */
export const frozenManifestPath = (sha256: string): TreePath => trusted<TreePath>(`objects/manifests/${sha256}`);

export const frozenManifestKey = (namespace: StorageNamespace, sha256: string): ObjectKey =>
  treeKey(namespace, frozenManifestPath(sha256));

/** The bytes of a frozen manifest. Any others than those that were pinned, and none at all, throw: it is the service's own and must be there. */
export const readFrozenManifest = async (
  { blobs, hasher, namespace }: Pick<ChunkTree, 'blobs' | 'hasher' | 'namespace'>,
  sha256: string,
): Promise<Result<Uint8Array, Unavailable>> => {
  const key = frozenManifestKey(namespace, sha256);
  try {
    const bytes = await readWhole(blobs, key, maxManifestBytes, 'manifest_invalid');
    const hash = hasher.sha256();
    hash.update(bytes);
    if (hash.digestHex() !== sha256) throw new TreeFault(key, 'manifest_invalid', 'the frozen manifest has changed');
    return ok(bytes);
  } catch (fault) {
    if (fault instanceof TreeUnavailable) return err(fault.fault);
    throw fault;
  }
};

/** The same, parsed: it was found well-formed when it was frozen. */
export const parseFrozenManifest = (bytes: Uint8Array, oid: Oid): Manifest => {
  const manifest = parseManifest(bytes);
  invariant(manifest.isOk() && manifest.value.oid === oid, 'a frozen manifest is well-formed and of its object');
  return manifest.value;
};
