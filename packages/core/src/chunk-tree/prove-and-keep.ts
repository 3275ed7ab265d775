import { invariant } from '../app-error.js';
import { frozenManifestKey } from './frozen-manifest.js';
import type { ChunkTree } from './chunk-tree.js';
import { type OpenManifest, proveObject } from './prove-object.js';
import type { PackProofs } from './pack-proofs.js';
import type { ProvenObject } from './register-proven.js';
import { TreeUnavailable } from './tree-fault.js';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}

/** Proves an object and keeps the very bytes of the manifest by which it was proven, before anything refers to them. */
export const proveAndKeep = async (tree: ChunkTree, opened: OpenManifest, packs: PackProofs): Promise<ProvenObject> => {
  await proveObject(tree, opened, packs);
  const { bytes, manifest } = opened;
  const hash = tree.hasher.sha256();
  hash.update(bytes);
  const manifestSha256 = hash.digestHex();
  const written = await tree.blobs.write(frozenManifestKey(tree.namespace, manifestSha256), once(bytes), bytes.byteLength);
  if (written.isErr()) {
    invariant(written.error.kind === 'unavailable', 'bytes in memory are as long as they are');
    throw new TreeUnavailable(written.error);
  }
  return { oid: manifest.oid, sizeBytes: manifest.sizeBytes, manifestSha256, manifestBytes: bytes.byteLength };
};
