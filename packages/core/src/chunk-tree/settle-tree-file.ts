import { err, ok, type Result } from 'neverthrow';
import { type NotFound, type QuotaExceeded, unavailable, type Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { Records } from '../ports/unit-of-work.js';
import { holdRepository } from '../repositories/hold-repository.js';
import { type Instant, treeKey, type TreePath } from '../values/index.js';
import { chargeTree, type TreeOwner } from './tree-charge.js';

type SettlePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;
type Problem = NotFound | QuotaExceeded | Unavailable;

/** The length of the blob at the path; undefined when there is none. */
const measure = async (
  { blobs }: SettlePorts,
  { namespace }: TreeOwner,
  path: TreePath,
): Promise<Result<number | undefined, Unavailable>> => {
  const found = await blobs.head(treeKey(namespace, path));
  if (found.isOk()) return ok(found.value.sizeBytes);
  return found.error.kind === 'blob_missing' ? ok(undefined) : err(found.error);
};

/**
 * Makes the row say what lies in the store, and charges or refunds the difference. Of a file that has not come, the row stays with its charge for as long
 * as one of its senders is at work: without it nobody would know that the path is taken.
 */
const settleRow = async (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  left: number,
  sizeBytes: number | undefined,
  at: Instant,
): Promise<Result<void, NotFound | QuotaExceeded>> => {
  const held = await holdRepository(records, owner);
  if (held.isErr()) return err(held.error);
  const { repositoryId } = owner;
  const present = await records.tree.findFile(repositoryId, path);
  const chargedBytes = present?.sizeBytes ?? 0;
  const receivers = Math.max(0, (present?.receivers ?? 0) - left);
  if (sizeBytes === undefined) {
    if (present !== undefined && receivers > 0) {
      await records.tree.putFile(repositoryId, { ...present, receivers });
      return ok(undefined);
    }
    const isRemoved = await records.tree.removeFile(repositoryId, path, 'receiving');
    return isRemoved ? chargeTree(records, owner, -chargedBytes, 0, at) : ok(undefined);
  }
  const charged = await chargeTree(records, owner, sizeBytes - chargedBytes, 0, at);
  if (charged.isErr()) return charged;
  await records.tree.putFile(repositoryId, { path, sizeBytes, state: 'stored', receivers, changedAt: at });
  return ok(undefined);
};

const maxRounds = 10;

/**
 * Brings the books in line with the store after a write to the path, whether it went well or not. Two writers of one path may each publish while the
 * other one settles: so the blob is measured once more after its row is written, until the two agree, and whoever settles last leaves them right.
 * `left` is how many of its senders will do nothing more. `immutableBytes` is given for a file that never changes and was just published; then there is nothing to measure.
 */
export const settleTreeFile = async (
  ports: SettlePorts,
  owner: TreeOwner,
  path: TreePath,
  left: number,
  immutableBytes?: number,
): Promise<Result<void, Problem>> => {
  let settled: { readonly sizeBytes: number | undefined } | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const measured = immutableBytes === undefined ? await measure(ports, owner, path) : ok(immutableBytes);
    if (measured.isErr()) return err(measured.error);
    const sizeBytes = measured.value;
    if (settled !== undefined && settled.sizeBytes === sizeBytes) return ok(undefined);
    const at = ports.clock.now();
    const leaving = round === 0 ? left : 0;
    const outcome = await ports.unitOfWork.transact((records) => settleRow(records, owner, path, leaving, sizeBytes, at));
    if (outcome.isErr()) return err(outcome.error);
    if (immutableBytes !== undefined) return ok(undefined);
    settled = { sizeBytes };
  }
  // Somebody replaces the file faster than it can be measured; the last of them settles it.
  return err(unavailable('storage'));
};
