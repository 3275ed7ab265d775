import { constants, fdatasync, fsync, type BigIntStats, type Dir } from 'node:fs';
import { link, lstat, mkdir, open, opendir, realpath, rename, rm, rmdir, statfs, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isMissing } from './classify-error.js';

/** An open file or directory. */
export interface OpenFile {
  /** May write less than it was given. */
  writev(buffers: readonly Uint8Array[], position: number): Promise<{ readonly bytesWritten: number }>;
  /** May read less than it was asked for; nothing at the end of the file. */
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  stat(options: { readonly bigint: true }): Promise<BigIntStats>;
  sync(): Promise<void>;
  /** As `sync`, but for what is needed to read the bytes back alone. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** What reading the bytes of a file takes. */
export type ReadableFile = Pick<OpenFile, 'read' | 'close'>;

/** Of the disk that a path lies on. Blocks of `bsize` bytes: all, and those that are free for this process's user. */
export interface DiskFacts {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

/** What the store needs of a file system, with the meaning that POSIX gives it. Faults are errors with Node's `code`. */
export interface FileSystem {
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  lstat(path: string): Promise<BigIntStats>;
  realpath(path: string): Promise<string>;
  opendir(path: string): Promise<Dir>;
  mkdir(path: string, mode: number): Promise<void>;
  /** Of an empty directory alone. */
  rmdir(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  removeTree(path: string): Promise<void>;
  statfs(path: string): Promise<DiskFacts>;
}

const syncNumber = promisify(fsync);
const datasyncNumber = promisify(fdatasync);

/**
 * Opens as Node does. Yarn's Plug'n'Play puts itself in the place of `node:fs`, and `sync` and `datasync` of what it opens only throw: `isPlugAndPlay` has
 * them done by the number of the file, as Node itself does.
 */
export const openerOf =
  (openHandle: typeof open, isPlugAndPlay: boolean): FileSystem['open'] =>
  async (path, flags, mode) => {
    const handle = await openHandle(path, flags, mode);
    if (!isPlugAndPlay) return handle;
    return Object.assign(handle, { sync: () => syncNumber(handle.fd), datasync: () => datasyncNumber(handle.fd) });
  };

export const nodeFileSystem: FileSystem = {
  open: openerOf(open, 'pnp' in process.versions),
  lstat: (path) => lstat(path, { bigint: true }),
  realpath: (path) => realpath(path),
  opendir: (path) => opendir(path),
  mkdir: async (path, mode) => {
    await mkdir(path, { mode });
  },
  rmdir: (path) => rmdir(path),
  rename,
  link,
  unlink,
  removeTree: (path) => rm(path, { recursive: true, force: true }),
  statfs: (path) => statfs(path),
};

/** Removes a file that may have gone already. */
export const removeFile = async (fileSystem: FileSystem, path: string): Promise<void> => {
  try {
    await fileSystem.unlink(path);
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
};

/** How the store opens a file that it makes: it must be new, and is its owner's alone. */
export const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
export const newFileMode = 0o600;
