import { err, ok, type Result } from 'neverthrow';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { QuarantinedObject } from '../../../model/objects/quarantined-object.js';
import { storageModeOf } from '../../../model/repository.js';
import { HOUR_MS, type Instant, MINUTE_MS, objectKey } from '../../../model/values/index.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { reserveStorage } from '../../../steps/accounting/reserve-storage.js';
import { findDamaged } from '../../../steps/integrity/find-damaged.js';
import { checkBytes } from '../../../steps/integrity/check-blob.js';
import { blobOfObject } from '../../../steps/integrity/kept-blob.js';
import type { NoRoom } from '../collect/put-file.js';
import { readManifest } from '../collect/repoint-objects.js';
import { attemptWhileClaimed, demandClaim, TreeWorkLost } from '../collect/tree-work.js';
import { planOf } from '../files/tree-charge.js';
import { readAssembled } from '../read/assembled-object.js';
import { createDownloadBudget } from '../read/download-budget.js';
import { withReadMemory } from '../read/read-memory.js';
import { createMapList } from '../../../formats/packs/index.js';
import { invariant } from '../../../model/app-error.js';
import type { Conversion } from './conversion.js';

/** Bytes that are said to be written are removed so long after their writer was heard of last; its writes are over by then. */
const writtenWithinMs = HOUR_MS;
const renewAfterMs = 10 * MINUTE_MS;
/** Who has not renewed by then does not end what it writes. */
const lostAfterMs = writtenWithinMs - 20 * MINUTE_MS;

/** Whether the object still lies in chunks, sound, and is made of what was looked at. */
export const isAsConverted = async (records: Records, { owner: { repositoryId }, candidate }: Conversion): Promise<boolean> => {
  const { oid } = candidate.object;
  const stored = (await records.objects.findStored(repositoryId, [oid])).get(oid);
  if (stored?.layout !== 'chunks') return false;
  if ((await records.tree.findManifest(repositoryId, oid)) !== candidate.manifestSha256) return false;
  return !(await findDamaged(records, repositoryId, [oid])).has(oid);
};

export const findFormer = async (records: Pick<Records, 'quarantine'>, { owner, candidate }: Conversion) =>
  (await records.quarantine.find(owner.repositoryId, [candidate.object.oid])).get(candidate.object.oid);

const countRoom = async (
  records: Records,
  { owner }: Conversion,
  sizeBytes: number,
  at: Instant,
): Promise<Result<void, NoRoom>> => {
  const { organizationId, namespace } = owner;
  if (storageModeOf(namespace) !== 'managed') return ok();
  if ((await reserveStorage(records, organizationId, await planOf(records, owner), sizeBytes, at)).isErr()) return err('no_room');
  await records.usage.release(organizationId, sizeBytes);
  await records.usage.countReclaimable(organizationId, sizeBytes);
  return ok();
};

/**
 * Puts the whole bytes into the books before they are written, as what is being removed: nobody takes them for the object's, and where the writer dies the
 * removal of others ends it. Those that a conversion has left and that still lie there are answered as they are. Undefined: not now.
 */
const announce = (conversion: Conversion): Promise<Result<QuarantinedObject | undefined, NoRoom>> =>
  attemptWhileClaimed(conversion, async (records, at): Promise<Result<QuarantinedObject | undefined, NoRoom>> => {
    const { owner, candidate } = conversion;
    const { sizeBytes } = candidate.object;
    if (!(await isAsConverted(records, conversion))) return ok(undefined);
    const former = await findFormer(records, conversion);
    if (former !== undefined) return ok(former.state === 'converted' ? former : undefined);
    const counted = await countRoom(records, conversion, sizeBytes, at);
    if (counted.isErr()) return err(counted.error);
    const whole = { ...candidate.object, layout: 'whole', physicalBytes: sizeBytes } as const;
    const dueAt = at + writtenWithinMs;
    await records.quarantine.putConverted(owner.repositoryId, whole, { removedAt: at, dueAt });
    const put = await findFormer(records, conversion);
    invariant(put !== undefined, 'what was put into quarantine is there');
    await records.quarantine.update(put, { state: 'deleting', dueAt });
    return ok({ ...put, state: 'deleting', dueAt });
  });

/**
 * Whether somebody may still be removing what lies at the object's key. Asked once `announce` is committed: who marks the key after that finds its row and leaves
 * the bytes, but who has marked it before may have asked already whether they are needed.
 */
const isBeingRemoved = async ({ ports, owner, candidate }: Conversion): Promise<boolean> => {
  const isReclaimed = await ports.unitOfWork.read(({ uploads }) => uploads.isReclaimed(owner.repositoryId, candidate.object.oid));
  if (isReclaimed.isErr()) throw new TreeUnavailable(isReclaimed.error);
  return isReclaimed.value;
};

/** Keeps others from removing what is being written. */
interface Hold {
  row: QuarantinedObject;
  heardAt: Instant;
}

const renew = async (conversion: Conversion, hold: Hold): Promise<void> => {
  const now = conversion.ports.clock.now();
  if (now - hold.heardAt < renewAfterMs) return;
  const renewed = await attemptWhileClaimed(conversion, async ({ quarantine }, at): Promise<Result<Hold, never>> => {
    const row = { ...hold.row, dueAt: at + writtenWithinMs };
    if (!(await quarantine.update(hold.row, { state: 'deleting', dueAt: row.dueAt }))) throw lost();
    return ok({ row, heardAt: at });
  });
  if (renewed.isOk()) Object.assign(hold, renewed.value);
};

const lost = (): TreeWorkLost => new TreeWorkLost('what is written is being removed');

const openManifest = async ({ tree, candidate }: Conversion, manifestSha256: string) => {
  const { bytes, maps, ...facts } = await readManifest(tree, { oid: candidate.object.oid, manifestSha256 });
  const list = createMapList(bytes.byteLength);
  for (const map of maps) list.push(map);
  return { ...facts, maps: list };
};

async function* heldPieces(
  conversion: Conversion,
  pieces: AsyncIterable<Uint8Array>,
  hold: Hold,
): AsyncGenerator<Uint8Array, void, undefined> {
  let withheld: Uint8Array | undefined;
  for await (const piece of pieces) {
    await conversion.pace.bytes(piece.byteLength);
    await renew(conversion, hold);
    // The assembler's last piece comes when all of them hash to the oid; it is the last moment to find that this stood still for too long.
    if (withheld !== undefined) yield withheld;
    withheld = piece;
  }
  await demandClaim(conversion);
  if (conversion.ports.clock.now() - hold.heardAt >= lostAfterMs) throw lost();
  if (withheld !== undefined) yield withheld;
}

const write = async (conversion: Conversion, manifestSha256: string, hold: Hold): Promise<void> => {
  const { ports, owner, tree, candidate } = conversion;
  const { oid, sizeBytes } = candidate.object;
  const manifest = await openManifest(conversion, manifestSha256);
  const reader = createDownloadBudget(ports.clock).enter(owner.organizationId);
  invariant(reader !== undefined, 'a budget of its own has room');
  let thrown: Error | undefined;
  const written = await withReadMemory(async (memory) => {
    const pieces = heldPieces(conversion, readAssembled(tree, manifest, { reader, memory }), hold);
    async function* body(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        yield* pieces;
      } catch (fault) {
        // The store says of it that the body is incomplete, and no more.
        if (fault instanceof Error) thrown = fault;
        throw fault;
      }
    }
    try {
      return await ports.blobs.write(objectKey(owner.namespace, oid), body(), sizeBytes);
    } finally {
      reader.leave();
    }
  });
  if (written.isOk()) return;
  if (written.error.kind === 'unavailable') throw new TreeUnavailable(written.error);
  throw thrown ?? lost();
};

/**
 * Has the whole bytes of an object in chunks at its key, verified; answers their row in quarantine. `damaged` bytes that a conversion has left are not used.
 * Undefined: not now. Throws what the assembler throws.
 */
export const writeWhole = async (
  conversion: Conversion,
  manifestSha256: string,
): Promise<Result<QuarantinedObject | undefined, NoRoom>> => {
  const { tree, owner, candidate } = conversion;
  const announced = await announce(conversion);
  if (announced.isErr() || announced.value === undefined) return announced;
  const hold: Hold = { row: announced.value, heardAt: conversion.ports.clock.now() };
  const isWritten = hold.row.state === 'deleting';
  if (isWritten && (await isBeingRemoved(conversion))) return ok(undefined);
  if (isWritten) await write(conversion, manifestSha256, hold);
  const blob = blobOfObject(owner.namespace, { ...candidate.object, layout: 'whole', manifestSha256: undefined });
  const read = await checkBytes(tree, blob, async () => {
    await demandClaim(conversion);
    if (isWritten) await renew(conversion, hold);
  });
  if (read.isErr()) throw new TreeUnavailable(read.error);
  return ok(read.value.kind === 'sound' ? hold.row : undefined);
};
