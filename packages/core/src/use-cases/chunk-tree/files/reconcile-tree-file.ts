import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { findBlob } from '../../../blob-store/find-blob.js';
import { type NotFound, type QuotaExceeded, type Unavailable, unavailable } from '../../../model/app-error.js';
import { occupiedBytes } from '../../../model/chunk-tree/tree-file.js';
import { type Instant, treeKey, type TreePath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import { isOwnFile } from '../collect/collected-file.js';
import { chargeTree, type TreeOwner } from './tree-charge.js';

type ReconcilePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;
type Problem = NotFound | QuotaExceeded | Unavailable;

/** What a sender has just put in the place of the file. */
interface PublishedFile {
  readonly sizeBytes: number;
  /** Of a file that never changes: there is nothing to measure. */
  readonly isFinal: boolean;
}

/**
 * What the store says of a file: `final` is the length of one that never changes and was just published, `unknown` that it does not answer. `isFresh`: who asks
 * has just published it.
 */
type Finding =
  | { readonly kind: 'final'; readonly sizeBytes: number }
  | { readonly kind: 'measured'; readonly sizeBytes: number | undefined; readonly isFresh: boolean }
  | { readonly kind: 'unknown'; readonly fault: Unavailable };

/** The length of the blob at the path; undefined when there is none. */
const measure = async (ports: ReconcilePorts, { namespace }: TreeOwner, path: TreePath, isFresh: boolean): Promise<Finding> => {
  const found = await findBlob(ports, treeKey(namespace, path));
  return found.isOk()
    ? { kind: 'measured', sizeBytes: found.value?.sizeBytes, isFresh }
    : { kind: 'unknown', fault: found.error };
};

/**
 * Makes the row say what lies in the store, and charges or refunds the difference. While others send the same file, its row stays with the charge for the
 * longest of them: without it their path would be free for others, and their room, too. The last of them settles it.
 */
const reconcileRow = (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  left: number,
  finding: Finding,
  at: Instant,
): ResultAsync<void, NotFound | QuotaExceeded> =>
  safeTry(async function* () {
    yield* await lockOrganizationOf(records, owner);
    const { repositoryId } = owner;
    const present = await records.tree.findFile(repositoryId, path);
    const receivers = Math.max(0, (present?.receivers ?? 0) - left);
    const isShared = finding.kind === 'measured' && present?.state === 'receiving' && receivers > 0;
    if (finding.kind === 'unknown' || isShared) {
      if (present !== undefined) await records.tree.putFile(repositoryId, { ...present, receivers });
      return ok(undefined);
    }
    const { sizeBytes } = finding;
    const chargedBytes = present?.sizeBytes ?? 0;
    if (sizeBytes === undefined) {
      const isRemoved = await records.tree.removeFile(repositoryId, path, 'receiving', !isOwnFile(path));
      return isRemoved ? chargeTree(records, owner, -chargedBytes, 0, at) : ok(undefined);
    }
    const occupied = occupiedBytes(sizeBytes);
    yield* await chargeTree(records, owner, occupied - chargedBytes, 0, at);
    await records.tree.putFile(repositoryId, { path, sizeBytes: occupied, state: 'stored', receivers, changedAt: at });
    // Who read the file between its publication and now held the new bytes against the old length. After a failed write the bytes may be the damaged ones.
    if (finding.kind === 'measured' && finding.isFresh) await records.damage.heal(repositoryId, { kind: 'file', path });
    return ok(undefined);
  });

const maxRounds = 10;

/**
 * Brings the books in line with the store after a write to the path, whether it went well or not. Two writers of one path may each publish while the
 * other one settles: so the blob is measured once more after its row is written, until the two agree, and the last to settle leaves them right.
 * `left` is how many of its senders will do nothing more. `published` is given when the write went well.
 */
export const reconcileTreeFile = (
  ports: ReconcilePorts,
  owner: TreeOwner,
  path: TreePath,
  left: number,
  published?: PublishedFile,
): ResultAsync<void, Problem> =>
  safeTry(async function* () {
    let settled: { readonly sizeBytes: number | undefined } | undefined;
    for (let round = 0; round < maxRounds; round += 1) {
      const finding: Finding =
        published?.isFinal === true
          ? { kind: 'final', sizeBytes: published.sizeBytes }
          : await measure(ports, owner, path, published !== undefined);
      if (finding.kind !== 'unknown' && settled !== undefined && settled.sizeBytes === finding.sizeBytes) return ok(undefined);
      const at = ports.clock.now();
      const leaving = round === 0 ? left : 0;
      const written = await ports.unitOfWork.transact((records) => reconcileRow(records, owner, path, leaving, finding, at));
      // The row says nothing of bytes that could not be measured, whatever became of it: the fault of the store decides what happens next.
      if (finding.kind === 'unknown') return err(finding.fault);
      yield* written;
      if (finding.kind === 'final') return ok(undefined);
      settled = finding;
    }
    // Somebody replaces the file faster than it can be measured; the last of them settles it.
    return err(unavailable('storage'));
  });
