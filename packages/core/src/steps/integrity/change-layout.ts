import { reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import { type ObjectLayout, type StoredObject } from '../../model/objects/stored-object.js';
import { storageModeOf } from '../../model/repository.js';
import type { LedgerReason } from '../../model/usage/usage.js';
import type { Instant, Oid, OrganizationId, RepositoryId, StorageNamespace } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';

/** How an object lies in storage, and how much of that. */
export type Occupied = Pick<StoredObject, 'layout' | 'physicalBytes' | 'sizeBytes'>;

export interface NewLayout {
  readonly layout: ObjectLayout;
  /** What the object alone occupies from then on. */
  readonly physicalBytes: (former: Occupied) => number;
  readonly reason: LedgerReason;
  readonly at: Instant;
}

const findOccupied = async (
  { objects }: Pick<Records, 'objects'>,
  repositoryId: RepositoryId,
  oid: Oid,
): Promise<Occupied | undefined> => {
  const stored = (await objects.findStored(repositoryId, [oid])).get(oid);
  const physicalBytes = (await objects.findPhysicalSizes(repositoryId, [oid])).get(oid);
  return stored === undefined || physicalBytes === undefined ? undefined : { ...stored, physicalBytes };
};

/**
 * Registers a damaged object as it was sent again, which may be by another path: with the layout of that path and without a manifest. Its counters, the ledger and
 * what its organization uses follow. A step of a transaction.
 */
export const changeLayout = async (
  records: Records,
  owner: { readonly repositoryId: RepositoryId; readonly organizationId: OrganizationId; readonly namespace: StorageNamespace },
  oid: Oid,
  { layout, physicalBytes, reason, at }: NewLayout,
): Promise<void> => {
  const { repositoryId, organizationId, namespace } = owner;
  const former = await findOccupied(records, repositoryId, oid);
  if (former === undefined) return;
  const latter = { layout, physicalBytes: physicalBytes(former), manifestSha256: undefined, chunkCount: undefined };
  await records.conversions.changeLayout(repositoryId, oid, latter);
  const bytes = reclaimableBytesOf(latter) - reclaimableBytesOf(former);
  if (bytes === 0) return;
  const storageMode = storageModeOf(namespace);
  await chargeUsage(records, { organizationId, repositoryId, sessionId: undefined, storageMode, reason, bytes, objects: 0, at });
};
