import type { ArtifactType } from '../artifacts/artifact-type.js';
import type { ByteCount } from '../values/byte-count.js';
import type { Instant } from '../values/instant.js';
import type { FolderTotals } from './path-entry.js';
import type { ShownCommit } from './shown-commit.js';
import type { ShownPath } from './shown-path.js';

export interface SizedType {
  readonly type: ArtifactType;
  readonly files: number;
  readonly sizeBytes: ByteCount;
}

/** The kinds of the files of a commit, by the endings of their names, those that take most first. */
export interface FileTypes {
  readonly types: readonly SizedType[];
  /** Whether all files were looked at. */
  readonly isWhole: boolean;
}

export interface LatestRelease {
  readonly tag: string;
  readonly publishedAt: Instant;
  readonly commit: ShownCommit;
}

/** What there is in the Git history of a repository. */
export interface RepositoryOverview {
  readonly counts: {
    /** Those that a branch or a tag reaches. */
    readonly commits: number;
    readonly branches: number;
    readonly releases: number;
  };
  /** What follows is of its newest commit; undefined where there is no branch. */
  readonly defaultBranch: string | undefined;
  readonly head: ShownCommit | undefined;
  readonly totals: FolderTotals;
  readonly fileTypes: FileTypes;
  readonly readme: ShownPath | undefined;
  readonly latestRelease: LatestRelease | undefined;
}
