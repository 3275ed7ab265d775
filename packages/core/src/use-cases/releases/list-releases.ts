import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { NotFound, Unavailable } from '../../model/app-error.js';
import type { Release } from '../../model/git-index/release.js';
import { compareText } from '../../model/values/compare-text.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import type { TagTip } from '../../steps/git-history/history-views.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { openHistory } from '../../steps/git-history/open-history.js';
import { showReleases } from './show-releases.js';

export interface ListedReleases {
  readonly generation: number;
  readonly releases: Page<Release>;
}

/** The place of a tag in the list. */
const keyOf = ({ createdAt, name }: TagTip): string => `${createdAt} ${name}`;

/** The tags behind the one where the page before has ended, also where that one is gone. */
const tagsAfter = (tags: readonly TagTip[], cursor: string): readonly TagTip[] => {
  const [time = '', name = ''] = cursor.split(' ');
  const at = Number(time);
  const first = tags.findIndex((tag) => tag.createdAt < at || (tag.createdAt === at && compareText(tag.name, name) > 0));
  return first === -1 ? [] : tags.slice(first);
};

export const listReleases =
  ({ unitOfWork, indexCaches }: Pick<Ports, 'unitOfWork'> & WithIndexCaches) =>
  (
    { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    { limit, cursor }: PageRequest,
  ): ResultAsync<ListedReleases, NotFound | Unavailable> =>
    unitOfWork
      .read(async ({ gitIndex, releases }): Promise<Result<ListedReleases, NotFound>> => {
        const opened = await openHistory(gitIndex, repositoryId, indexCaches);
        if (opened.isErr()) return err(opened.error);
        const history = opened.value;
        const rest = cursor === undefined ? history.tags : tagsAfter(history.tags, cursor);
        const page = rest.slice(0, limit);
        const last = rest.length > limit ? page.at(-1) : undefined;
        const items = await showReleases(history, releases, page);
        return ok({ generation: history.index.generation, releases: { items, nextCursor: last && keyOf(last) } });
      })
      .andThen((listed) => listed);
