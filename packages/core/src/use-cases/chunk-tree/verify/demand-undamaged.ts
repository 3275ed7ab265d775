import { err, ok, type Result } from 'neverthrow';
import { type Conflict, conflict } from '../../../model/app-error.js';
import { type Oid, type RepositoryId, treeFileKind, type TreePath } from '../../../model/values/index.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { findDamagedFiles } from '../../../steps/integrity/find-damaged.js';

/** An object, the files that were read to verify it, and those of them that were noted as damaged before that began. */
export interface FilesOfObject {
  readonly oid: Oid;
  readonly files: readonly TreePath[];
  readonly notedBefore: ReadonlySet<TreePath>;
}

/** A conflict when a pack or map of one of the objects was noted as damaged since the verification began. Sending that file again heals it. */
export const demandUndamaged = async (
  records: Records,
  repositoryId: RepositoryId,
  objects: readonly FilesOfObject[],
): Promise<Result<void, Conflict>> => {
  const noted = await findDamagedFiles(
    records,
    repositoryId,
    objects.flatMap(({ files }) => files),
  );
  for (const { oid, files, notedBefore } of objects) {
    const path = files.find((file) => noted.has(file) && !notedBefore.has(file));
    if (path === undefined) continue;
    const file = treeFileKind(path);
    if (file.kind !== 'pack') return err({ ...conflict('manifest_invalid'), oid, problem: 'damaged' });
    return err({ ...conflict('pack_invalid'), oid, pack: file.name, problem: 'damaged' });
  }
  return ok();
};
