import type { QuarantineState } from '../../model/objects/quarantined-object.js';
import { storageModeOf } from '../../model/repository.js';
import type { Instant, Oid } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';
import type { QuarantineOwner } from './count-quarantined.js';

/**
 * Takes the whole bytes of an object in chunks out of quarantine, where they are in one of these states, since something needs them again and counts them. Those
 * that are `deleting` come back by bytes alone that were verified at the final key while nobody could remove them. Whether there were any. A step of a transaction
 * that holds the organization.
 */
export const takeBackWhole = async (
  records: Records,
  owner: QuarantineOwner,
  oid: Oid,
  states: readonly QuarantineState[],
): Promise<boolean> => {
  const { repositoryId, organizationId, namespace } = owner;
  const found = (await records.quarantine.find(repositoryId, [oid])).get(oid);
  if (found === undefined || !states.includes(found.state) || !(await records.quarantine.remove(found))) return false;
  if (storageModeOf(namespace) === 'managed') await records.usage.countReclaimable(organizationId, -found.object.physicalBytes);
  return true;
};

/**
 * Makes a converted object whole again, by the bytes that still lie there. Its manifest stays, and with it its chunks, where nobody has read these bytes. Whether it
 * was one. A step of a transaction that holds the organization.
 */
export const makeWholeAgain = async (
  records: Records,
  owner: QuarantineOwner,
  oid: Oid,
  manifest: 'stays' | 'goes',
  at: Instant,
): Promise<boolean> => {
  const { repositoryId, organizationId, namespace } = owner;
  const former = await records.artifacts.find(repositoryId, oid);
  if (former === undefined || !(await takeBackWhole(records, owner, oid, ['converted']))) return false;
  const { sizeBytes, chunkCount } = former;
  const kept =
    manifest === 'stays'
      ? { manifestSha256: await records.tree.findManifest(repositoryId, oid), chunkCount }
      : { manifestSha256: undefined, chunkCount: undefined };
  await records.conversions.changeLayout(repositoryId, oid, { layout: 'whole', physicalBytes: sizeBytes, ...kept });
  const of = { organizationId, repositoryId, sessionId: undefined, storageMode: storageModeOf(namespace) };
  await chargeUsage(records, { ...of, reason: 'object.converted', bytes: sizeBytes, objects: 0, at });
  return true;
};
