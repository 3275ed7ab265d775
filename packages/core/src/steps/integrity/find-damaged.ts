import type { Oid, RepositoryId, TreePath } from '../../model/values/index.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';

const none: ReadonlySet<Oid> = new Set();

/** Those of the objects that are noted as damaged. Of a repository in which nothing is, one small question is asked, however many objects there are. */
export const findDamaged = async (
  { damage }: Pick<Queries | Records, 'damage'>,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<ReadonlySet<Oid>> => {
  if (oids.length === 0) return none;
  const [first] = await damage.list(repositoryId, undefined, 1);
  return first === undefined ? none : damage.findObjects(repositoryId, oids);
};

/** Whether any file of the repository's chunk tree is noted as damaged. */
export const hasDamagedFile = async (
  { damage }: Pick<Queries | Records, 'damage'>,
  repositoryId: RepositoryId,
): Promise<boolean> => {
  // Files come before objects.
  const [first] = await damage.list(repositoryId, undefined, 1);
  return first?.of.kind === 'file';
};

/** Those of the files of the repository's chunk tree that are noted as damaged. Asked as `findDamaged` asks for objects. */
export const findDamagedFiles = async (
  records: Pick<Queries | Records, 'damage'>,
  repositoryId: RepositoryId,
  paths: readonly TreePath[],
): Promise<ReadonlySet<TreePath>> =>
  paths.length > 0 && (await hasDamagedFile(records, repositoryId)) ? records.damage.findFiles(repositoryId, paths) : new Set();

/** The sizes in bytes of those of the objects that the repository has and that nobody need send again. */
export const findSoundSizes = async (
  queries: Pick<Queries | Records, 'damage' | 'objects'>,
  repositoryId: RepositoryId,
  oids: readonly Oid[],
): Promise<ReadonlyMap<Oid, number>> => {
  const sizes = await queries.objects.findSizes(repositoryId, oids);
  const damaged = await findDamaged(queries, repositoryId, [...sizes.keys()]);
  return damaged.size === 0 ? sizes : new Map([...sizes].filter(([oid]) => !damaged.has(oid)));
};
