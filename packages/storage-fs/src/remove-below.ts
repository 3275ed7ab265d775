import { dirname } from 'node:path';
import type { FsContext } from './fs-context.js';
import { isMissing } from './classify-error.js';
import type { FileSystem } from './file-system.js';
import { factsOf } from './safe-path.js';

/**
 * Removes a directory with all that is in it. It is moved away first, so that its blobs are gone at one moment and nobody can add to it;
 * what a crash leaves of it is removed at the next start. One that is gone already may have been moved away by somebody who has not had that on the disk
 * yet. A file at the path is somebody's blob, and stays.
 */
export const removeBelow = async (context: FsContext, directory: string): Promise<void> => {
  const { fileSystem, directories } = context;
  const facts = await factsOf(fileSystem, directory);
  if (facts !== undefined && !facts.isDirectory()) return;
  const doomed = context.newTemporaryPath();
  const isMoved = facts !== undefined && (await moveAway(fileSystem, directory, doomed));
  await directories.sync(dirname(directory));
  if (isMoved) await fileSystem.removeTree(doomed);
};

/** False when somebody else was faster. */
const moveAway = async (fileSystem: FileSystem, directory: string, doomed: string): Promise<boolean> => {
  try {
    await fileSystem.rename(directory, doomed);
    return true;
  } catch (fault) {
    if (isMissing(fault) && (await factsOf(fileSystem, directory)) === undefined) return false;
    throw fault;
  }
};
