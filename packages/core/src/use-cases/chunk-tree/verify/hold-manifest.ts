import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { Instant, TreePath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import { touchFile } from '../collect/touch-file.js';
import type { TreeOwner } from '../files/tree-charge.js';

/** Says that a frozen manifest is about to be written, before it is; from the instant that it answers on nobody deletes the file for a day. */
export type HoldManifest = (path: TreePath) => Promise<Instant>;

/**
 * The copy of a manifest is written before the transaction that puts it into the books. A file of this name that is there already, of an object that was deleted,
 * might be condemned, and deleted between the two. One that is not in the books is deleted by nobody: it gets there by a transaction that makes it young.
 */
export const createHoldManifest =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>, owner: TreeOwner): HoldManifest =>
  async (path) => {
    const at = clock.now();
    const found = await unitOfWork.read(({ tree }) => tree.findFile(owner.repositoryId, path));
    if (found.isErr()) throw new TreeUnavailable(found.error);
    if (found.value === undefined) return at;
    const touched = await unitOfWork.transact((records) => touchFile(records, owner, path, at));
    if (touched.isOk()) return at;
    // The transaction that registers the object finds a repository that is gone, too.
    if (touched.error.kind === 'not_found') return at;
    throw new TreeUnavailable(touched.error);
  };
