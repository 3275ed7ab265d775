import { err, ok, type Result } from 'neverthrow';
import { pauseOf } from '../../../concurrency/pause-of.js';
import { leastSavedShare } from '../../../model/conversions/deduplication.js';
import { BlobCorrupted } from '../../../blob-store/blob-corrupted.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { type ChunkName, DAY_MS, type Oid } from '../../../model/values/index.js';
import type { VerificationTurns } from '../../../steps/verification/verifications.js';
import type { NoRoom } from '../collect/put-file.js';
import { readManifest } from '../collect/repoint-objects.js';
import { TreeWorkLost, writeWhileClaimed } from '../collect/tree-work.js';
import { noteHooks } from '../index/note-hooks.js';
import { createHoldManifest } from '../verify/hold-manifest.js';
import { createPackVerifications } from '../verify/pack-verifications.js';
import { verifyAndKeep } from '../verify/verify-and-keep.js';
import type { Conversion } from './conversion.js';
import { type CutObject, cutWhole, type NotCut } from './cut-whole.js';
import { sampleObject } from './sample-object.js';
import { switchLayout } from './switch-layout.js';

/** `left`: it stays whole for now. */
export type ConversionOutcome =
  | { readonly kind: 'converted'; readonly formerBytes: number; readonly addedBytes: number; readonly hasAlike: boolean }
  | { readonly kind: 'left' }
  | NotCut;

const left: ConversionOutcome = { kind: 'left' };

/** What is not worth it today may be when more of its like has come. */
const lookAgainMs = 30 * DAY_MS;
/** How soon an object is looked at again whose bytes or chunks could not be verified, or that was changed meanwhile. */
const retryMs = DAY_MS;

/** What it reads is paced, and nobody waits for it. */
const turnsOf = (conversion: Conversion): VerificationTurns => {
  const pause = pauseOf(conversion.tree);
  return { spend: () => pause(), shouldEndStretch: () => false, stretch: (work) => work() };
};

const noteTrial = async (
  conversion: Conversion,
  trial: {
    readonly savedBytes: number;
    readonly sample: readonly ChunkName[];
    readonly afterMs: number;
  },
): Promise<void> => {
  const { owner, candidate } = conversion;
  const { savedBytes, sample, afterMs } = trial;
  const { oid } = candidate.object;
  await writeWhileClaimed(conversion, async (records, at) => {
    const stored = (await records.objects.findStored(owner.repositoryId, [oid])).get(oid);
    if (stored?.layout === 'whole') {
      await records.conversions.noteTrial(owner.repositoryId, oid, { dueAt: at + afterMs, savedBytes, sample });
    }
  });
};

const putOff = (conversion: Conversion): Promise<void> => noteTrial(conversion, { savedBytes: 0, sample: [], afterMs: retryMs });

/** Objects that are like one that is in chunks now are worth another look: that one has their chunks. */
const lookAgainAt = async (conversion: Conversion, alike: readonly Oid[]): Promise<void> => {
  if (alike.length === 0) return;
  await writeWhileClaimed(conversion, ({ conversions }) => conversions.lookAgain(conversion.owner.repositoryId, alike));
};

/** A client has finalized the object in chunks beside its whole bytes: then it is cut already. */
const openPinned = async ({ tree, candidate }: Conversion, manifestSha256: string): Promise<CutObject> => {
  const { oid, name } = candidate.object;
  const { bytes, ...manifest } = await readManifest(tree, { oid, manifestSha256 });
  return { opened: { bytes, manifest, name }, addedBytes: 0 };
};

const cut = async (conversion: Conversion): Promise<Result<CutObject, NotCut>> => {
  const { manifestSha256 } = conversion.candidate;
  return manifestSha256 === undefined ? cutWhole(conversion) : ok(await openPinned(conversion, manifestSha256));
};

/** Verifies the object from its chunks as a client's is verified, all of its bytes and its oid, and switches it over. */
const verifyAndSwitch = async (conversion: Conversion, { opened, addedBytes }: CutObject): Promise<Result<boolean, NoRoom>> => {
  const { ports, owner, tree } = conversion;
  const packs = createPackVerifications(ports, owner.repositoryId);
  const holdManifest = createHoldManifest(ports, owner);
  const kept = await verifyAndKeep(tree, opened, { packs, turns: turnsOf(conversion), holdManifest });
  if (kept.isErr()) {
    if (kept.error.kind === 'not_found') throw new TreeWorkLost('the repository is gone');
    return err('no_room');
  }
  const object = kept.value;
  await noteHooks(ports, tree, owner.repositoryId, object.files);
  return switchLayout(conversion, { object, packs, addedBytes });
};

const convert = async (conversion: Conversion, alike: readonly Oid[]): Promise<ConversionOutcome> => {
  const { object } = conversion.candidate;
  const opened = await cut(conversion);
  if (opened.isErr()) return opened.error;
  const switched = await verifyAndSwitch(conversion, opened.value);
  if (switched.isErr()) return { kind: 'no_room' };
  if (!switched.value) return left;
  const addedBytes = opened.value.addedBytes + opened.value.opened.bytes.byteLength;
  await lookAgainAt(conversion, alike);
  return { kind: 'converted', formerBytes: object.physicalBytes, addedBytes, hasAlike: alike.length > 0 };
};

/**
 * Converts an object where a sample says that it pays, and where its repository wants it. A failure at any point leaves the object as it was; what was written by
 * then is needed by nothing and is collected. Throws `TreeWorkLost` and `TreeUnavailable`.
 */
export const convertObject = async (conversion: Conversion): Promise<ConversionOutcome> => {
  const { candidate, mode, isRequested } = conversion;
  try {
    const isKnown = isRequested || candidate.manifestSha256 !== undefined;
    const { savedShare, names, alike } = isKnown ? { savedShare: 1, names: [], alike: [] } : await sampleObject(conversion);
    const isWorth = savedShare >= leastSavedShare;
    if (!isWorth || mode === 'off') {
      const savedBytes = isWorth ? Math.floor(savedShare * candidate.object.sizeBytes) : 0;
      await noteTrial(conversion, { savedBytes, sample: names, afterMs: lookAgainMs });
      return left;
    }
    const outcome = await convert(conversion, alike);
    // Reading it all again within the hour would find the same.
    if (outcome.kind === 'damaged' || outcome.kind === 'left') await putOff(conversion);
    return outcome;
  } catch (fault) {
    // A sample reads spans, and meets wrong blocks before the whole is read.
    const isDamaged = fault instanceof BlobCorrupted;
    if (!isDamaged && !(fault instanceof TreeFault)) throw fault;
    await putOff(conversion);
    return isDamaged ? { kind: 'damaged', condition: { kind: 'wrong_bytes' } } : left;
  }
};
