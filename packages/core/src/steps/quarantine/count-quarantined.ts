import { type QuarantinedObject, reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import { storageModeOf } from '../../model/repository.js';
import type { Instant, OrganizationId, RepositoryId, StorageNamespace } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';

export interface QuarantineOwner {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
  readonly namespace: StorageNamespace;
}

/**
 * Moves what the objects occupy from what the organization uses to what is reclaimable, or back: it counts until it is gone. Of objects in chunks no bytes
 * move: those of their tree's files are counted with these.
 */
export const countQuarantined = async (
  records: Records,
  { organizationId, repositoryId, namespace }: QuarantineOwner,
  objects: readonly Pick<QuarantinedObject, 'object'>[],
  moved: 'in' | 'out',
  at: Instant,
): Promise<void> => {
  if (objects.length === 0) return;
  const storageMode = storageModeOf(namespace);
  const reclaimable = objects.reduce((sum, { object }) => sum + reclaimableBytesOf(object), 0);
  const sign = moved === 'in' ? -1 : 1;
  const [bytes, count] = [sign * reclaimable, sign * objects.length];
  const reason = moved === 'in' ? 'object.removed' : 'object.restored';
  const entry = { organizationId, repositoryId, sessionId: undefined, storageMode, reason, bytes, objects: count, at } as const;
  await chargeUsage(records, entry);
  if (storageMode === 'managed' && bytes !== 0) await records.usage.countReclaimable(organizationId, -bytes);
  const data = { bytes, objects: count };
  await records.outbox.append({ type: 'repository.usage.changed', organizationId, repositoryId, occurredAt: at, data });
};
