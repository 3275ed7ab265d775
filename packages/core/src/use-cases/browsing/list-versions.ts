import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type Pause, pauseOf } from '../../concurrency/pause-of.js';
import { absent, type BadRequest, badRequest, invariant, type NotFound } from '../../model/app-error.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { ChangeStatus } from '../../model/git-index/shown-change.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import type { ShownFile } from '../../model/git-index/shown-path.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { History } from '../../steps/git-history/open-history.js';
import {
  beginPathHistory,
  continuePathHistory,
  type FindFormer,
  type PathHistory,
  type PathLine,
  type PathVersion,
} from '../../steps/git-history/path-history.js';
import { showCommits } from '../../steps/git-history/show-commits.js';
import { showFiles, type StoredSizes } from '../../steps/git-history/show-files.js';
import { parseVersionCursor, type VersionCursor, versionCursorText } from '../../steps/git-history/version-cursor.js';
import { type BrowsingError, type BrowsingPorts, readPageAt } from './read-at.js';

export interface ListVersions {
  /** A branch, a tag or a commit; undefined for the default branch. */
  readonly ref: string | undefined;
  readonly path: GitPath;
  readonly page: PageRequest;
}

/** What a commit has made of a file. */
export interface ShownVersion {
  readonly commit: ShownCommit;
  readonly path: GitPath;
  /** Against the first parent. */
  readonly status: ChangeStatus;
  /** Where the first parent has it, if that is elsewhere. */
  readonly former: GitPath | undefined;
  /** Undefined where the commit removed it. */
  readonly file: ShownFile | undefined;
}

export interface VersionListing {
  readonly generation: number;
  readonly versions: Page<ShownVersion>;
}

/** The rename that was sent with a commit. */
const sentRenames =
  ({ queries, repositoryId }: History): FindFormer =>
  async (commit, path) =>
    (await queries.findRenamesTo(repositoryId, commit, [path], 1)).map(({ from }) => from);

/** Versions that are found anew before others have their turn. */
const versionsPerSlice = 50;

/** The history after so many versions. */
const skip = async (walk: PathHistory, count: number, pause: Pause): Promise<PathHistory> => {
  for (let left = count; left > 0 && walk.ahead().length > 0; left -= versionsPerSlice) {
    await walk.next(Math.min(left, versionsPerSlice));
    await pause();
  }
  return walk;
};

const statusOf = ({ entry, before, former }: PathVersion): ChangeStatus => {
  if (entry === undefined) return 'removed';
  if (former !== undefined) return 'renamed';
  return before === undefined ? 'added' : 'modified';
};

const showVersions = async (
  history: History,
  objects: StoredSizes,
  versions: readonly PathVersion[],
): Promise<readonly ShownVersion[]> => {
  const commits = await showCommits(
    history,
    versions.map(({ commit }) => commit),
  );
  const entries = versions.flatMap(({ entry }) => entry ?? []);
  const files = await showFiles(history, objects, entries);
  const fileOf = new Map(entries.map((entry, at) => [entry, files[at]]));
  return versions.map((version) => {
    const commit = commits.get(version.commit);
    invariant(commit !== undefined, 'a commit of the graph is shown');
    const { path, former, entry } = version;
    return { commit, path, status: statusOf(version), former, file: entry && fileOf.get(entry) };
  });
};

const isVisible =
  ({ visible, graph }: History) =>
  ({ commit }: PathLine): boolean =>
    commit < graph.commitCount && visible.has(commit);

const walkFrom = async (
  history: History,
  start: PathLine,
  after: VersionCursor | undefined,
  pause: Pause,
): Promise<Result<PathHistory, NotFound | BadRequest>> => {
  const findFormer = sentRenames(history);
  if (after?.ahead !== undefined) {
    if (!after.ahead.every(isVisible(history))) return err(badRequest('cursor', 'malformed'));
    return ok(continuePathHistory(history, after.ahead, pause, findFormer));
  }
  const walk = await beginPathHistory(history, start, pause, findFormer);
  if (walk.ahead().length === 0) return err(absent('unknown_path'));
  return ok(await skip(walk, after?.count ?? 0, pause));
};

/** The versions of a file, the newest first, under all names that it had. */
export const listVersions =
  (ports: BrowsingPorts) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    { ref, path, page: { limit, cursor } }: ListVersions,
  ): ResultAsync<VersionListing, BrowsingError> =>
    readPageAt(
      ports,
      grant,
      { ref, cursor, parse: (text) => parseVersionCursor(text, path) },
      async (history, { commit }, { objects }, after): Promise<Result<VersionListing, NotFound | BadRequest>> => {
        const walk = await walkFrom(history, { commit: commit.number, path }, after, pauseOf(ports.clock));
        if (walk.isErr()) return err(walk.error);
        const versions = await walk.value.next(limit);
        const ahead = walk.value.ahead();
        const count = (after?.count ?? 0) + versions.length;
        const nextCursor = ahead.length === 0 ? undefined : versionCursorText({ commit: commit.id, count, ahead }, path);
        const items = await showVersions(history, objects, versions);
        return ok({ generation: history.index.generation, versions: { items, nextCursor } });
      },
    );
