import { ok, type Result } from 'neverthrow';
import type { QuarantinedObject } from '../../../model/objects/quarantined-object.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { isCheaperWhole, leastDownloads } from '../../../model/conversions/cheaper-whole.js';
import type { ConvertedObject } from '../../../model/conversions/conversion.js';
import { defaultColdAfterMs } from '../../../model/conversions/deduplication.js';
import { DAY_MS, HOUR_MS, type TreePath } from '../../../model/values/index.js';
import { makeWholeAgain } from '../../../steps/quarantine/take-back-whole.js';
import { attemptWhileClaimed, writeWhileClaimed } from '../collect/tree-work.js';
import type { Conversion } from './conversion.js';
import { findMade } from './needed-alone.js';
import { findFormer, isAsConverted, writeWhole } from './whole-bytes.js';

/** `kept`: it stays in chunks for now. `unanswered`: it does, because storage does not answer. */
export type RestoreOutcome = 'restored' | 'kept' | 'no_room' | 'unanswered';

/** One that lies in chunks since the service has cut it. */
export interface Restoring extends Conversion {
  readonly candidate: ConvertedObject;
}

/** How soon one is looked at again that saves too much, or could not be read or written. */
const lookAgainMs = DAY_MS;
/** How soon one is, whose storage does not answer. */
const askAgainMs = HOUR_MS;

/** One that is due now stands behind all others in the next look. */
const putOff = (restoring: Restoring, afterMs: number): Promise<void> => {
  const { owner, candidate } = restoring;
  return writeWhileClaimed(restoring, ({ conversions }, at) =>
    conversions.putOff(owner.repositoryId, candidate.object.oid, at + afterMs),
  );
};

/** What was counted for longer than it takes to be cold says nothing of late. */
const countAnew = (restoring: Restoring): Promise<void> => {
  const { owner, candidate } = restoring;
  return writeWhileClaimed(restoring, async (records, at) => {
    if (await isAsConverted(records, restoring)) {
      await records.conversions.countDownloads(owner.repositoryId, candidate.object.oid, at);
    }
  });
};

/** Serves the object from its whole bytes from now on. Who reads its chunks goes on: all files of which it was made are young again. */
const switchBack = (
  restoring: Restoring,
  whole: QuarantinedObject,
  files: readonly TreePath[],
): Promise<Result<boolean, never>> =>
  attemptWhileClaimed(restoring, async (records, at): Promise<Result<boolean, never>> => {
    const { owner, candidate } = restoring;
    const { repositoryId } = owner;
    const { oid, sizeBytes } = candidate.object;
    if (!(await isAsConverted(records, restoring))) return ok(false);
    const found = await findFormer(records, restoring);
    if (found?.state !== whole.state || found.dueAt !== whole.dueAt) return ok(false);
    await records.quarantine.update(found, { state: 'converted', dueAt: found.dueAt });
    if (!(await makeWholeAgain(records, owner, oid, 'goes', at))) return ok(false);
    for (const file of (await records.tree.findFiles(repositoryId, files)).values()) {
      if (file.state === 'stored') await records.tree.putFile(repositoryId, { ...file, changedAt: at });
    }
    await records.conversions.countRestored(repositoryId, sizeBytes);
    return ok(true);
  });

const restore = async (restoring: Restoring): Promise<RestoreOutcome> => {
  const { manifestSha256, object, downloads } = restoring.candidate;
  const { freedBytes, files } = await findMade(restoring, manifestSha256);
  if (!isCheaperWhole({ sizeBytes: object.sizeBytes, freedBytes, downloads })) return 'kept';
  const whole = await writeWhole(restoring, manifestSha256);
  if (whole.isErr()) return whole.error;
  if (whole.value === undefined) return 'kept';
  const switched = await switchBack(restoring, whole.value, files);
  return switched.isOk() && switched.value ? 'restored' : 'kept';
};

/**
 * Gives an object that became hot again its whole bytes back, where that is cheaper. A failure at any point leaves it in chunks; what was written by then is
 * removed as what deleted objects leave. Throws `TreeWorkLost`, and `TreeUnavailable` of the database.
 */
export const restoreWhole = async (restoring: Restoring): Promise<RestoreOutcome> => {
  const { ports, mode, candidate } = restoring;
  if (mode !== 'cold') {
    await putOff(restoring, lookAgainMs);
    return 'kept';
  }
  if (ports.clock.now() - candidate.countedSince >= (ports.settings.coldAfterMs ?? defaultColdAfterMs)) {
    await countAnew(restoring);
    return 'kept';
  }
  if (candidate.downloads < leastDownloads) {
    await putOff(restoring, 0);
    return 'kept';
  }
  try {
    const outcome = await restore(restoring);
    if (outcome === 'kept') await putOff(restoring, lookAgainMs);
    return outcome;
  } catch (fault) {
    const isUnanswered = thrownOutage(fault)?.part === 'storage';
    if (!isUnanswered && !(fault instanceof TreeFault)) throw fault;
    await putOff(restoring, isUnanswered ? askAgainMs : lookAgainMs);
    return isUnanswered ? 'unanswered' : 'kept';
  }
};
