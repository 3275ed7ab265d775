import type { Damage, DamageProblem, Stored } from '../../model/integrity/damage.js';
import type { Oid, RepositoryId, TreePath } from '../../model/values/index.js';

export interface DamageQueries {
  /** Those of the objects that are damaged. */
  findObjects(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  /** Those of the files that are damaged. */
  findFiles(repositoryId: RepositoryId, paths: readonly TreePath[]): Promise<ReadonlySet<TreePath>>;
  /** What is wrong with it; undefined of what is not damaged. */
  problemOf(repositoryId: RepositoryId, of: Stored): Promise<DamageProblem | undefined>;
  /** What is damaged in the repository: files before objects, each by name, those that follow `after`, at most `limit`. */
  list(repositoryId: RepositoryId, after: Stored | undefined, limit: number): Promise<readonly Damage[]>;
  /** How much is damaged in the repository, and since when the first of it is known. */
  sumUp(repositoryId: RepositoryId): Promise<{ readonly count: number; readonly firstAt: Damage['foundAt'] | undefined }>;
}

export interface DamageRecords extends DamageQueries {
  /**
   * Notes that something stored is damaged; false when that was known, and then the earlier note stays. Of a pack that is damaged everything that was known of its
   * chunks is forgotten, so that they are sent again and verified anew, and of an object that an unswept LFS session has verified it, so that it takes it again. Where something is held back for that still, it is AUTHORIZED
   * anew, without its type, and as much is held back.
   */
  note(damage: Damage): Promise<boolean>;
  /** Takes the note away; whether there was one. */
  heal(repositoryId: RepositoryId, of: Stored): Promise<boolean>;
}
