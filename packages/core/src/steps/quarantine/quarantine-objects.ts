import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { Instant, Oid, UserId } from '../../model/values/index.js';
import { defaultGcGraceMs } from '../../model/maintenance.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { findDamaged } from '../integrity/find-damaged.js';
import { countQuarantined, type QuarantineOwner } from './count-quarantined.js';
import { makeWholeAgain } from './take-back-whole.js';

export interface Removing {
  readonly removedBy: UserId | undefined;
  readonly at: Instant;
}

/**
 * Those that nothing in quarantine stands in the way of. One that was converted lately goes there as the whole one that it still is, with the manifest of its chunks,
 * by which it comes back, and what it occupied in these: nobody has read its whole bytes since. Where its chunks are damaged these are all that there is.
 */
const clearTheWay = async (
  records: Records,
  owner: QuarantineOwner,
  oids: readonly Oid[],
  at: Instant,
): Promise<{ readonly free: readonly Oid[]; readonly chunkBytes: ReadonlyMap<Oid, number> }> => {
  const present = await records.quarantine.find(owner.repositoryId, oids);
  const free: Oid[] = [];
  const damaged = await findDamaged(records, owner.repositoryId, [...present.keys()]);
  const sound = [...present.keys()].filter((oid) => !damaged.has(oid));
  const chunkBytes = await records.objects.findPhysicalSizes(owner.repositoryId, sound);
  for (const oid of oids) {
    const manifest = damaged.has(oid) ? 'goes' : 'stays';
    if (!present.has(oid) || (await makeWholeAgain(records, owner, oid, manifest, at))) free.push(oid);
  }
  return { free, chunkBytes };
};

/**
 * Takes objects out of every answer, within the caller's transaction: their rows, one step of the generation, the ledger and what the organization uses. Their
 * bytes stay for the grace. Whether anything keeps them was asked before. One stays, and is not among those answered, while the bytes of an earlier one are being
 * removed, which does not take long.
 */
export const quarantineObjects = async (
  { settings }: Pick<Ports, 'settings'>,
  records: Records,
  owner: QuarantineOwner,
  oids: readonly Oid[],
  { removedBy, at }: Removing,
): Promise<readonly QuarantinedObject[]> => {
  const { repositoryId } = owner;
  await records.usage.hold(owner);
  // Then comes the generation: its row is what rivals wait for.
  await records.repositories.bumpGeneration(repositoryId, at);
  const dueAt = at + (settings.gcGraceMs ?? defaultGcGraceMs);
  const { free, chunkBytes } = await clearTheWay(records, owner, oids, at);
  const removed = await records.quarantine.put(repositoryId, free, { removedAt: at, removedBy, dueAt }, chunkBytes);
  // A push of Git LFS that has brought one goes on for a day, and must be able to bring it once more.
  for (const { object } of removed) await records.uploads.forgetObject(repositoryId, object.oid);
  await countQuarantined(records, owner, removed, 'in', at);
  return removed;
};
