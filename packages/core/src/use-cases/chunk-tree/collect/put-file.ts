import { err, ok, type Result } from 'neverthrow';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { limitsOf } from '../../../model/quotas/limits.js';
import { type Instant, treeKey, type TreePath } from '../../../model/values/index.js';
import { chargeSender } from '../files/admit-sender.js';
import { reconcileTreeFile } from '../files/reconcile-tree-file.js';
import { keepSenderLease, sendersAtWork } from '../files/sender-lease.js';
import { bringBack } from './condemned.js';
import { isOwnFile } from './collected-file.js';
import { attemptWhileClaimed, demandClaim, type TreeWork, TreeWorkLost } from './tree-work.js';

/** A file that is named by its bytes, in pieces. */
export interface NewFile {
  readonly path: TreePath;
  readonly parts: readonly Uint8Array[];
  readonly sizeBytes: number;
}

/** The plan has no room for the file, or one of its name is being deleted: another time. */
export type NoRoom = 'no_room';

/** This process stood still for so long that others may have counted without the file. */
class SenderLost extends Error {
  override readonly name = 'SenderLost';
}

type Admission = { readonly kind: 'there' } | { readonly kind: 'write'; readonly at: Instant; readonly isDamaged: boolean };

/** Charges what the file adds to the books, as for a client that sends it. One that is there already is young again. */
const admit = (work: TreeWork, { path, sizeBytes }: NewFile): Promise<Result<Admission, NoRoom>> =>
  attemptWhileClaimed(work, async (records, at): Promise<Result<Admission, NoRoom>> => {
    const { owner, ports } = work;
    const { repositoryId } = owner;
    const present = await records.tree.findFile(repositoryId, path);
    const isDamaged = (await records.damage.findFiles(repositoryId, [path])).has(path);
    if (present?.state === 'stored' && !isDamaged) {
      if ((await bringBack(records, repositoryId, path)).isErr()) return err('no_room');
      await records.tree.putFile(repositoryId, { ...present, changedAt: at });
      return ok({ kind: 'there' });
    }
    const maxFiles = isOwnFile(path) ? undefined : limitsOf(ports.settings).treeFilesPerRepository;
    const others = sendersAtWork(present, at);
    const charged = await chargeSender(records, owner, path, present, others, { sizeBytes, maxFiles, at });
    return charged.isErr() ? err('no_room') : ok({ kind: 'write', at, isDamaged });
  });

async function* piecesOf(parts: readonly Uint8Array[], isLost: () => boolean): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of parts) yield await Promise.resolve(part);
  // The last moment at which nothing lies in the store yet that nobody has paid for.
  if (isLost()) throw new SenderLost('the file is charged no more');
}

const write = async (
  { ports, owner }: TreeWork,
  { path, parts, sizeBytes }: NewFile,
  { at, isDamaged }: Extract<Admission, { kind: 'write' }>,
): Promise<void> => {
  const lease = keepSenderLease(ports, owner.repositoryId, path, at);
  const [attempt] = await Promise.allSettled([
    ports.blobs.write(
      treeKey(owner.namespace, path),
      piecesOf(parts, () => lease.isLost()),
      sizeBytes,
    ),
  ]);
  lease.end();
  const isWhole = attempt.status === 'fulfilled' && attempt.value.isOk();
  const left = lease.isLost() ? 0 : 1;
  const settled = await reconcileTreeFile(ports, owner, path, left, isWhole ? { sizeBytes, isFinal: true } : undefined);
  if (attempt.status === 'rejected') throw attempt.reason;
  if (attempt.value.isErr()) {
    const { error } = attempt.value;
    if (error.kind === 'unavailable') throw new TreeUnavailable(error);
    throw new TreeWorkLost('the process stood still while it wrote a file');
  }
  if (settled.isErr()) {
    if (settled.error.kind === 'unavailable') throw new TreeUnavailable(settled.error);
    throw new TreeWorkLost('the repository is gone, or full');
  }
  if (!isDamaged) return;
  const healed = await ports.unitOfWork.transact(async ({ damage }): Promise<Result<void, never>> => {
    await damage.heal(owner.repositoryId, { kind: 'file', path });
    return ok();
  });
  if (healed.isErr()) throw new TreeUnavailable(healed.error);
};

/**
 * Puts a file into the tree as a client's would come: charged before its bytes, settled after them, and the sweeper's should this process die in between. Nothing
 * needs it yet, and what nothing comes to need is collected.
 */
export const putFile = async (work: TreeWork, file: NewFile): Promise<Result<void, NoRoom>> => {
  const { requests, bytes } = work.pace;
  await requests(1);
  await bytes(file.sizeBytes);
  await demandClaim(work);
  const admitted = await admit(work, file);
  if (admitted.isErr()) return err(admitted.error);
  if (admitted.value.kind === 'write') await write(work, file, admitted.value);
  return ok();
};
