import { type BigIntStats, constants } from 'node:fs';
import { AgentProblem } from '../agent-problem.js';
import { codeOf, systemName } from '../error-code.js';
import type { FileSystem, OpenFile } from '../file-system.js';
import { printable } from '../output/printable.js';
import { readFully } from '../read-fully.js';

/** A file that is read from its begin to its end, once or twice, and must stay the same meanwhile. */
export interface SourceFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** By which another thread reads it; undefined where only `read` can. */
  readonly descriptor: number | undefined;
  /** Fills the memory with the bytes at a position as far as the file goes; how many there were. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Throws unless the file has stayed what it was when it was opened. */
  checkUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** That one file cannot be read, or is not the same from its begin to its end. Others may be. */
export class UnreadableFile extends AgentProblem {
  constructor(
    readonly path: string,
    why: string,
  ) {
    // What follows a line feed in a name would not be told.
    super(`${printable(path)} ${why}`);
  }
}

const unreadable = (path: string, code: string): UnreadableFile => new UnreadableFile(path, `cannot be read (${code})`);

/** Why another thread could not read a file to its end; it tells the code of the system's error when there was one. */
export const unreadBy = (path: string, code: string | undefined): UnreadableFile =>
  code === undefined ? changedWhileRead(path) : unreadable(path, systemName(code));

export const changedWhileRead = (path: string): UnreadableFile => new UnreadableFile(path, 'changed while it was read');

const openToRead = async (fileSystem: FileSystem, path: string): Promise<OpenFile> => {
  try {
    // Without O_NONBLOCK a named pipe would wait for a writer.
    return await fileSystem.open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (fault) {
    throw fault instanceof UnreadableFile ? fault : unreadable(path, codeOf(fault));
  }
};

const isSame = (before: BigIntStats, after: BigIntStats): boolean =>
  before.size === after.size && before.mtimeNs === after.mtimeNs;

/** Some file systems make the bytes when they are read, /proc one of them, and give a size of 0 until then. */
const checkEmpty = async (file: SourceFile): Promise<void> => {
  if (file.sizeBytes > 0 || (await file.read(new Uint8Array(1), 0)) === 0) return;
  throw new UnreadableFile(file.path, 'has bytes, and says that it is empty');
};

/** What an open file is now. */
const factsOf = async (handle: OpenFile, path: string): Promise<BigIntStats> => {
  try {
    return await handle.stat({ bigint: true });
  } catch (fault) {
    throw unreadable(path, codeOf(fault));
  }
};

/** Opens a regular file. */
export const openSource = async (fileSystem: FileSystem, path: string): Promise<SourceFile> => {
  const handle = await openToRead(fileSystem, path);
  try {
    return await sourceOf(handle, path);
  } catch (fault) {
    await handle.close();
    throw fault;
  }
};

const sourceOf = async (handle: OpenFile, path: string): Promise<SourceFile> => {
  const before = await factsOf(handle, path);
  if (!before.isFile()) throw new UnreadableFile(path, 'is no file');
  const file: SourceFile = {
    path,
    sizeBytes: Number(before.size),
    descriptor: handle.fd,
    read: async (into, position) => {
      try {
        return await readFully(handle, into, position);
      } catch (fault) {
        throw unreadable(path, codeOf(fault));
      }
    },
    checkUnchanged: async () => {
      if (!isSame(before, await factsOf(handle, path))) throw changedWhileRead(path);
    },
    close: () => handle.close(),
  };
  await checkEmpty(file);
  return file;
};

/** Opens a file for as long as the act takes. */
export const withSource = async <T>(
  { fileSystem }: { readonly fileSystem: FileSystem },
  path: string,
  act: (file: SourceFile) => Promise<T>,
): Promise<T> => {
  const file = await openSource(fileSystem, path);
  try {
    return await act(file);
  } finally {
    await file.close();
  }
};
