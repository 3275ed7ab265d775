import type { GitId } from '../git-index/git-id.js';
import type { GitPath } from '../git-index/git-path.js';
import type { GitRefName } from '../git-index/git-ref.js';
import type { FileMode } from '../git-index/path-entry.js';
import type { ByteCount } from '../values/byte-count.js';
import type { RepositoryId, SnapshotId, UserId } from '../values/ids.js';
import { HOUR_MS, type Instant } from '../values/instant.js';
import type { Oid } from '../values/oid.js';

/** What stood at a path of the commit. */
export interface SnapshotFile {
  readonly path: GitPath;
  readonly mode: FileMode;
  readonly id: GitId;
  /** Of what people get: of the object that an LFS pointer names. 0 of a submodule. */
  readonly sizeBytes: ByteCount;
  /** By which the service knows the bytes; undefined where Git alone has them. */
  readonly oid: Oid | undefined;
  /** Whether Git has an LFS pointer there. */
  readonly isLfs: boolean;
}

/** The files of one commit under a name, which stay what they are, whatever becomes of the Git index. */
export interface Snapshot {
  readonly id: SnapshotId;
  readonly repositoryId: RepositoryId;
  /** No other snapshot of the repository has it. */
  readonly name: string;
  readonly note: string | undefined;
  readonly commit: GitId;
  /** By which the commit was named. */
  readonly ref: GitRefName | undefined;
  /** Everything but folders. */
  readonly files: number;
  readonly sizeBytes: ByteCount;
  /** Files whose objects the repository did not have when they were captured. */
  readonly missingObjects: number;
  readonly createdBy: UserId;
  readonly createdAt: Instant;
}

/** A snapshot on its way: its files come in slices. */
export interface SnapshotCapture extends Snapshot {
  /** How many files have come. */
  readonly captured: number;
  /** Nobody sees it until then, and nothing changes it any more. */
  readonly isComplete: boolean;
  /** When a slice came last. */
  readonly activeAt: Instant;
}

/** A capture of which nothing was heard for so long is given up; until then the same Idempotency-Key takes it up again. */
export const abandonedCaptureMs = HOUR_MS;
