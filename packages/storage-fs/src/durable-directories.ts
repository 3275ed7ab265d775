import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './classify-error.js';
import type { FileSystem } from './file-system.js';
import { factsOf } from './safe-path.js';

const maxRemembered = 10_000;

/** A directory could not be made durable, so nothing that is put into it is, until the process starts anew and sees what the disk holds. */
class DirectoryNotDurable extends Error {
  override readonly name = 'DirectoryNotDurable';
  readonly code = 'EIO';

  constructor(directory: string) {
    super(`${directory} could not be synchronized to the disk`);
  }
}

export interface DurableDirectories {
  /** Makes the directory and all above it, if need be, and has all of them on the disk. Refuses symbolic links. */
  prepare(directory: string): Promise<void>;
  /** Has on the disk which names the directory holds now. A directory that is gone holds none, which is Ok. */
  sync(directory: string): Promise<void>;
}

/**
 * The directories below `root`. That a directory is on the disk is remembered for the directory itself, not for its name, so that one
 * that another process has removed and made again is not taken for the old one.
 * A failed sync is never repeated: the kernel reports a lost write once, and a second sync would succeed without it.
 */
export const createDurableDirectories = (fileSystem: FileSystem, root: string): DurableDirectories => {
  const onDisk = new Map<string, string>();
  const failed = new Set<string>();

  const sync = async (directory: string): Promise<void> => {
    if (failed.has(directory)) throw new DirectoryNotDurable(directory);
    const handle = await fileSystem.open(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      await handle.sync();
    } catch (fault) {
      failed.add(directory);
      throw fault;
    } finally {
      await handle.close();
    }
  };

  const identityOf = async (directory: string): Promise<string | undefined> => {
    const facts = await factsOf(fileSystem, directory);
    return facts && `${facts.dev}:${facts.ino}:${facts.birthtimeNs}`;
  };

  const prepare = async (directory: string): Promise<void> => {
    if (directory === root) return;
    const found = await identityOf(directory);
    if (found !== undefined && found === onDisk.get(directory)) return;
    await prepare(dirname(directory));
    if (found === undefined) await makeUnlessThere(fileSystem, directory);
    const made = found ?? (await identityOf(directory));
    await sync(dirname(directory));
    if (made === undefined) return;
    if (onDisk.size >= maxRemembered) onDisk.clear();
    onDisk.set(directory, made);
  };

  return {
    prepare,
    sync: async (directory) => {
      try {
        await sync(directory);
      } catch (fault) {
        if (codeOf(fault) !== 'ENOENT') throw fault;
      }
    },
  };
};

/** Makes one directory, its owner's alone, where nothing is. */
export const makeUnlessThere = async (fileSystem: FileSystem, directory: string): Promise<void> => {
  try {
    await fileSystem.mkdir(directory, 0o700);
  } catch (fault) {
    if (codeOf(fault) !== 'EEXIST') throw fault;
  }
};
