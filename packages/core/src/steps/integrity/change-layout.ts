import { type ObjectLayout, type StoredObject } from '../../model/objects/stored-object.js';
import { reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import { storageModeOf } from '../../model/repository.js';
import type { LedgerReason } from '../../model/usage/usage.js';
import type { Instant, Oid, OrganizationId, RepositoryId, StorageNamespace } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';

export interface NewLayout {
  readonly layout: ObjectLayout;
  /** What the object alone occupies from then on. */
  readonly physicalBytes: (former: StoredObject) => number;
  readonly reason: LedgerReason;
  readonly at: Instant;
}

/**
 * Registers a damaged object as it was sent again, which may be by another path: with the layout of that path, without a manifest, and with its name, type and
 * time. Its counters, the ledger and what its organization uses follow; how often it was downloaded begins anew. A step of a transaction.
 */
export const changeLayout = async (
  records: Records,
  owner: { readonly repositoryId: RepositoryId; readonly organizationId: OrganizationId; readonly namespace: StorageNamespace },
  oid: Oid,
  { layout, physicalBytes, reason, at }: NewLayout,
): Promise<void> => {
  const { repositoryId, organizationId, namespace } = owner;
  const [former] = await records.quarantine.put(repositoryId, [oid], { removedAt: at, removedBy: undefined, dueAt: at });
  if (former === undefined) return;
  await records.quarantine.remove(former);
  const object: StoredObject = { ...former.object, layout, physicalBytes: physicalBytes(former.object) };
  await records.objects.add(repositoryId, [object]);
  const bytes = reclaimableBytesOf(object) - reclaimableBytesOf(former.object);
  if (bytes === 0) return;
  const storageMode = storageModeOf(namespace);
  await chargeUsage(records, { organizationId, repositoryId, sessionId: undefined, storageMode, reason, bytes, objects: 0, at });
};
