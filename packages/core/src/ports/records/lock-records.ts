import type { Lock } from '../../model/lock.js';
import type { LockId, Page, PageRequest, RepositoryId } from '../../model/values/index.js';

export interface LockQueries {
  find(repositoryId: RepositoryId, lockId: LockId): Promise<Lock | undefined>;
  findByPath(repositoryId: RepositoryId, path: string): Promise<Lock | undefined>;
  /** By path; `filter` narrows to one path or one id. */
  list(
    repositoryId: RepositoryId,
    page: PageRequest,
    filter?: { readonly path?: string | undefined; readonly id?: LockId | undefined },
  ): Promise<Page<Lock>>;
}

export interface LockRecords extends LockQueries {
  /** `taken`, and nothing written, when the path has a lock. `full` when the repository has `max` of them: the transaction must not be kept then. */
  add(lock: Lock, max: number): Promise<'added' | 'taken' | 'full'>;
  /** False when the repository has no such lock. */
  remove(repositoryId: RepositoryId, lockId: LockId): Promise<boolean>;
}
