import type { Instant, Oid, OrganizationId, RepositoryId, StorageNamespace } from '../../model/values/index.js';
import type { LedgerReason } from '../../model/usage/usage.js';
import type { Records } from '../../ports/unit-of-work.js';
import { takeBackWhole } from '../quarantine/take-back-whole.js';
import { changeLayout } from './change-layout.js';

/**
 * What lay at the final key of a damaged object, if anything, was replaced by verified bytes: the object is sound again, and whole from now on, if it was in chunks
 * before. A step of the transaction that counts those bytes.
 */
export const healWhole = async (
  records: Records,
  owner: { readonly repositoryId: RepositoryId; readonly organizationId: OrganizationId; readonly namespace: StorageNamespace },
  oid: Oid,
  reason: LedgerReason,
  at: Instant,
): Promise<void> => {
  const { repositoryId } = owner;
  if (!(await records.damage.heal(repositoryId, { kind: 'object', oid }))) return;
  const stored = (await records.objects.findStored(repositoryId, [oid])).get(oid);
  if (stored?.layout !== 'chunks') return;
  await records.usage.hold(owner);
  // The verified bytes lie where those do that the object had before it was converted. Also where somebody was writing or removing these: a remover that has begun
  // since the final key was looked at finds the session, and a writer its row gone.
  await takeBackWhole(records, owner, oid, ['converted', 'deleting']);
  await changeLayout(records, owner, oid, { layout: 'whole', physicalBytes: ({ sizeBytes }) => sizeBytes, reason, at });
};
