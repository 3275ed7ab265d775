import type { Instant } from '../values/instant.js';
import type { GitRefName, GitTag, TagName } from './git-ref.js';
import type { FolderTotals } from './path-entry.js';
import type { ShownCommit } from './shown-commit.js';

/** What somebody has written in place of the message of a tag. */
export interface ReleaseNotes {
  readonly notes: string;
  readonly updatedAt: Instant;
}

/** A tag, as what is published by it. */
export interface Release {
  readonly tag: TagName;
  readonly ref: GitRefName;
  readonly commit: ShownCommit;
  /** Undefined of a tag that is no object of its own. */
  readonly annotation: GitTag | undefined;
  /** Those that were edited, else the message of the tag; empty where it has none. */
  readonly notes: string;
  /** Undefined where nobody has edited the notes. */
  readonly notesEditedAt: Instant | undefined;
  /** The tagger's time, else the committer's: what git calls `creatordate`. */
  readonly publishedAt: Instant;
  /** What the commit has. */
  readonly totals: FolderTotals;
}
