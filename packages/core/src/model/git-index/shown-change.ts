import type { ByteCount } from '../values/byte-count.js';
import type { GitPath } from './git-path.js';
import type { ShownFile } from './shown-path.js';

/** What became of a file between two commits. Another mode, or another kind of file, is a modification. */
export type ChangeStatus = 'added' | 'modified' | 'removed' | 'renamed';

/** Under which path a file was before. */
export interface FormerPath {
  readonly path: GitPath;
  /** In percent, as git has found it; undefined where the file was renamed between two commits that are no neighbours, and changed besides. */
  readonly similarity: number | undefined;
}

/** A file that two commits do not have alike. */
export interface ShownChange {
  readonly path: GitPath;
  readonly status: ChangeStatus;
  /** Of a file that was renamed. */
  readonly former: FormerPath | undefined;
  /** Undefined of a file that was added. */
  readonly before: ShownFile | undefined;
  /** Undefined of a file that was removed. */
  readonly after: ShownFile | undefined;
}

export interface CountedChanges {
  readonly files: number;
  readonly bytesBefore: ByteCount;
  readonly bytesAfter: ByteCount;
}

/** All that differs between two commits, counted by what became of it. */
export type ChangeTotals = Readonly<Record<ChangeStatus, CountedChanges>>;
