import { randomBytes } from 'node:crypto';
import { lstat, rename, rmdir, unlink } from 'node:fs/promises';
import { codeOf } from '../error-code.js';
import { bytesOfPath } from '../file-system.js';
import { Unwritable } from './unwritable.js';

/** What stands where folders are to be, under other names beside them until something has come into the folders. Paths are whole, with as many characters as bytes. */
export interface SetAside {
  /** Makes room at a path. */
  take(path: string): Promise<void>;
  /** Tells that a folder was made. */
  made(path: string): void;
  /** Gives back what stood where nothing has come, and removes the rest. Throws an `Unwritable` where that cannot be done. */
  settle(): Promise<void>;
}

const textOf = (path: string): string => bytesOfPath(path).toString();

const isThere = (path: string): Promise<boolean> =>
  lstat(bytesOfPath(path)).then(
    () => true,
    (fault: unknown) => codeOf(fault) !== 'ENOENT',
  );

export const createSetAside = (): SetAside => {
  const aside: { readonly path: string; readonly keptAt: string }[] = [];
  const folders: string[] = [];
  return {
    take: async (path) => {
      const keptAt = `${path.slice(0, path.lastIndexOf('/') + 1)}${randomBytes(9).toString('hex')}.kept`;
      await rename(bytesOfPath(path), bytesOfPath(keptAt));
      aside.push({ path, keptAt });
    },
    made: (folder) => {
      if (aside.some(({ path }) => `${folder}/`.startsWith(`${path}/`))) folders.push(folder);
    },
    settle: async () => {
      // One that something has come into stays, for it is not empty.
      for (const folder of folders.splice(0).toReversed()) await rmdir(bytesOfPath(folder)).catch(() => undefined);
      for (const { path, keptAt } of aside.splice(0)) {
        const settling = (await isThere(path)) ? unlink(bytesOfPath(keptAt)) : rename(bytesOfPath(keptAt), bytesOfPath(path));
        await settling.catch((fault: unknown) => {
          throw new Unwritable(
            textOf(path),
            `was something else, which is called ${textOf(keptAt)} now (${codeOf(fault)})`,
            false,
          );
        });
      }
    },
  };
};
