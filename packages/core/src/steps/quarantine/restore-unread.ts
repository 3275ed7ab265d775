import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { restoreObjects } from './bring-back.js';
import type { QuarantineOwner } from './count-quarantined.js';
import { leaveWhole } from './leave-whole.js';

/**
 * Brings back what was found in quarantine as `restoreObjects` does, for those who have read none of its bytes. A whole one that has a manifest, too, is read out of
 * its chunks from then on: these were verified, and nobody has read its whole bytes since, which it leaves as a conversion does.
 */
export const restoreUnread = async (
  ports: Pick<Ports, 'settings'>,
  records: Records,
  owner: QuarantineOwner,
  found: readonly QuarantinedObject[],
  at: Instant,
): Promise<readonly StoredObject[]> => {
  const restored: StoredObject[] = [];
  const manifests = new Map(found.map(({ object: { oid }, ...facts }) => [oid, facts]));
  for (const object of await restoreObjects(records, owner, found, at)) {
    const { manifestSha256, chunkCount } = manifests.get(object.oid) ?? {};
    if (object.layout === 'chunks' || manifestSha256 === undefined) {
      restored.push(object);
      continue;
    }
    const inChunks = { physicalBytes: 0, manifestSha256, chunkCount };
    await leaveWhole(ports, records, owner, object.oid, inChunks, at);
    restored.push({ ...object, layout: 'chunks', physicalBytes: 0 });
  }
  return restored;
};
