import type { ByteCount } from '../values/byte-count.js';

/** What Git knows of a path: a folder, a file, one that may be run, a file as old versions of git wrote it, a symbolic link, a submodule. */
export const fileModes = [0o040000, 0o100644, 0o100755, 0o100664, 0o120000, 0o160000] as const;
export type FileMode = (typeof fileModes)[number];

export const folderMode = 0o040000;

/** Of the commit of another repository. */
export const submoduleMode = 0o160000;

/** Whether there is a blob at a path of this mode. */
export const isOfBlob = (mode: FileMode): boolean => mode !== folderMode && mode !== submoduleMode;

export const isFileMode = (mode: number): mode is FileMode => fileModes.some((known) => known === mode);

/** A file or a folder at a path of a commit. */
export interface PathEntry {
  readonly mode: FileMode;
  /** The number of its Git object (blob, tree or commit of a submodule) in the repository. */
  readonly object: number;
  /** Of what people get: the size of the object that an LFS pointer names, of the blob otherwise; 0 for folders and submodules. */
  readonly sizeBytes: ByteCount;
  /** The number of the commit that `git log -1 -- <path>` names. */
  readonly changedIn: number;
}

/** What lies in a folder and all folders in it. */
export interface FolderTotals {
  /** Everything but folders. */
  readonly files: number;
  readonly sizeBytes: ByteCount;
}
