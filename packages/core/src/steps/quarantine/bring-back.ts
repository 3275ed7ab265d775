import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { ObjectLayout, StoredObject } from '../../model/objects/stored-object.js';
import type { Instant, Oid } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { countQuarantined, type QuarantineOwner } from './count-quarantined.js';

/** Brings back what was found in quarantine, if it is still as it was, within the caller's transaction, which steps the generation. */
export const restoreObjects = async (
  records: Records,
  owner: QuarantineOwner,
  found: readonly QuarantinedObject[],
  at: Instant,
): Promise<readonly StoredObject[]> => {
  const restored = await records.quarantine.restore(found);
  const objects = restored.map((object) => ({ object }));
  await countQuarantined(records, owner, objects, 'out', at);
  return restored;
};

/**
 * Takes objects out of quarantine that are being registered, before their rows are added. A whole one comes back whole; a caller that registers it in chunks
 * then has it leave its whole bytes. One in chunks is forgotten, with what was known of its damage: it is registered anew, by bytes that were verified just now.
 * Returns those that came back.
 *
 * Of a whole one whose bytes are being removed it depends on how it is registered. As a whole one it was verified at its final key after it had been made sure
 * that nobody removes that, or by a session that the remover finds: it comes back. In chunks nobody has looked at the final key: the removal goes on, and
 * the object is registered beside it. From then on nothing brings those bytes back, for the object needs them no more.
 */
export const bringBack = async (
  records: Records,
  owner: QuarantineOwner,
  oids: readonly Oid[],
  registeredAs: ObjectLayout,
  at: Instant,
): Promise<readonly QuarantinedObject[]> => {
  const { repositoryId } = owner;
  const inQuarantine = await records.quarantine.find(repositoryId, oids);
  if (inQuarantine.size === 0) return [];
  const registered = await records.objects.findSizes(repositoryId, [...inQuarantine.keys()]);
  const found = [...inQuarantine.values()].filter(({ object }) => !registered.has(object.oid));
  for (const quarantined of found) {
    const { layout, oid } = quarantined.object;
    if (layout === 'whole') continue;
    await records.quarantine.remove(quarantined);
    await records.damage.heal(repositoryId, { kind: 'object', oid });
  }
  const whole = found.filter(({ object, state }) => {
    const isSafe = registeredAs === 'whole' || state === 'quarantined';
    return object.layout === 'whole' && isSafe;
  });
  const restored = new Set((await restoreObjects(records, owner, whole, at)).map(({ oid }) => oid));
  return whole.filter(({ object }) => restored.has(object.oid));
};
