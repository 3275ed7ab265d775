import type { QuarantinedObject, QuarantinedOid, QuarantineState, Removal } from '../../model/objects/quarantined-object.js';
import type { FrozenManifestOf } from './tree-records.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { Instant, Oid, Page, PageRequest, RepositoryId, UploadSessionId } from '../../model/values/index.js';

export interface QuarantineQueries {
  /** Those of the oids that are in quarantine, in whatever state. */
  find(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, QuarantinedObject>>;
  /** Those that can be brought back, the one that was removed last first. */
  list(repositoryId: RepositoryId, page: PageRequest): Promise<Page<QuarantinedObject>>;
  /** The frozen manifests of those that have one, in whatever state, in the order of their oids, those after the oid, at most `limit`. */
  listManifests(repositoryId: RepositoryId, after: Oid | undefined, limit: number): Promise<readonly FrozenManifestOf[]>;
  /** Those that the service has removed by itself and that can be brought back, in the order of their oids, those after the oid, at most `limit`. */
  listUnasked(repositoryId: RepositoryId, after: Oid | undefined, limit: number): Promise<readonly QuarantinedObject[]>;
  /** How many the repository has, in whatever state, and what is rid of with them, in bytes. */
  totals(repositoryId: RepositoryId): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** Those of all repositories that are due at `now`, those that have been for longest first, at most `limit`. */
  listDue(now: Instant, limit: number): Promise<readonly QuarantinedObject[]>;
  /** Whether it was noted last that the object, which is in quarantine, was sent again in this session. */
  isResentIn(repositoryId: RepositoryId, oid: Oid, sessionId: UploadSessionId): Promise<boolean>;
}

export interface QuarantineRecords extends QuarantineQueries {
  /**
   * Takes those of the oids out of the repository's objects that it has, and out of all that is counted of them but what the organization occupies; answers
   * what it took. None of them may be in quarantine already. With `chunkBytes` it is noted what some of them occupied in chunks until now.
   */
  put(
    repositoryId: RepositoryId,
    oids: readonly Oid[],
    removal: Removal,
    chunkBytes?: ReadonlyMap<Oid, number>,
  ): Promise<readonly QuarantinedObject[]>;
  /** Puts the whole bytes of an object that was converted beside it. It may not be in quarantine already. */
  putConverted(repositoryId: RepositoryId, whole: StoredObject, removal: Omit<Removal, 'removedBy'>): Promise<void>;
  /**
   * Brings back those that are still as they were found, with their names, manifests and counts of downloads, also of those that were written since; answers
   * them.
   */
  restore(found: readonly QuarantinedObject[]): Promise<readonly StoredObject[]>;
  /** Sets state and due time while both are still as in `former`; false, and nothing written, otherwise. */
  update(former: QuarantinedOid, change: { readonly state: QuarantineState; readonly dueAt: Instant }): Promise<boolean>;
  /** Forgets one, under the same condition. */
  remove(former: QuarantinedOid): Promise<boolean>;
  /** Notes, in place of what was noted before, that the object was sent again in the session; nothing when it is not in quarantine. The note goes when it leaves that. */
  noteResentIn(repositoryId: RepositoryId, oid: Oid, sessionId: UploadSessionId): Promise<void>;
  /** Takes that back. Nothing when another session is noted. */
  forgetResentIn(repositoryId: RepositoryId, oid: Oid, sessionId: UploadSessionId): Promise<void>;
}
