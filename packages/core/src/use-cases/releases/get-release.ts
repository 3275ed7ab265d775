import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { absent, type NotFound, type Unavailable } from '../../model/app-error.js';
import { refOfTag, type TagName } from '../../model/git-index/git-ref.js';
import type { Release } from '../../model/git-index/release.js';
import type { RepositoryId } from '../../model/values/ids.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { IndexCaches, WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { openHistory } from '../../steps/git-history/open-history.js';
import { showReleases } from './show-releases.js';

export interface FoundRelease {
  readonly generation: number;
  readonly release: Release;
}

/** `not_found` with `not_indexed`, or with `unknown_ref`. */
export const findRelease = async (
  { gitIndex, releases }: Pick<Queries, 'gitIndex' | 'releases'>,
  repositoryId: RepositoryId,
  tag: TagName,
  caches: IndexCaches,
): Promise<Result<FoundRelease, NotFound>> => {
  const opened = await openHistory(gitIndex, repositoryId, caches);
  if (opened.isErr()) return err(opened.error);
  const history = opened.value;
  const ref = refOfTag(tag);
  const tip = history.tags.find(({ name }) => name === ref);
  const [release] = tip === undefined ? [] : await showReleases(history, releases, [tip]);
  return release === undefined ? err(absent('unknown_ref')) : ok({ generation: history.index.generation, release });
};

export const getRelease =
  ({ unitOfWork, indexCaches }: Pick<Ports, 'unitOfWork'> & WithIndexCaches) =>
  (
    { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    tag: TagName,
  ): ResultAsync<FoundRelease, NotFound | Unavailable> =>
    unitOfWork.read((queries) => findRelease(queries, repositoryId, tag, indexCaches)).andThen((found) => found);
