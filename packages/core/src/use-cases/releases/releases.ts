import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { TagName } from '../../model/git-index/git-ref.js';
import type { PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { type EditRelease, editRelease } from './edit-release.js';
import { type FoundRelease, getRelease } from './get-release.js';
import { type ListedReleases, listReleases } from './list-releases.js';

/** The releases of a repository, which are the tags of its Git index (spec 4.9). All answer `not_found` with `not_indexed`. */
export interface Releases {
  /** Lists the tags with their commits, notes and sizes, the newest first: `git for-each-ref --sort=-creatordate refs/tags`. */
  readonly list: (
    grant: RepositoryGrant<'repository.pull'>,
    page: PageRequest,
  ) => ResultAsync<ListedReleases, NotFound | Unavailable>;

  /** Finds one of them; `not_found` with `unknown_ref`. */
  readonly get: (grant: RepositoryGrant<'repository.pull'>, tag: TagName) => ResultAsync<FoundRelease, NotFound | Unavailable>;

  /**
   * Puts other notes in the place of the tag's message, until the tag is removed. Null brings the message back. A call that changes nothing writes nothing.
   * `quota_exceeded` with `max_git_index_bytes`.
   */
  readonly edit: (
    grant: RepositoryGrant<'repository.update'>,
    command: EditRelease,
  ) => ResultAsync<FoundRelease, NotFound | Forbidden | QuotaExceeded | Unavailable>;
}

export const createReleases = (ports: Ports & WithIndexCaches): Releases => ({
  list: listReleases(ports),
  get: getRelease(ports),
  edit: editRelease(ports),
});
