import { err, ok, type Result } from 'neverthrow';
import { type Manifest, maxManifestBytes } from '../../../formats/packs/index.js';
import type { Conflict, NotFound, QuotaExceeded, Unavailable } from '../../../model/app-error.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { maxVerifiedPerCallBytes } from '../../../model/chunk-tree/tree-file.js';
import type { ObjectRequest } from '../../../model/objects/object-request.js';
import { KIB, type Oid, type TreePath } from '../../../model/values/index.js';
import type { VerificationTurns } from '../../../steps/verification/verifications.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import type { BegunVerification } from '../verify/eager-verifications.js';
import type { HoldManifest } from '../verify/hold-manifest.js';
import type { PackVerifications } from '../verify/pack-verifications.js';
import type { VerifiedTreeObject } from '../verify/register-verified.js';
import { verifyAndKeep } from '../verify/verify-and-keep.js';
import { isManifestTooLong, type OpenManifest, openManifest } from '../verify/verify-object.js';

/** `settled`: visible, and its manifest frozen. `pending`: waits for its verification. `stored`: visible by another path. `new`: none of these, or damaged. */
export type Standing = 'settled' | 'pending' | 'stored' | 'new';

export interface Verifications {
  readonly verified: readonly VerifiedTreeObject[];
  readonly late: readonly ObjectRequest[];
}

/** What is verified while a client waits; the rest is for the background. */
export interface FinalizeLimits {
  readonly maxBytes: number;
  /** Of the objects together, but for the last one: what is kept of each file takes a hundred bytes until the call ends. */
  readonly maxFiles: number;
}

const finalizeLimits: FinalizeLimits = { maxBytes: maxVerifiedPerCallBytes, maxFiles: 20_000 };

/** A manifest of so many bytes lies in memory while its call lasts; a longer one waits for room. */
const smallManifestBytes = 256 * KIB;

/** An object that is visible by another path needs no manifest; but one that was sent must be right. */
const openUnlessNeedless = async (
  tree: ChunkTree,
  object: ObjectRequest,
  standing: Standing | undefined,
  maxBytes: number,
): Promise<OpenManifest | undefined> => {
  try {
    return await openManifest(tree, object, maxBytes);
  } catch (fault) {
    if (standing === 'stored' && fault instanceof TreeFault && fault.reason === 'missing') return undefined;
    throw fault;
  }
};

export interface Verification {
  readonly tree: ChunkTree;
  readonly packs: PackVerifications;
  readonly turns: VerificationTurns;
  readonly withLargeManifest: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether the organization has used up what is verified for it while a client waits. */
  readonly isSpent: () => boolean;
  readonly takeBegun: (manifest: Manifest) => Promise<BegunVerification | undefined>;
  readonly holdManifest: HoldManifest;
  readonly noteHooks: (files: readonly TreePath[]) => Promise<void>;
  readonly explain: (fault: unknown) => Promise<Conflict | Unavailable>;
  readonly signal: AbortSignal | undefined;
}

/** A finalize names up to a thousand objects, and its sender has to know which of them is wrong. */
const naming = (problem: Conflict | Unavailable, oid: Oid | undefined): Conflict | Unavailable =>
  problem.kind === 'conflict' && oid !== undefined ? { ...problem, oid } : problem;

/** What a call has verified so far, and what it has left for the background. */
interface Progress {
  readonly verified: VerifiedTreeObject[];
  readonly late: ObjectRequest[];
  leftBytes: number;
  leftFiles: number;
}

type Refused = NotFound | QuotaExceeded;

const verifyOpened = async (
  { tree, isSpent, takeBegun, ...keeping }: Verification,
  object: ObjectRequest,
  opened: OpenManifest,
  progress: Progress,
): Promise<Result<void, Refused>> => {
  const begun = await takeBegun(opened.manifest);
  const neededBytes = begun?.leftBytes ?? object.sizeBytes;
  if (neededBytes > progress.leftBytes || progress.leftFiles <= 0 || isSpent()) {
    begun?.abort();
    progress.late.push(object);
    return ok();
  }
  progress.leftBytes -= neededBytes;
  const kept = await verifyAndKeep(tree, opened, keeping, begun);
  return kept.map((verified) => {
    progress.verified.push(verified);
    progress.leftFiles -= verified.files.length;
  });
};

const verifyOne = async (
  verification: Verification,
  object: ObjectRequest,
  standing: Standing | undefined,
  progress: Progress,
): Promise<Result<void, Refused>> => {
  const open = (maxBytes: number) => openUnlessNeedless(verification.tree, object, standing, maxBytes);
  const proceed = async (opened: OpenManifest | undefined) =>
    opened === undefined ? ok() : verifyOpened(verification, object, opened, progress);
  let small: OpenManifest | undefined;
  try {
    small = await open(smallManifestBytes);
  } catch (fault) {
    if (!isManifestTooLong(fault)) throw fault;
    return verification.withLargeManifest(async () => proceed(await open(maxManifestBytes)));
  }
  return proceed(small);
};

/** Verifies, outside of any transaction, what fits into the call. All that is read is named by its hash, but for the manifests, which are kept. */
export const verifyRequested = async (
  verification: Verification,
  requested: readonly ObjectRequest[],
  standings: ReadonlyMap<Oid, Standing>,
  limits: Partial<FinalizeLimits>,
): Promise<Result<Verifications, Conflict | Refused | Unavailable>> => {
  const { maxBytes, maxFiles } = { ...finalizeLimits, ...limits };
  const progress: Progress = { verified: [], late: [], leftBytes: maxBytes, leftFiles: maxFiles };
  let current: Oid | undefined;
  try {
    for (const object of requested) {
      const standing = standings.get(object.oid);
      if (standing === 'settled' || standing === 'pending') continue;
      current = object.oid;
      const done = await verifyOne(verification, object, standing, progress);
      if (done.isErr()) return err(done.error);
    }
    current = undefined;
    await verification.noteHooks(progress.verified.flatMap(({ files }) => files));
  } catch (fault) {
    return err(naming(await verification.explain(fault), current));
  }
  return ok(progress);
};
