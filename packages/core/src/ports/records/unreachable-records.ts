import type { LookDoubt, UnreachableLook, UnreachableSum } from '../../model/objects/unreachable-object.js';
import type { Instant, Oid, RepositoryId } from '../../model/values/index.js';

export interface UnreachableQueries {
  /** Those of the objects that are marked, and since when. */
  find(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Instant>>;
  /** Of all that are marked. */
  sum(repositoryId: RepositoryId): Promise<UnreachableSum>;
  /** Undefined for a repository that has not asked for looks. */
  findLook(repositoryId: RepositoryId): Promise<UnreachableLook | undefined>;
  /** Looks that are due at `now`, those that have been for longest first, at most `limit`. When none is, those that are due after `beyond`: the clock was set back since (`beyondSchedule`). */
  listDue(now: Instant, beyond: Instant, limit: number): Promise<readonly UnreachableLook[]>;
}

/** Objects that nothing was found to reach. A mark goes with the object's row: what is registered anew has none. */
export interface UnreachableRecords extends UnreachableQueries {
  /** Marks objects that the repository has. Those that are marked already stay so since when they are. */
  mark(repositoryId: RepositoryId, oids: readonly Oid[], since: Instant): Promise<void>;
  /** Those that are not marked are left. */
  unmark(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<void>;
  /** Has the repository looked at from now on. */
  begin(repositoryId: RepositoryId, dueAt: Instant): Promise<void>;
  /** Has it looked at no more, and forgets what was marked. */
  end(repositoryId: RepositoryId): Promise<void>;
  /** Moves the next look; nothing happens where nobody has asked for looks. */
  moveLook(repositoryId: RepositoryId, dueAt: Instant): Promise<void>;
  /** Notes what a look has come to, and when the next one is due, while that is as in `former`; false, and nothing written, otherwise. */
  noteLook(
    former: Pick<UnreachableLook, 'repositoryId' | 'dueAt'>,
    outcome: { readonly lookedAt: Instant | undefined; readonly doubt: LookDoubt | undefined; readonly dueAt: Instant },
  ): Promise<boolean>;
}
