import { type Manifest, type ManifestMap, maxManifestBytes, parseManifestInSlices } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import type { ObjectRequest } from '../../../model/objects/object-request.js';
import { assembledKey, manifestPath, treeKey } from '../../../model/values/index.js';
import type { VerificationTurns } from '../../../steps/verification/verifications.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { pauseOf } from '../../../concurrency/pause-of.js';
import type { CheckedNames } from '../read/decode-chunks.js';
import { createMapReader } from '../read/read-chunk-map.js';
import { readWhole } from '../read/read-tree-blob.js';
import type { PackVerifications } from './pack-verifications.js';
import { type ChunkVerifications, type VerifiedBytes, verifyChunks } from './verify-chunks.js';

/** A manifest that says the right things of its object. Nothing says yet that they are true. */
export interface OpenManifest {
  readonly bytes: Uint8Array;
  readonly manifest: Manifest;
  /** What the client calls the object, where it says so. */
  readonly name: string | undefined;
}

/** Whether `openManifest` threw since there are more bytes than it might read. */
export const isManifestTooLong = (fault: unknown): boolean =>
  fault instanceof TreeFault && fault.reason === 'manifest_invalid' && fault.problem === 'too_long';

/** Reads the manifest that was sent for an object. Throws a fault when there is none, it is another's, or it has more than `maxBytes`. */
export const openManifest = async (
  tree: ChunkTree,
  { oid, sizeBytes, name }: ObjectRequest,
  maxBytes = maxManifestBytes,
): Promise<OpenManifest> => {
  const { blobs, namespace } = tree;
  const key = treeKey(namespace, manifestPath(oid));
  const bytes = await readWhole(blobs, key, maxBytes, 'manifest_invalid');
  const maps: ManifestMap[] = [];
  const parsed = await parseManifestInSlices(bytes, maps, pauseOf(tree));
  if (parsed.isErr()) throw new TreeFault(key, 'manifest_invalid', parsed.error.problem);
  const manifest = { ...parsed.value, maps };
  if (manifest.oid !== oid) throw new TreeFault(key, 'manifest_invalid', 'wrong_oid');
  if (manifest.sizeBytes !== sizeBytes) throw new TreeFault(key, 'size_mismatch');
  return { bytes, manifest, name };
};

/** The chunks of an object, a chunk map at a time; one that comes again and again is read once. */
export async function* segmentsOf(
  tree: ChunkTree,
  maps: readonly ManifestMap[],
): AsyncGenerator<readonly ChunkLocation[], void, undefined> {
  const read = createMapReader(tree);
  for (const map of maps) yield await read(map);
}

/**
 * Verifies an object from the bytes: each chunk map, each pack that nobody has verified yet, each chunk's place, and the SHA-256 of the whole. Only when that is
 * wrong, or `isKnownWrong`, chunks that were verified before are held against their names again, so that the culprit has a name.
 */
export const verifyObject = async (
  tree: ChunkTree,
  { manifest }: OpenManifest,
  packs: PackVerifications,
  turns: VerificationTurns,
  isKnownWrong: boolean,
): Promise<VerifiedBytes> => {
  const { oid, maps } = manifest;
  const verifications: ChunkVerifications = {
    unverified: (names) => packs.unverified(names),
    add: (pack) => packs.add(pack, oid),
  };
  const verify = (knownNames: CheckedNames): Promise<VerifiedBytes> =>
    verifyChunks(tree, segmentsOf(tree, maps), verifications, turns, knownNames);
  const quick = isKnownWrong ? undefined : await verify('none');
  if (quick?.sha256 === oid) return quick;
  // Where a chunk has been damaged since it was verified, this finds it.
  const verified = await verify('all');
  if (verified.sha256 !== oid) throw new TreeFault(assembledKey(tree.namespace, oid), 'checksum_mismatch');
  return verified;
};
