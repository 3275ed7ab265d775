import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { findEntry, listBelow, listFolder } from '../../formats/path-tree/index.js';
import { absent, type NotFound } from '../../model/app-error.js';
import { type GitFolder, type GitPath, nameOfGitPath } from '../../model/git-index/git-path.js';
import { folderMode } from '../../model/git-index/path-entry.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import type { ShownPath } from '../../model/git-index/shown-path.js';
import { trusted } from '../../model/values/brand.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Revision } from '../../steps/git-history/find-revision.js';
import type { History } from '../../steps/git-history/open-history.js';
import { parsePathCursor, pathCursorText } from '../../steps/git-history/path-cursor.js';
import { showCommit } from '../../steps/git-history/show-commits.js';
import { type FoundPath, showPaths } from '../../steps/git-history/show-paths.js';
import { type BrowsingError, type BrowsingPorts, readPageAt } from './read-at.js';

export interface BrowseTree {
  /** A branch, a tag or a commit; undefined for the default branch. */
  readonly ref: string | undefined;
  readonly folder: GitFolder;
  /** Whether files at any depth are listed, and no folders. */
  readonly isRecursive: boolean;
  readonly page: PageRequest;
}

export interface TreeListing {
  readonly generation: number;
  readonly commit: ShownCommit;
  readonly folder: GitFolder;
  readonly entries: Page<ShownPath>;
}

const isFolderThere = async ({ load }: History, { commit }: Revision, folder: GitFolder): Promise<boolean> =>
  folder === '' || (await findEntry(load, commit.root, folder))?.mode === folderMode;

const pathIn = (folder: GitFolder, name: GitPath): GitPath => (folder === '' ? name : trusted<GitPath>(`${folder}/${name}`));

/** What is in the folder, one more than the page has if there is more. */
const findPaths = async (
  { load }: History,
  { commit }: Revision,
  { folder, isRecursive, page }: BrowseTree,
  after: GitPath | undefined,
): Promise<readonly FoundPath[]> => {
  const limit = page.limit + 1;
  if (isRecursive) {
    const files = await listBelow(load, commit.root, folder, { after, limit });
    return files.map(({ path, entry }) => ({ path, entry, totals: undefined }));
  }
  const listed = await listFolder(load, commit.root, folder, { after: after && nameOfGitPath(after), limit });
  return listed.map(({ name, entry, totals }) => ({
    path: pathIn(folder, name),
    entry,
    totals: entry.mode === folderMode ? totals : undefined,
  }));
};

/** A folder of a commit, or all files below it. */
export const browseTree =
  (ports: BrowsingPorts) =>
  (grant: RepositoryGrant<'repository.pull'>, command: BrowseTree): ResultAsync<TreeListing, BrowsingError> => {
    const { ref, folder, page } = command;
    return readPageAt(
      ports,
      grant,
      { ref, cursor: page.cursor, parse: parsePathCursor },
      async (history, revision, { objects }, cursor): Promise<Result<TreeListing, NotFound>> => {
        if (!(await isFolderThere(history, revision, folder))) return err(absent('unknown_path'));
        const found = await findPaths(history, revision, command, cursor?.after);
        const shown = await showPaths(history, objects, found.slice(0, page.limit));
        const last = found.length > page.limit ? shown.at(-1) : undefined;
        const nextCursor = last && pathCursorText({ commit: revision.commit.id, after: last.path });
        const commit = await showCommit(history, revision.commit.number);
        return ok({ generation: history.index.generation, commit, folder, entries: { items: shown, nextCursor } });
      },
    );
  };
