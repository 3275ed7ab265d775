import { err, ok, type Result } from 'neverthrow';
import { type NotFound, notFound } from '../../model/app-error.js';
import { artifactTypeOf, artifactTypeOfName } from '../../model/artifacts/artifact-type-of.js';
import type { ArtifactType } from '../../model/artifacts/artifact-type.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import { storageModeOf } from '../../model/repository.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { LedgerReason } from '../../model/usage/usage.js';
import type { Instant, UserId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';
import { bringBack } from '../quarantine/bring-back.js';
import { nameStored } from './name-stored.js';
import { namedByIndex } from './named-by-index.js';

/** An object whose bytes are verified. */
export interface VerifiedObject extends ObjectRequest {
  /** As its bytes were looked at; absent when they were not, and then its name alone says it. */
  readonly type?: ArtifactType | undefined;
}

export interface Registered {
  readonly generation: number;
  /** How many the repository did not have before. */
  readonly added: number;
}

const sumOf = (objects: readonly StoredObject[]): number => objects.reduce((sum, object) => sum + object.physicalBytes, 0);

/**
 * Makes verified objects visible, within the caller's transaction: the rows, one step of the generation, the ledger and what the organization uses.
 * An object that the repository has already costs nothing, and one that is in quarantine comes back; what has no name gets the one that comes.
 */
export const registerObjects = async (
  records: Records,
  session: UploadSession,
  objects: readonly VerifiedObject[],
  by: UserId,
  reason: LedgerReason,
  at: Instant,
): Promise<Result<Registered, NotFound>> => {
  const { repositoryId, organizationId } = session;
  // The generation comes first: its row is what rivals wait for, so they add their objects one after the other.
  const generation = await records.repositories.bumpGeneration(repositoryId, at);
  if (generation === undefined) return err(notFound);
  const candidates = objects.map(({ oid, sizeBytes, name, type }): StoredObject => ({
    oid,
    sizeBytes,
    physicalBytes: sizeBytes,
    layout: 'whole',
    name,
    // A name may have come after the bytes were looked at.
    type: artifactTypeOfName(name) ?? type ?? artifactTypeOf({ name, head: undefined }),
    uploadedBy: by,
    createdAt: at,
  }));
  const oids = objects.map(({ oid }) => oid);
  const restored = (await bringBack(records, session, oids, 'whole', at)).map(({ object }) => object);
  const named = await namedByIndex(records, repositoryId, candidates);
  const added = await records.objects.add(repositoryId, named);
  await nameStored(records, repositoryId, named, at, added);
  const bytes = sumOf(added);
  const all = added.length + restored.length;
  const push = { organizationId, repositoryId, actorId: by, objects: all, bytes: bytes + sumOf(restored), generation, at };
  // Git LFS verifies the objects of a push one after the other.
  await records.activity.addPush(push, reason === 'lfs.verified');
  if (added.length > 0) {
    await chargeUsage(records, {
      organizationId,
      repositoryId,
      sessionId: session.id,
      storageMode: storageModeOf(session.namespace),
      reason,
      bytes,
      objects: added.length,
      at,
    });
    await records.outbox.append({
      type: 'repository.usage.changed',
      organizationId,
      repositoryId,
      occurredAt: at,
      data: { session_id: session.id, bytes, objects: added.length },
    });
  }
  return ok({ generation, added: all });
};
