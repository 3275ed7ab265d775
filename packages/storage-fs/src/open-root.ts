import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createDurableDirectories, makeUnlessThere, type DurableDirectories } from './durable-directories.js';
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

/** No key begins with a dot, so no blob can lie here. */
const temporaryName = '.temporary';

/**
 * Makes the root where it is missing and has it on the disk. Who opens it exclusively removes the temporary files that a crash has left
 * there; anybody else could not tell them from the uploads of a process that is at work.
 */
export const openRoot = async (fileSystem: FileSystem, given: string, exclusive: boolean): Promise<Root> => {
  const wanted = resolve(given);
  const firstMade = await mkdir(wanted, { recursive: true, mode: 0o700 });
  const path = await fileSystem.realpath(wanted);
  const directories = createDurableDirectories(fileSystem, path);
  if (firstMade !== undefined) {
    for (let made = wanted; made.length >= firstMade.length; made = dirname(made)) await directories.sync(dirname(made));
  }
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
