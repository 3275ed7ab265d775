import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from './classify-error.js';
import { createDurableDirectories, type DurableDirectories, makeUnlessThere, syncAbove } from './durable-directories.js';
import type { FileSystem } from './file-system.js';
import { factsOf } from './safe-path.js';

export interface Root {
  /** Absolute and free of symbolic links. */
  readonly path: string;
  readonly directories: DurableDirectories;
  /** A path in the root's file system that nothing has and nobody else will get; what lies there is no blob. */
  readonly newTemporaryPath: () => string;
  /** Whether the root is still where it was opened, with what the store has put into it: not when its disk is not mounted. */
  readonly isThere: () => Promise<boolean>;
}

/** Makes the directory and those above it that are missing, their owner's alone. */
const makeWithParents = async (fileSystem: FileSystem, directory: string): Promise<void> => {
  try {
    await makeUnlessThere(fileSystem, directory);
  } catch (fault) {
    if (codeOf(fault) !== 'ENOENT') throw fault;
    await makeWithParents(fileSystem, dirname(directory));
    await makeUnlessThere(fileSystem, directory);
  }
};

/** No key begins with a dot, so no blob can lie here. */
const temporaryName = '.temporary';

/**
 * Makes the root where it is missing and has it on the disk. Who opens it exclusively removes the temporary files that a crash has left
 * there; anybody else could not tell them from the uploads of a process that is at work.
 */
export const openRoot = async (fileSystem: FileSystem, given: string, exclusive: boolean): Promise<Root> => {
  const wanted = resolve(given);
  await makeWithParents(fileSystem, wanted);
  const path = await fileSystem.realpath(wanted);
  await syncAbove(fileSystem, path);
  const directories = createDurableDirectories(fileSystem, path);
  const temporaryDirectory = join(path, temporaryName);
  if (exclusive) await fileSystem.removeTree(temporaryDirectory);
  await makeUnlessThere(fileSystem, temporaryDirectory);
  return {
    path,
    directories,
    newTemporaryPath: () => join(temporaryDirectory, randomUUID()),
    isThere: async () => (await factsOf(fileSystem, temporaryDirectory))?.isDirectory() === true,
  };
};
