import { err, ok, type Result } from 'neverthrow';
import { invariant, type NotFound, type QuotaExceeded, unavailable } from '../../../model/app-error.js';
import { artifactTypeOf } from '../../../model/artifacts/artifact-type-of.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { VerificationTurns } from '../../../steps/verification/verifications.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { frozenManifestKey } from '../read/frozen-manifest.js';
import { frozenManifestPath, mapPath, type ObjectKey, packPath } from '../../../model/values/index.js';
import { hashedBody } from '../files/hashed-body.js';
import type { BegunVerification } from './eager-verifications.js';
import type { HoldManifest, ManifestHold } from './hold-manifest.js';
import type { PackVerifications } from './pack-verifications.js';
import type { VerifiedTreeObject } from './register-verified.js';
import type { VerifiedBytes } from './verify-chunks.js';
import { type OpenManifest, verifyObject } from './verify-object.js';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}

const write = async ({ blobs }: ChunkTree, key: ObjectKey, bytes: Uint8Array, hold: ManifestHold): Promise<void> => {
  try {
    // A process that stood still may have lost the room for the bytes to somebody else.
    const body = hashedBody(once(bytes), undefined, undefined, () => hold.mayEnd());
    const written = await blobs.write(key, body.bytes, bytes.byteLength);
    if (written.isOk()) return;
    const { error } = written;
    invariant(error.kind !== 'blob_size_mismatch', 'bytes in memory are as long as they are');
    // A client that asks again is told why, should it be that there is no room.
    throw new TreeUnavailable(error.kind === 'unavailable' ? error : unavailable('storage'));
  } finally {
    hold.end();
  }
};

const verifyOnce = async (
  tree: ChunkTree,
  opened: OpenManifest,
  packs: PackVerifications,
  turns: VerificationTurns,
  begun: BegunVerification | undefined,
  signal: AbortSignal | undefined,
): Promise<VerifiedBytes & Pick<VerifiedTreeObject, 'notedBefore'>> => {
  const { oid } = opened.manifest;
  const noted = await packs.noted();
  const verified = await begun?.finish(signal);
  // The fault, if it is one, shows again.
  if (verified?.sha256 !== oid) {
    return { ...(await verifyObject(tree, opened, packs, turns, verified !== undefined)), notedBefore: noted };
  }
  const unverified = new Set(await packs.unverified(verified.packs.map(({ name }) => name)));
  for (const pack of verified.packs) if (unverified.has(pack.name)) await packs.add(pack, oid);
  // What has begun has read before anybody was asked.
  return { ...verified, notedBefore: new Set() };
};

export interface Keeping {
  readonly packs: PackVerifications;
  readonly turns: VerificationTurns;
  readonly holdManifest: HoldManifest;
  /** Ends what has `begun`. */
  readonly signal?: AbortSignal | undefined;
}

/** Verifies an object and keeps the very bytes of the manifest by which it was verified, before anything refers to them. */
export const verifyAndKeep = async (
  tree: ChunkTree,
  opened: OpenManifest,
  { packs, turns, holdManifest, signal }: Keeping,
  begun?: BegunVerification,
): Promise<Result<VerifiedTreeObject, NotFound | QuotaExceeded>> => {
  const { head, usedPacks, notedBefore } = await verifyOnce(tree, opened, packs, turns, begun, signal);
  const { bytes, manifest, name } = opened;
  const hash = tree.hasher.sha256();
  hash.update(bytes);
  const manifestSha256 = hash.digestHex();
  const manifestBytes = bytes.byteLength;
  const held = await holdManifest(frozenManifestPath(manifestSha256), manifestBytes);
  if (held.isErr()) return err(held.error);
  await write(tree, frozenManifestKey(tree.namespace, manifestSha256), bytes, held.value);
  const type = artifactTypeOf({ name, head });
  const { oid, sizeBytes, maps } = manifest;
  const chunkCount = maps.reduce((sum, map) => sum + map.chunkCount, 0);
  const files = [...new Set(maps.map((map) => mapPath(map.name))), ...[...usedPacks].map(packPath)];
  return ok({
    oid,
    sizeBytes,
    name,
    type,
    manifestSha256,
    manifestBytes,
    heldSince: held.value.since,
    chunkCount,
    files,
    notedBefore,
  });
};
