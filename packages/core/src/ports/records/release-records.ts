import type { TagName } from '../../model/git-index/git-ref.js';
import type { ReleaseNotes } from '../../model/git-index/release.js';
import type { RepositoryId } from '../../model/values/ids.js';

export interface ReleaseQueries {
  /** Notes that somebody has written for these tags. */
  findNotes(repositoryId: RepositoryId, tags: readonly TagName[]): Promise<ReadonlyMap<TagName, ReleaseNotes>>;
}

export interface ReleaseRecords extends ReleaseQueries {
  /** In place of those that are there. */
  putNotes(repositoryId: RepositoryId, tag: TagName, notes: ReleaseNotes): Promise<void>;
  /** Tags without notes are passed over. */
  removeNotes(repositoryId: RepositoryId, tags: readonly TagName[]): Promise<void>;
}
