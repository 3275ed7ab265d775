import { basename } from 'node:path';
import { type FileSystem, nodeFileSystem, type OpenFile } from '../../src/file-system.js';

/** One call as a test reads it: the part file is `*.part`, whatever it is called, and a folder is `folder`. */
export type Step = string;

/** Something that a test does between two calls. Throws in place of the call, when it throws. */
export type Act = (path: string, flags: number) => Promise<void> | void;

export interface FaultyFileSystem extends FileSystem {
  /** Every call so far that has ended well, in the order in which they ended. */
  readonly steps: readonly Step[];
  /** How many calls there were, of every kind but `close`. */
  readonly calls: number;
  /** Files and folders that are open. */
  readonly openFiles: number;
  /** Makes the call of this number (counted from 0), or each one that takes this step, fail with the code instead of happening. */
  fail(which: number | Step, code: string): void;
  /** Does something before the call that takes this step, each time. */
  before(step: Step, act: Act): void;
}

const systemFault = (code: string): Error => Object.assign(new Error(`${code}: planned by a test`), { code });

/** Node's file system, with a record of what is done to it, a way to make it fail, and a way to get in between. */
export const createFaultyFileSystem = (folder: string): FaultyFileSystem => {
  const steps: Step[] = [];
  const acts = new Map<Step, Act>();
  let calls = 0;
  let openFiles = 0;
  let planned: { readonly which: number | Step; readonly code: string } | undefined;

  const name = (path: string): string => (path === folder ? 'folder' : path.endsWith('.part') ? '*.part' : basename(path));

  const perform = async <T>(step: Step, path: string, act: () => Promise<T>, flags = 0): Promise<T> => {
    const number = calls;
    calls += 1;
    await acts.get(step)?.(path, flags);
    if (planned?.which === number || planned?.which === step) throw systemFault(planned.code);
    const result = await act();
    steps.push(step);
    return result;
  };

  const watched = (file: OpenFile, path: string): OpenFile => {
    const on = <T>(what: string, act: () => Promise<T>): Promise<T> => perform(`${what} ${name(path)}`, path, act);
    return {
      read: (buffer, offset, length, position) => on('read', () => file.read(buffer, offset, length, position)),
      writev: (buffers, position) => on('write', () => file.writev(buffers, position)),
      truncate: (length) => on('truncate', () => file.truncate(length)),
      chmod: (mode) => on('chmod', () => file.chmod(mode)),
      stat: (options) => on('fstat', () => file.stat(options)),
      sync: () => on('sync', () => file.sync()),
      datasync: () => on('datasync', () => file.datasync()),
      close: async () => {
        await file.close();
        openFiles -= 1;
      },
    };
  };

  return {
    steps,
    get calls() {
      return calls;
    },
    get openFiles() {
      return openFiles;
    },
    fail: (which, code) => {
      planned = { which, code };
    },
    before: (step, act) => {
      acts.set(step, act);
    },
    open: async (path, flags, mode) => {
      const file = await perform(`open ${name(path)}`, path, () => nodeFileSystem.open(path, flags, mode), flags);
      openFiles += 1;
      return watched(file, path);
    },
    wholePath: (path) => nodeFileSystem.wholePath(path),
    stat: (path) => perform(`stat ${name(path)}`, path, () => nodeFileSystem.stat(path)),
    readlink: (path) => perform(`readlink ${name(path)}`, path, () => nodeFileSystem.readlink(path)),
    rename: (from, to) => perform(`rename ${name(from)} ${name(to)}`, from, () => nodeFileSystem.rename(from, to)),
    unlink: (path) => perform(`unlink ${name(path)}`, path, () => nodeFileSystem.unlink(path)),
  };
};
