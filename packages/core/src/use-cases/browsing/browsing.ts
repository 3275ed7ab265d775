import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { NotFound, Unavailable } from '../../model/app-error.js';
import type { PageRequest } from '../../model/values/page.js';
import { type BrowseTree, browseTree, type TreeListing } from './browse-tree.js';
import { type CompareCommits, compareCommits, type ComparedCommits } from './compare-commits.js';
import { type FindCommit, findCommit, type FoundCommit } from './find-commit.js';
import { type CommitListing, type ListCommits, listCommits } from './list-commits.js';
import { type FilePorts, type FindFile, findFile, type FoundFile } from './find-file.js';
import { type ListedBranches, listBranches } from './list-branches.js';
import { type ListVersions, listVersions, type VersionListing } from './list-versions.js';
import { type OverviewOfHistory, overview } from './overview.js';
import type { BrowsingError } from './read-at.js';

type Pull = RepositoryGrant<'repository.pull'>;

/**
 * The Git history of a repository as its index shows it (spec 4.9). `ref` is a branch, a tag, or the beginning of the id of a commit that one of them
 * reaches; without it, the default branch. All answer `not_found` with `not_indexed`, `unknown_ref` or `unknown_path`, and `bad_request` with
 * `ambiguous_ref` where several commits begin alike.
 */
export interface Browsing {
  /**
   * Lists a folder, or all files below it, with sizes in bytes of what people get, and the commit that changed each last: `git ls-tree`, and
   * `git log -1` for each. The pages of a list are of one commit.
   */
  readonly tree: (grant: Pull, command: BrowseTree) => ResultAsync<TreeListing, BrowsingError>;

  /**
   * Finds a file of a commit, with a URL for its bytes where the repository has them. Such a URL counts as one download, as one of `downloads.authorize`
   * does, unless the command says that nobody gets it.
   */
  readonly file: (grant: Pull, command: FindFile) => ResultAsync<FoundFile, BrowsingError>;

  /** Lists the history of a commit, the newest first: `git log`. The pages of a list are of one history. */
  readonly commits: (grant: Pull, command: ListCommits) => ResultAsync<CommitListing, BrowsingError>;

  /** Lists the branches with the newest commit of each, by name: `git for-each-ref refs/heads`. */
  readonly branches: (grant: Pull, page: PageRequest) => ResultAsync<ListedBranches, NotFound | Unavailable>;

  /** Tells what there is, and what the default branch has: how much of which kind, its README, its newest commit and the newest release. */
  readonly overview: (grant: Pull) => ResultAsync<OverviewOfHistory, NotFound | Unavailable>;

  /**
   * Finds the commit that a branch, a tag or the beginning of an id names, with a page of the files that it changes against its first parent, as
   * `git diff-tree -M --root` tells them, renames as they were sent.
   */
  readonly commit: (grant: Pull, command: FindCommit) => ResultAsync<FoundCommit, BrowsingError>;

  /**
   * Lists what commits made of a file, the newest first: `git log --follow`, but that each line of history follows the renames that were sent for it, and that
   * merges are listed which none of their parents are like. The pages of a list are of one history.
   */
  readonly versions: (grant: Pull, command: ListVersions) => ResultAsync<VersionListing, BrowsingError>;

  /**
   * Tells what differs between the trees of two commits, whatever lies between them: `git diff base head`. A file is renamed where that was sent with the
   * commits between the two, or where it has the same content; nothing is guessed. All is counted, whatever the page.
   */
  readonly compare: (grant: Pull, command: CompareCommits) => ResultAsync<ComparedCommits, BrowsingError>;
}

export const createBrowsing = (ports: FilePorts): Browsing => ({
  tree: browseTree(ports),
  file: findFile(ports),
  commits: listCommits(ports),
  branches: listBranches(ports),
  overview: overview(ports),
  commit: findCommit(ports),
  versions: listVersions(ports),
  compare: compareCommits(ports),
});
