import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { restoreObjects } from './bring-back.js';
import type { QuarantineOwner } from './count-quarantined.js';
import { leaveWhole } from './leave-whole.js';

/**
 * Brings back what was found in quarantine as `restoreObjects` does, for those who have read none of its bytes. A whole one that was converted before is read out of
 * its chunks again, and occupies what it did: these were verified, and nobody has read its whole bytes since, which it leaves as a conversion does.
 */
export const restoreUnread = async (
  ports: Pick<Ports, 'settings'>,
  records: Records,
  owner: QuarantineOwner,
  found: readonly QuarantinedObject[],
  at: Instant,
): Promise<readonly StoredObject[]> => {
  const restored: StoredObject[] = [];
  const formerly = new Map(found.map(({ object: { oid }, ...facts }) => [oid, facts]));
  for (const object of await restoreObjects(records, owner, found, at)) {
    const { manifestSha256, chunkCount, chunkBytes: physicalBytes } = formerly.get(object.oid) ?? {};
    if (manifestSha256 === undefined || physicalBytes === undefined) {
      restored.push(object);
      continue;
    }
    await leaveWhole(ports, records, owner, object.oid, { physicalBytes, manifestSha256, chunkCount }, at);
    await records.conversions.countDownloads(owner.repositoryId, object.oid, at);
    restored.push({ ...object, layout: 'chunks', physicalBytes });
  }
  return restored;
};
