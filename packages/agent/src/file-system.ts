import { fdatasync, fsync, type BigIntStats } from 'node:fs';
import { open, readlink, rename, stat, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { pathFrom, wholePathFrom } from './path-from.js';

/** An open file or folder. */
export interface OpenFile {
  /** The system's number of it, by which threads read it; where there is none, it is read here. */
  readonly fd?: number;
  /** May read less than it was asked for; nothing at the end of the file. */
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
  /** May write less than it was given. */
  writev(buffers: readonly Uint8Array[], position: number): Promise<{ readonly bytesWritten: number }>;
  truncate(length: number): Promise<void>;
  chmod(mode: number): Promise<void>;
  stat(options: { readonly bigint: true }): Promise<BigIntStats>;
  sync(): Promise<void>;
  /** As `sync`, but for what is needed to read the bytes back alone. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** What transfers need of a file system, with the meaning that POSIX gives it. Faults are errors with Node's `code`. */
export interface FileSystem {
  /** The path from the root of the file system, whatever it leads to. */
  wholePath(path: string): string;
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  /** Of what a link leads to. */
  stat(path: string): Promise<BigIntStats>;
  readlink(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

/** Whether a file is there, or a link to one. */
export const leadsToFile = (fileSystem: FileSystem, path: string): Promise<boolean> =>
  fileSystem.stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );

const syncNumber = promisify(fsync);
const datasyncNumber = promisify(fdatasync);

/**
 * Opens as Node does. Yarn's Plug'n'Play puts itself in the place of `node:fs`, and `sync` and `datasync` of what it opens only throw: `isPlugAndPlay` has
 * them done by the number of the file, as Node itself does.
 */
export const openerOf =
  (openHandle: typeof open, isPlugAndPlay: boolean) =>
  async (path: string | Buffer, flags: number, mode?: number): Promise<OpenFile> => {
    const handle = await openHandle(path, flags, mode);
    if (!isPlugAndPlay) return handle;
    return Object.assign(handle, { sync: () => syncNumber(handle.fd), datasync: () => datasyncNumber(handle.fd) });
  };

const openHere = openerOf(open, 'pnp' in process.versions);

/** Node's, with paths that begin in a folder or, without one, where the process is. */
export const fileSystemFrom = (folder: string | undefined): FileSystem => ({
  wholePath: (path) => wholePathFrom(folder, path),
  open: (path, flags, mode) => openHere(pathFrom(folder, path), flags, mode),
  stat: (path) => stat(pathFrom(folder, path), { bigint: true }),
  readlink: (path) => readlink(pathFrom(folder, path)),
  rename: (from, to) => rename(pathFrom(folder, from), pathFrom(folder, to)),
  unlink: (path) => unlink(pathFrom(folder, path)),
});

export const nodeFileSystem = fileSystemFrom(undefined);

/** The bytes of a path that has as many characters. */
export const bytesOfPath = (path: string): Buffer => Buffer.from(path, 'latin1');

/** The other way round. */
export const pathOfText = (text: string): string => Buffer.from(text).toString('latin1');

/** Node's, for whole paths of any bytes: each has as many characters. */
export const byteFileSystem: FileSystem = {
  wholePath: (path) => path,
  open: (path, flags, mode) => openHere(bytesOfPath(path), flags, mode),
  stat: (path) => stat(bytesOfPath(path), { bigint: true }),
  readlink: (path) => readlink(bytesOfPath(path), 'latin1'),
  rename: (from, to) => rename(bytesOfPath(from), bytesOfPath(to)),
  unlink: (path) => unlink(bytesOfPath(path)),
};
