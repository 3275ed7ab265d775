import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import {
  type Conflict,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
  unavailable,
} from '../../../model/app-error.js';
import type { ArtifactType } from '../../../model/artifacts/artifact-type.js';
import { type AuditEvent, auditFacts } from '../../../model/audit-event.js';
import type { ObjectRequest } from '../../../model/objects/object-request.js';
import type { ObjectLayout, StoredObject } from '../../../model/objects/stored-object.js';
import { frozenManifestPath, type Instant, type Oid, type TreePath, type UserId } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { changeLayout, type Occupied } from '../../../steps/integrity/change-layout.js';
import { findDamaged } from '../../../steps/integrity/find-damaged.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import { bringBack as bringBackFiles } from '../collect/condemned.js';
import { maxHoldMs } from '../collect/terms.js';
import { nameStored } from '../../../steps/objects/name-stored.js';
import { namedByIndex } from '../../../steps/objects/named-by-index.js';
import { bringBack as bringBackObjects } from '../../../steps/quarantine/bring-back.js';
import { leaveWhole } from '../../../steps/quarantine/leave-whole.js';
import { findPin } from '../files/admit-sender.js';
import { chargeTree, type TreeOwner } from '../files/tree-charge.js';
import { demandFiles } from './demand-files.js';
import { demandUndamaged } from './demand-undamaged.js';
import type { NewBytes, PackVerifications } from './pack-verifications.js';

/** An object whose verification is over, and whose manifest lies where frozen ones are kept. */
export interface VerifiedTreeObject extends ObjectRequest {
  readonly type: ArtifactType;
  readonly manifestSha256: string;
  readonly manifestBytes: number;
  readonly chunkCount: number;
  /** Since when nobody may delete the copy of the manifest. */
  readonly heldSince: Instant;
  /** The packs and maps that it is made of, which have to be there for it to be registered. */
  readonly files: readonly TreePath[];
  /** Files that were noted as damaged before any of them was read, and found sound. */
  readonly notedBefore: ReadonlySet<TreePath>;
}

export interface Registration {
  readonly owner: TreeOwner;
  readonly by: UserId;
  readonly objects: readonly VerifiedTreeObject[];
  readonly packs: PackVerifications;
  readonly audit: AuditEvent;
  readonly at: Instant;
}

/** Those whose manifest nobody has frozen meanwhile, and damaged ones, which get the manifest that they came with. */
const unfrozen = async (records: Records, { owner, objects }: Registration): Promise<readonly VerifiedTreeObject[]> => {
  const left: VerifiedTreeObject[] = [];
  for (const object of objects) {
    const pin = await findPin(records, owner.repositoryId, object.oid);
    if (pin === undefined) left.push(object);
  }
  return left;
};

const addObjects = async (
  records: Records,
  { owner, by, at }: Registration,
  objects: readonly VerifiedTreeObject[],
  newBytes: NewBytes,
): Promise<readonly StoredObject[]> => {
  const candidates = objects.map(({ oid, sizeBytes, name, type }): StoredObject => ({
    oid,
    sizeBytes,
    name,
    type,
    physicalBytes: newBytes.get(oid) ?? 0,
    layout: 'chunks',
    uploadedBy: by,
    createdAt: at,
  }));
  return records.objects.add(owner.repositoryId, await namedByIndex(records, owner.repositoryId, candidates));
};

/**
 * Brings back those that wait in quarantine. Of a whole one nobody has read the bytes, while its chunks were verified just now: it is read from these, by the
 * manifest that it came with.
 */
const bringBackInChunks = async (
  ports: Pick<Ports, 'settings'>,
  records: Records,
  { owner, objects, at }: Registration,
  newBytes: NewBytes,
): Promise<readonly StoredObject[]> => {
  const oids = objects.map(({ oid }) => oid);
  const verified = new Map(objects.map((object) => [object.oid, object]));
  const restored: StoredObject[] = [];
  for (const { object, chunkBytes } of await bringBackObjects(records, owner, oids, 'chunks', at)) {
    const { oid } = object;
    const { manifestSha256, chunkCount } = verified.get(oid) ?? {};
    const physicalBytes = newBytes.get(oid) ?? chunkBytes ?? 0;
    await leaveWhole(ports, records, owner, oid, { physicalBytes, manifestSha256, chunkCount }, at);
    restored.push({ ...object, layout: 'chunks', physicalBytes });
  }
  return restored;
};

/**
 * A damaged object that was sent again lies in chunks from now on, whatever it was before, and is read by the manifest that it came with. Wrong bytes at the key of
 * a whole one are removed as the whole bytes of a converted object are: nobody may find them there who brings it whole again.
 */
const heal = async (
  ports: Pick<Ports, 'settings'>,
  records: Records,
  { owner, at }: Registration,
  oid: Oid,
  layout: ObjectLayout | undefined,
  newBytes: NewBytes,
): Promise<void> => {
  const { repositoryId } = owner;
  const damaged = { kind: 'object', oid } as const;
  const isMissing = (await records.damage.problemOf(repositoryId, damaged)) === 'missing';
  await records.damage.heal(repositoryId, damaged);
  if (layout === 'whole' && !isMissing) {
    const inChunks = { physicalBytes: newBytes.get(oid) ?? 0, manifestSha256: undefined, chunkCount: undefined };
    await leaveWhole(ports, records, owner, oid, inChunks, at);
    return;
  }
  const physicalBytes = ({ layout: formerLayout, physicalBytes: formerBytes }: Occupied): number =>
    newBytes.get(oid) ?? (formerLayout === 'chunks' ? formerBytes : 0);
  await changeLayout(records, owner, oid, { layout: 'chunks', physicalBytes, reason: 'tree.received', at });
};

/** Puts the copies of the manifests into the books, as files of the tree. */
const freeze = (
  records: Records,
  { owner, at }: Registration,
  objects: readonly VerifiedTreeObject[],
  addedObjects: number,
): ResultAsync<void, QuotaExceeded> =>
  safeTry(async function* () {
    const { repositoryId } = owner;
    const paths = objects.map(({ manifestSha256 }) => frozenManifestPath(manifestSha256));
    // A manifest stays in the books when its object is deleted, or damaged, and may come again.
    const present = await records.tree.findFiles(repositoryId, paths);
    const presentBytes = [...present.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const bytes = objects.reduce((sum, object) => sum + object.manifestBytes, 0);
    yield* await chargeTree(records, owner, bytes - presentBytes, addedObjects, at);
    for (const { oid, manifestSha256, manifestBytes, chunkCount } of objects) {
      const path = frozenManifestPath(manifestSha256);
      await records.tree.putFile(repositoryId, { path, sizeBytes: manifestBytes, state: 'stored', receivers: 0, changedAt: at });
      await records.tree.setManifest(repositoryId, oid, manifestSha256, chunkCount);
      // It was written anew before.
      if (present.has(path)) await records.damage.heal(repositoryId, { kind: 'file', path });
    }
    return ok(undefined);
  });

const declare = async (
  records: Records,
  { owner: { organizationId, repositoryId }, by, audit, at }: Registration,
  added: readonly StoredObject[],
  generation: number,
): Promise<void> => {
  const bytes = added.reduce((sum, object) => sum + object.physicalBytes, 0);
  const event = { organizationId, repositoryId, occurredAt: at };
  await records.outbox.append({ ...event, type: 'repository.usage.changed', data: { bytes, objects: added.length } });
  await records.outbox.append({ ...event, type: 'repository.push', data: { generation } });
  await records.audit.append({ ...audit, details: auditFacts({ generation, objects: added.length, bytes }) });
  const push = { organizationId, repositoryId, actorId: by, objects: added.length, bytes, generation, at };
  // An agent that works for Git finalizes the objects of a push one after the other.
  await records.activity.addPush(push, true);
};

/**
 * Makes verified objects visible, as a step of a transaction, and returns the generation that then holds. The repository is held first, so of two
 * finalizes of one object the second finds it registered and changes nothing: neither a bump nor a charge nor an event is doubled.
 *
 * From the commit on the objects need their packs and maps, so these have to be there then: what a collector has condemned is brought back, and an object of which
 * a file is being deleted, or gone, is a conflict, `chunks_gone`. So is one of which a file was found to be damaged since it was read: who noted that has asked
 * which objects need the file when this one was none.
 */
export const registerVerified = (
  ports: Pick<Ports, 'settings'>,
  records: Records,
  registration: Registration,
): ResultAsync<number, Conflict | NotFound | QuotaExceeded | Unavailable> =>
  safeTry(async function* () {
    const { owner, objects, packs, at } = registration;
    const { repositoryId } = owner;
    const held = yield* await lockOrganizationOf(records, owner);
    if (objects.length === 0) return ok(held.generation);
    await records.usage.hold(owner);
    const freezing = await unfrozen(records, registration);
    yield* await demandFiles(
      records,
      repositoryId,
      freezing.flatMap(({ files }) => files),
    );
    yield* await demandUndamaged(records, repositoryId, freezing);
    for (const { heldSince, manifestSha256 } of freezing) {
      if (at - heldSince > maxHoldMs) return err(unavailable('storage'));
      yield* await bringBackFiles(records, repositoryId, frozenManifestPath(manifestSha256));
    }
    const newBytes = await packs.write(records, at);
    const oids = objects.map(({ oid }) => oid);
    for (const oid of oids) await records.tree.removePendingVerification(repositoryId, oid);
    const restored = await bringBackInChunks(ports, records, registration, newBytes);
    const stored = await records.objects.findStored(repositoryId, oids);
    const fresh = objects.filter(({ oid }) => !stored.has(oid));
    // A note may have outlived its object, too; the bytes that come now were verified.
    const damaged = await findDamaged(records, repositoryId, oids);
    // Whole bytes of the object that were removed earlier are being deleted, for minutes.
    const beside = [...(await records.quarantine.find(repositoryId, [...damaged])).values()];
    if (beside.some(({ state }) => state === 'deleting')) return err(unavailable('storage'));
    for (const oid of damaged) await heal(ports, records, registration, oid, stored.get(oid)?.layout, newBytes);
    let { generation } = held;
    let added: readonly StoredObject[] = [];
    if (fresh.length + damaged.size + restored.length > 0) {
      const bumped = await records.repositories.bumpGeneration(repositoryId, at);
      if (bumped === undefined) return err(notFound);
      generation = bumped;
      added = await addObjects(records, registration, fresh, newBytes);
      await declare(records, registration, [...added, ...restored], generation);
    }
    await nameStored(records, repositoryId, objects, at, added);
    const frozen = await freeze(records, registration, freezing, added.length);
    return frozen.map(() => generation);
  });
