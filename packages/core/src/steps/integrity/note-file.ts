import { err, ok, type Result } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { TreeFile } from '../../model/chunk-tree/tree-file.js';
import type { DamageProblem } from '../../model/integrity/damage.js';
import type { OrganizationId, RepositoryId, StorageNamespace, TreePath } from '../../model/values/index.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { noteDamage, type NotePorts } from './note-damage.js';

/** The repository that has the file. */
export interface FilePlace {
  readonly repositoryId: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly namespace: StorageNamespace;
}

/** What is wrong with what lies in the place of the file; undefined where nothing is. */
type LookAtFile = (file: TreeFile) => Promise<Result<DamageProblem | undefined, Unavailable>>;

/** The file as the books took it up; undefined of one that is not there, or is being removed. */
const findKept = async (
  { tree, condemned }: Queries | Records,
  { repositoryId }: FilePlace,
  path: TreePath,
): Promise<TreeFile | undefined> => {
  const file = await tree.findFile(repositoryId, path);
  if (file?.state !== 'stored') return undefined;
  const condemnation = (await condemned.find(repositoryId, [path])).get(path);
  return condemnation?.state === 'deleting' ? undefined : file;
};

/** Looks at a file that the books call stored, and notes what is wrong with it. Whether something is, and it was not replaced meanwhile. */
export const noteFile =
  (ports: NotePorts) =>
  async (place: FilePlace, path: TreePath, look: LookAtFile): Promise<Result<boolean, Unavailable>> => {
    const kept = await ports.unitOfWork.read((queries) => findKept(queries, place, path));
    if (kept.isErr()) return err(kept.error);
    if (kept.value === undefined) return ok(false);
    const { changedAt } = kept.value;
    const found = await look(kept.value);
    if (found.isErr()) return err(found.error);
    if (found.value === undefined) return ok(false);
    const { repositoryId: id, organizationId } = place;
    let isStill = false;
    const isStillKept = async (records: Records): Promise<boolean> => {
      isStill = (await findKept(records, place, path))?.changedAt === changedAt;
      return isStill;
    };
    const noted = await noteDamage(ports)(
      { repository: { id, organizationId }, of: { kind: 'file', path }, problem: found.value },
      isStillKept,
    );
    return noted.map(() => isStill);
  };
