import { constants } from 'node:os';
import { relative } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { nodeFileSystem, type FileSystem, type OpenFile } from '../../src/file-system.js';

/** One call as a test reads it: `rename .temporary/* ns/blob`. */
export type Step = string;

export interface RecordingFileSystem extends FileSystem {
  /** Every call so far that reads bytes or changes what is on the disk, in the order in which they ended. */
  readonly steps: readonly Step[];
  /** Forgets the steps, and counts calls of every kind from here on. */
  restart(root: string): void;
  /** How many calls of every kind there were since the restart. */
  readonly calls: number;
  /** From the restart, makes the call of this number (counted from 0), or the call that takes this step, fail instead of happening. */
  fail(which: number | Step, code: string): void;
}

/** Numbers of Linux's errors, those that Node does not list among them. */
const errnos: Readonly<Record<string, number>> = { ...constants.errno, EHOSTDOWN: 112, EUCLEAN: 117 };

/** As Node makes it, which has no name for some. */
export const systemFault = (name: string): Error => {
  const errno = -(errnos[name] ?? 0);
  const code = getSystemErrorName(errno);
  return Object.assign(new Error(`${code}: planned by a test`), { code, errno });
};

/** Node's file system, with a record of what is done to it and a way to make it fail. */
export const createRecordingFileSystem = (): RecordingFileSystem => {
  let steps: Step[] = [];
  let calls = 0;
  let root = '/';
  let planned: { readonly which: number | Step; readonly code: string } | undefined;

  const name = (path: string): string => relative(root, path).replace(/^(\.temporary)\/.*/, '$1/*') || '.';

  const perform = async <T>(act: () => Promise<T>, step?: Step): Promise<T> => {
    const number = calls;
    calls += 1;
    if (planned !== undefined && (planned.which === number || planned.which === step)) throw systemFault(planned.code);
    const result = await act();
    if (step !== undefined) steps.push(step);
    return result;
  };

  const watched = (file: OpenFile, path: string): OpenFile => ({
    writev: (buffers, position) => perform(() => file.writev(buffers, position), `write ${name(path)}`),
    read: (buffer, offset, length, position) => perform(() => file.read(buffer, offset, length, position), `read ${name(path)}`),
    stat: (options) => perform(() => file.stat(options)),
    sync: () => perform(() => file.sync(), `sync ${name(path)}`),
    datasync: () => perform(() => file.datasync(), `datasync ${name(path)}`),
    // A file that could not be closed would stay open in the test's process.
    close: async () => {
      await file.close();
      await perform(async () => undefined);
    },
  });

  return {
    get steps() {
      return steps;
    },
    get calls() {
      return calls;
    },
    restart: (newRoot) => {
      root = newRoot;
      steps = [];
      calls = 0;
      planned = undefined;
    },
    fail: (which, code) => {
      planned = { which, code };
    },
    open: async (path, flags, mode) => watched(await perform(() => nodeFileSystem.open(path, flags, mode)), path),
    lstat: (path) => perform(() => nodeFileSystem.lstat(path)),
    realpath: (path) => perform(() => nodeFileSystem.realpath(path)),
    opendir: (path) => perform(() => nodeFileSystem.opendir(path)),
    mkdir: (path, mode) => perform(() => nodeFileSystem.mkdir(path, mode), `mkdir ${name(path)}`),
    rmdir: (path) => perform(() => nodeFileSystem.rmdir(path), `rmdir ${name(path)}`),
    rename: (from, to) => perform(() => nodeFileSystem.rename(from, to), `rename ${name(from)} ${name(to)}`),
    link: (from, to) => perform(() => nodeFileSystem.link(from, to), `link ${name(from)} ${name(to)}`),
    unlink: (path) => perform(() => nodeFileSystem.unlink(path), `unlink ${name(path)}`),
    statfs: (path) => perform(() => nodeFileSystem.statfs(path)),
    removeTree: (path) => perform(() => nodeFileSystem.removeTree(path), `remove ${name(path)}`),
  };
};
