import { defaultGcGraceMs } from '../../model/maintenance.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import { storageModeOf } from '../../model/repository.js';
import type { Instant, Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { NewLayout } from '../../ports/records/conversion-records.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';
import type { QuarantineOwner } from './count-quarantined.js';

/** The whole bytes count as reclaimable until they are removed. */
const countFormer = async (
  records: Records,
  { organizationId, repositoryId, namespace }: QuarantineOwner,
  { physicalBytes }: StoredObject,
  at: Instant,
): Promise<void> => {
  const storageMode = storageModeOf(namespace);
  const of = { organizationId, repositoryId };
  const entry = {
    ...of,
    sessionId: undefined,
    storageMode,
    reason: 'object.converted',
    bytes: -physicalBytes,
    objects: 0,
    at,
  } as const;
  await chargeUsage(records, entry);
  if (storageMode === 'managed') await records.usage.countReclaimable(organizationId, physicalBytes);
  const data = { bytes: -physicalBytes, objects: 0 };
  await records.outbox.append({ ...of, type: 'repository.usage.changed', occurredAt: at, data });
};

/**
 * Reads a whole object out of its chunks from now on; its whole bytes go into quarantine for the grace, for those who still read them. Answers the object as it was;
 * undefined, and nothing written, where it is not registered. A step of a transaction that holds the organization and has seen that its chunks are kept.
 */
export const leaveWhole = async (
  { settings }: Pick<Ports, 'settings'>,
  records: Records,
  owner: QuarantineOwner,
  oid: Oid,
  inChunks: Omit<NewLayout, 'layout'>,
  at: Instant,
): Promise<StoredObject | undefined> => {
  const { repositoryId } = owner;
  const former = await records.conversions.changeLayout(repositoryId, oid, { ...inChunks, layout: 'chunks' });
  if (former === undefined) return undefined;
  const dueAt = at + (settings.gcGraceMs ?? defaultGcGraceMs);
  await records.quarantine.putConverted(repositoryId, former, { removedAt: at, dueAt });
  await countFormer(records, owner, former, at);
  return former;
};
