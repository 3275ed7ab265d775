import { err, ok, type Result } from 'neverthrow';
import { frozenManifestPath, type Instant } from '../../../model/values/index.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { findDamaged } from '../../../steps/integrity/find-damaged.js';
import { leaveWhole } from '../../../steps/quarantine/leave-whole.js';
import { bringBack } from '../collect/condemned.js';
import type { NoRoom } from '../collect/put-file.js';
import { maxHoldMs } from '../collect/terms.js';
import { attemptWhileClaimed } from '../collect/tree-work.js';
import { chargeTree } from '../files/tree-charge.js';
import { demandFiles } from '../verify/demand-files.js';
import { demandUndamaged } from '../verify/demand-undamaged.js';
import type { PackVerifications } from '../verify/pack-verifications.js';
import type { VerifiedTreeObject } from '../verify/register-verified.js';
import type { Conversion } from './conversion.js';

export interface Verified {
  readonly object: VerifiedTreeObject;
  readonly packs: PackVerifications;
  /** Of packs and maps that were written for it. */
  readonly addedBytes: number;
}

/** Whether the object is as it was when it was read: registered, whole, sound, and with the manifest that it had, if any. */
const isAsRead = async (records: Records, { owner: { repositoryId }, candidate }: Conversion): Promise<boolean> => {
  const { oid } = candidate.object;
  const stored = (await records.objects.findStored(repositoryId, [oid])).get(oid);
  if (stored?.layout !== 'whole') return false;
  if ((await records.tree.findManifest(repositoryId, oid)) !== candidate.manifestSha256) return false;
  if ((await findDamaged(records, repositoryId, [oid])).has(oid)) return false;
  return !(await records.quarantine.find(repositoryId, [oid])).has(oid);
};

/** From now on the object needs its packs, its maps and its manifest. */
const demandTree = async (
  records: Records,
  { owner }: Conversion,
  { object, packs }: Verified,
  at: Instant,
): Promise<Result<void, NoRoom>> => {
  const { repositoryId } = owner;
  const { files, manifestSha256, manifestBytes, heldSince } = object;
  if ((await demandFiles(records, repositoryId, files)).isErr() || at - heldSince > maxHoldMs) return err('no_room');
  const path = frozenManifestPath(manifestSha256);
  if ((await bringBack(records, repositoryId, path)).isErr()) return err('no_room');
  await packs.write(records, at);
  const present = await records.tree.findFile(repositoryId, path);
  const charged = await chargeTree(records, owner, manifestBytes - (present?.sizeBytes ?? 0), 0, at);
  if (charged.isErr()) return err('no_room');
  await records.tree.putFile(repositoryId, { path, sizeBytes: manifestBytes, state: 'stored', receivers: 0, changedAt: at });
  await records.damage.heal(repositoryId, { kind: 'file', path });
  return ok();
};

/**
 * Reads the object out of its chunks from now on, in one transaction that holds claim and organization; its whole bytes go into quarantine, for those who still
 * read them. No generation is raised, since no object comes or goes. False, and nothing written, when the object is not any more what was read, or a file that it
 * would need was found damaged since.
 */
export const switchLayout = (conversion: Conversion, verified: Verified): Promise<Result<boolean, NoRoom>> =>
  attemptWhileClaimed(conversion, async (records, at): Promise<Result<boolean, NoRoom>> => {
    const { repositoryId } = conversion.owner;
    const { oid, manifestSha256, manifestBytes, chunkCount } = verified.object;
    if (!(await isAsRead(records, conversion))) return ok(false);
    // Who found that has looked for objects that need the file when this one was whole.
    if ((await demandUndamaged(records, repositoryId, [verified.object])).isErr()) return ok(false);
    const demanded = await demandTree(records, conversion, verified, at);
    if (demanded.isErr()) return err(demanded.error);
    const { addedBytes } = verified;
    const latter = { physicalBytes: addedBytes, manifestSha256, chunkCount };
    const former = await leaveWhole(conversion.ports, records, conversion.owner, oid, latter, at);
    if (former === undefined) return ok(false);
    const converted = { formerBytes: former.physicalBytes, addedBytes: addedBytes + manifestBytes };
    await records.conversions.countConverted(repositoryId, converted);
    await records.conversions.countDownloads(repositoryId, oid, at);
    return ok(true);
  });
