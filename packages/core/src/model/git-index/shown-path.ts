import type { ByteCount } from '../values/byte-count.js';
import type { Oid } from '../values/oid.js';
import type { GitId } from './git-id.js';
import type { GitPath } from './git-path.js';
import type { FileMode } from './path-entry.js';
import type { ShownCommit } from './shown-commit.js';

/** What a commit has at a path, and what the service has of it. */
export interface ShownFile {
  readonly mode: FileMode;
  readonly id: GitId;
  /** Of what people get: of the object that an LFS pointer names; 0 of a submodule. */
  readonly sizeBytes: ByteCount;
  /** By which the service knows the bytes; undefined where it has none. */
  readonly oid: Oid | undefined;
  /** Whether Git has an LFS pointer there. */
  readonly isLfs: boolean;
  /** Whether the repository has the bytes. */
  readonly isStored: boolean;
}

/** What stands at a path of a commit, as people see it. The size of a folder is that of all below it. */
export interface ShownPath extends ShownFile {
  readonly path: GitPath;
  /** Of a folder: everything below it but folders. */
  readonly files: number | undefined;
  /** The one that `git log -1 -- <path>` names; of its message the subject. */
  readonly lastCommit: ShownCommit;
}
