import { maxObjectNameLength } from '@svc/core/model';
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { printable } from '../output/printable.js';

/** What the object of a file is called; undefined when no name of it is one that the service takes. */
export type ObjectNames = (path: string) => Promise<string | undefined>;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isOutside = (path: string): boolean => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

/** The root of the Git repository that a folder lies in; undefined where it lies in none. Asks once about each folder. */
const createRootFinder = (): ((folder: string) => Promise<string | undefined>) => {
  const roots = new Map<string, Promise<string | undefined>>();
  const findRoot = async (from: string): Promise<string | undefined> => {
    // A folder, or a file in further working trees and in submodules.
    if (await exists(join(from, '.git'))) return from;
    const above = dirname(from);
    return above === from ? undefined : rootOf(above);
  };
  const rootOf = (from: string): Promise<string | undefined> => {
    const known = roots.get(from) ?? findRoot(from);
    roots.set(from, known);
    return known;
  };
  return rootOf;
};

/** The first of some names that the service takes. Folders are set apart by `/`, and what a terminal obeys is replaced. */
const firstTaken = (names: readonly string[]): string | undefined =>
  names.map((name) => printable(name.split(sep).join('/'))).find((name) => name.length > 0 && name.length <= maxObjectNameLength);

/** What a file is called that Git has at this path, whose folders `/` sets apart, as one in its working tree is. */
export const nameOfGitPath = (path: string): string | undefined => firstTaken([path, posix.basename(path)]);

/** Names files by their paths below the Git repository that they lie in, else below the folder `from`, which is where the process is unless it is given; those that lie outside of both by their file names alone. */
export const createObjectNames = (from?: string): ObjectNames => {
  const folder = resolve(from ?? '');
  const rootOf = createRootFinder();
  return async (path) => {
    const absolute = resolve(folder, path);
    const below = relative((await rootOf(dirname(absolute))) ?? folder, absolute);
    return firstTaken([isOutside(below) ? basename(absolute) : below, basename(absolute)]);
  };
};

/** Names the files in `folder`, a path that begins at `from` as theirs do, also in what is a Git repository of its own there, by their paths below the one that `folder` lies in, else below `folder`. */
export const createNamesInFolder = (folder: string, from = ''): ObjectNames => {
  const whole = resolve(from, folder);
  const base = createRootFinder()(whole).then((root) => root ?? whole);
  return async (path) => firstTaken([relative(await base, resolve(from, path)), basename(path)]);
};
