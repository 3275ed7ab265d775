import { err, ok, type Result } from 'neverthrow';
import { pauseOf } from '../../../concurrency/pause-of.js';
import { createChunker, profileForSize } from '../../../formats/chunking/index.js';
import { encodeManifest } from '../../../formats/packs/index.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { KIB } from '../../../model/values/index.js';
import { type BlobCondition, checkBytes } from '../../../steps/integrity/check-blob.js';
import { blobOfObject } from '../../../steps/integrity/kept-blob.js';
import { demandClaim } from '../collect/tree-work.js';
import type { OpenManifest } from '../verify/verify-object.js';
import type { Conversion } from './conversion.js';
import { createTreeWriter, NoRoomForCopy } from './tree-writer.js';

/** What a whole object was cut into. Its chunks are stored and verified, and nothing needs them yet. */
export interface CutObject {
  readonly opened: OpenManifest;
  /** Of packs and maps that were written for it. */
  readonly addedBytes: number;
}

/** The object stays as it is. `damaged`: its bytes are not what its oid says. */
export type NotCut =
  | { readonly kind: 'no_room' }
  | { readonly kind: 'damaged'; readonly condition: Exclude<BlobCondition, { kind: 'sound' }> };

/** What is cut between two pauses: a few milliseconds' work. */
const sliceBytes = 256 * KIB;

/** Reads the bytes from the first to the last, as a verification does, and cuts them on the way. Whether they were the right ones is known at the end alone. */
const cut = async (conversion: Conversion): Promise<Result<CutObject, NotCut>> => {
  const { candidate, tree } = conversion;
  const { oid, sizeBytes, name } = candidate.object;
  const profile = profileForSize(sizeBytes);
  const chunker = createChunker(profile);
  const writer = createTreeWriter(conversion);
  const pause = pauseOf(tree);
  const read = await checkBytes(
    tree,
    blobOfObject(tree.namespace, { ...candidate.object, manifestSha256: undefined }),
    async (piece) => {
      // Of what is known already nothing is written for as long as that takes.
      await demandClaim(conversion);
      for (let at = 0; at < piece.byteLength; at += sliceBytes) {
        for (const chunk of chunker.push(piece.subarray(at, at + sliceBytes))) await writer.add(chunk);
        await pause();
      }
    },
  );
  if (read.isErr()) throw new TreeUnavailable(read.error);
  if (read.value.kind !== 'sound') return err({ kind: 'damaged', condition: read.value });
  for (const chunk of chunker.finish()) await writer.add(chunk);
  const { maps, addedBytes } = await writer.finish();
  const manifest = { oid, sizeBytes, profile: profile.name, maps };
  return ok({ opened: { bytes: encodeManifest(manifest), manifest, name }, addedBytes });
};

export const cutWhole = async (conversion: Conversion): Promise<Result<CutObject, NotCut>> => {
  try {
    return await cut(conversion);
  } catch (fault) {
    if (!(fault instanceof NoRoomForCopy)) throw fault;
    return err({ kind: 'no_room' });
  }
};
