import { defaultGcGraceMs } from '../../model/maintenance.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import { storageModeOf } from '../../model/repository.js';
import type { Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';
import type { QuarantineOwner } from './count-quarantined.js';

/**
 * Puts the whole bytes of an object that lies in chunks from now on into quarantine beside it, for those who still read them. They count as reclaimable until
 * they are removed. A step of a transaction that holds the organization.
 */
export const leaveWhole = async (
  { settings }: Pick<Ports, 'settings'>,
  records: Records,
  { organizationId, repositoryId, namespace }: QuarantineOwner,
  former: StoredObject,
  at: Instant,
): Promise<void> => {
  const dueAt = at + (settings.gcGraceMs ?? defaultGcGraceMs);
  await records.quarantine.putConverted(repositoryId, former, { removedAt: at, dueAt });
  const { physicalBytes } = former;
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
