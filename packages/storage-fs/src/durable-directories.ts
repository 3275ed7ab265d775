import { type BigIntStats, constants } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, isMissing, isNoRoom } from './classify-error.js';
import type { FileSystem, OpenFile } from './file-system.js';
import { createInTurn } from './in-turn.js';
import { factsOf } from './safe-path.js';
import { DirectoryNotDurable } from './storage-outages.js';

const maxRemembered = 10_000;

export interface DurableDirectories {
  /**
   * Makes the directory and all above it, if need be, and has all of them on the disk, so that names can be given in it. Refuses symbolic links, and a directory
   * that could not be synchronized.
   */
  prepare(directory: string): Promise<void>;
  /**
   * To be called once a name was given in a prepared directory. Another one may have come into the place of that one by then, made by somebody who has not come
   * to have it on the disk. One that has gone, with all names in it, is not made again.
   */
  settle(directory: string): Promise<void>;
  /** Takes the directory away where nothing is left in it, unless it lies in the root itself. What keeps it is no fault: it does no harm. */
  removeEmpty(directory: string): Promise<void>;
  /** Has on the disk which names the directory holds now, or that it is gone: then the nearest one above it that is there is synchronized. */
  sync(directory: string): Promise<void>;
  /** Throws when a directory could not be synchronized, and what is put there is refused since. */
  demandDurable(): void;
}

/**
 * The directories below `root`, which `demandRoot` throws for when it is not the one that was opened: then none is made. That a directory is on the disk is remembered for the directory itself, not for its name, so that one
 * that another process has removed and made again is not taken for the old one.
 * A sync that failed is never repeated: the kernel reports a lost write once, and a second sync would succeed without it. But where there was no room for
 * it, nothing was lost: what waits to be written goes on waiting, and is written once there is room.
 */
export const createDurableDirectories = (
  fileSystem: FileSystem,
  root: string,
  demandRoot: () => Promise<void>,
): DurableDirectories => {
  const onDisk = new Map<string, string>();
  const failed = new Set<string>();
  const inTurn = createInTurn();
  /** Which directories are just being taken away, and how often that has begun or ended: what was found out before it does not hold after it. */
  const leaving = new Set<string>();
  let leaves = 0;

  const sync = async (directory: string): Promise<void> => {
    if (failed.has(directory)) throw new DirectoryNotDurable();
    const handle = await openDirectory(fileSystem, directory);
    try {
      await handle.sync();
    } catch (fault) {
      if (!isNoRoom(fault)) failed.add(directory);
      throw fault;
    } finally {
      await handle.close();
    }
  };

  const syncNearest = async (directory: string): Promise<void> => {
    try {
      await sync(directory);
    } catch (fault) {
      if (!isMissing(fault) || directory === root) throw fault;
      await syncNearest(dirname(directory));
    }
  };

  const identityOf = async (directory: string): Promise<string | undefined> => {
    const facts = await factsOf(fileSystem, directory);
    return facts && identityIn(facts);
  };

  const isKnown = (directory: string, identity: string): boolean => identity === onDisk.get(directory) && !leaving.has(directory);

  const prepare = async (directory: string): Promise<void> => {
    if (failed.has(directory)) throw new DirectoryNotDurable();
    if (directory === root) return demandRoot();
    const before = leaves;
    const found = await identityOf(directory);
    if (found !== undefined && isKnown(directory, found)) return;
    await prepare(dirname(directory));
    if (found === undefined) await makeUnlessThere(fileSystem, directory);
    const made = found ?? (await identityOf(directory));
    await sync(dirname(directory));
    if (made === undefined || leaves !== before) return;
    if (onDisk.size >= maxRemembered) onDisk.clear();
    onDisk.set(directory, made);
  };

  const settle = async (directory: string): Promise<void> => {
    try {
      // What leads there was looked at when the directory was prepared, and is again by `prepare` where this is another one.
      if (!isKnown(directory, identityIn(await fileSystem.lstat(directory)))) await prepare(directory);
    } catch (fault) {
      if (!isMissing(fault)) throw fault;
    }
  };

  const takeAway = async (directory: string): Promise<void> => {
    leaving.add(directory);
    leaves += 1;
    try {
      await fileSystem.rmdir(directory);
      onDisk.delete(directory);
    } catch (fault) {
      if (codeOf(fault) === undefined) throw fault;
      if (!isOccupied(fault)) onDisk.delete(directory);
    } finally {
      leaving.delete(directory);
      leaves += 1;
    }
  };

  return {
    prepare,
    settle,
    removeEmpty: async (directory) => {
      if (directory !== root && dirname(directory) !== root) await inTurn(directory, () => takeAway(directory));
    },
    demandDurable: () => {
      if (failed.size > 0) throw new DirectoryNotDurable();
    },
    sync: syncNearest,
  };
};

const identityIn = ({ dev, ino, birthtimeNs }: BigIntStats): string => `${dev}:${ino}:${birthtimeNs}`;

/** Systems name it either way. */
const isOccupied = (fault: unknown): boolean => ['ENOTEMPTY', 'EEXIST'].includes(codeOf(fault) ?? '');

const openDirectory = (fileSystem: FileSystem, directory: string): Promise<OpenFile> =>
  fileSystem.open(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);

/** Not for a process that Node's permission model keeps from looking at it: it has not made it. */
const liesOn = async (fileSystem: FileSystem, dev: bigint, directory: string): Promise<boolean> => {
  try {
    return (await fileSystem.lstat(directory)).dev === dev;
  } catch (fault) {
    if (codeOf(fault) === 'ERR_ACCESS_DENIED') return false;
    throw fault;
  }
};

/**
 * Has the directories on the disk that lead to `root`, as far as its file system goes. Who finds them there cannot tell whether they are: the process that has
 * made them may have been killed before it could synchronize. One that this process may not read, it has not made.
 */
export const syncAbove = async (fileSystem: FileSystem, root: string): Promise<void> => {
  const { dev } = await fileSystem.lstat(root);
  for (let above = dirname(root); await liesOn(fileSystem, dev, above); above = dirname(above)) {
    try {
      const parent = await openDirectory(fileSystem, above);
      try {
        await parent.sync();
      } finally {
        await parent.close();
      }
    } catch (fault) {
      if (codeOf(fault) !== 'EACCES') throw fault;
    }
    if (above === dirname(above)) return;
  }
};

/** Makes one directory, its owner's alone, where nothing is. */
export const makeUnlessThere = async (fileSystem: FileSystem, directory: string): Promise<void> => {
  try {
    await fileSystem.mkdir(directory, 0o700);
  } catch (fault) {
    if (codeOf(fault) !== 'EEXIST') throw fault;
  }
};
