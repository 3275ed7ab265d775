import { ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { NotFound, Unavailable } from '../../model/app-error.js';
import { branchOfRef, type GitRefName } from '../../model/git-index/git-ref.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import { compareText } from '../../model/values/compare-text.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import { showCommits } from '../../steps/git-history/show-commits.js';
import { type BrowsingPorts, readHistory } from './read-at.js';

export interface ShownBranch {
  readonly name: string;
  readonly ref: GitRefName;
  readonly commit: ShownCommit;
  readonly isDefault: boolean;
}

export interface ListedBranches {
  readonly generation: number;
  readonly branches: Page<ShownBranch>;
}

/** The branches by the bytes of their names. A page goes on behind the branch that the one before has ended with, also when that one is gone. */
export const listBranches =
  (ports: BrowsingPorts) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    { limit, cursor }: PageRequest,
  ): ResultAsync<ListedBranches, NotFound | Unavailable> =>
    readHistory(ports, grant, async (history) => {
      const { tips, defaultBranch, index } = history;
      const wanted: { name: string; ref: GitRefName; number: number }[] = [];
      for (const [ref, number] of tips) {
        const name = branchOfRef(ref);
        if (name === undefined || (cursor !== undefined && compareText(ref, cursor) <= 0)) continue;
        wanted.push({ name, ref, number });
        if (wanted.length > limit) break;
      }
      const page = wanted.slice(0, limit);
      const commits = await showCommits(
        history,
        page.map(({ number }) => number),
      );
      const items = page.flatMap(({ name, ref, number }): readonly ShownBranch[] => {
        const commit = commits.get(number);
        return commit === undefined ? [] : [{ name, ref, commit, isDefault: ref === defaultBranch?.name }];
      });
      return ok({
        generation: index.generation,
        branches: { items, nextCursor: wanted.length > limit ? page.at(-1)?.ref : undefined },
      });
    });
