import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { findEntry } from '../../formats/path-tree/index.js';
import { absent, type NotFound } from '../../model/app-error.js';
import { type GitPath, nameOfGitPath, textOfGitPath } from '../../model/git-index/git-path.js';
import { folderMode } from '../../model/git-index/path-entry.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import type { ShownPath } from '../../model/git-index/shown-path.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import { showCommit } from '../../steps/git-history/show-commits.js';
import { showPaths } from '../../steps/git-history/show-paths.js';
import { type AuthorizedDownload, authorizeObjects, isAuthorized } from '../../steps/objects/authorize-objects.js';
import { type BrowsingError, type BrowsingPorts, readAt } from './read-at.js';

export interface FindFile {
  /** A branch, a tag or a commit; undefined for the default branch. */
  readonly ref: string | undefined;
  readonly path: GitPath;
  /** Whether the URL counts as a download of the file: not where nobody gets to see it. */
  readonly isCounted: boolean;
}

export interface FileAt {
  readonly generation: number;
  readonly commit: ShownCommit;
  readonly file: ShownPath;
}

export interface FoundFile extends FileAt {
  /** Undefined where the repository does not have the bytes. */
  readonly download: AuthorizedDownload | undefined;
}

export type FilePorts = BrowsingPorts & Pick<Ports, 'blobs' | 'hasher' | 'settings'> & Metered;

/** A file of a commit, and where its bytes are. */
export const findFile = (ports: FilePorts) => {
  const authorize = authorizeObjects(ports);
  return (grant: RepositoryGrant<'repository.pull'>, { ref, path, isCounted }: FindFile): ResultAsync<FoundFile, BrowsingError> =>
    readAt(ports, grant, ref, async (history, { commit }, { objects }): Promise<Result<FileAt, NotFound>> => {
      const entry = await findEntry(history.load, commit.root, path);
      if (entry === undefined || entry.mode === folderMode) return err(absent('unknown_path'));
      const [file] = await showPaths(history, objects, [{ path, entry, totals: undefined }]);
      if (file === undefined) return err(absent('unknown_path'));
      return ok({ generation: history.index.generation, commit: await showCommit(history, commit.number), file });
    }).andThen((found) => {
      const { oid, isStored } = found.file;
      if (oid === undefined || !isStored) return okAsync<FoundFile, BrowsingError>({ ...found, download: undefined });
      const fileName = textOfGitPath(nameOfGitPath(path));
      return authorize(grant.repository, [oid], { fileName, isCounted }).map((answers) => ({
        ...found,
        download: answers.find(isAuthorized),
      }));
    });
};
