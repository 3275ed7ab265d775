import { dirname } from 'node:path';
import type { FsContext } from './atomic-write.js';
import { isMissing } from './classify-error.js';
import { factsOf } from './safe-path.js';

/**
 * Removes a directory with all that is in it. It is moved away first, so that its blobs are gone at one moment and nobody can add to it;
 * what a crash leaves of it is removed at the next start. A file at the path is somebody's blob, and stays.
 */
export const removeBelow = async (context: FsContext, directory: string): Promise<void> => {
  const { fileSystem, directories } = context;
  const facts = await factsOf(fileSystem, directory);
  if (facts?.isDirectory() !== true) return;
  const doomed = context.newTemporaryPath();
  try {
    await fileSystem.rename(directory, doomed);
  } catch (fault) {
    if (isMissing(fault) && (await factsOf(fileSystem, directory)) === undefined) return;
    throw fault;
  }
  await directories.sync(dirname(directory));
  await fileSystem.removeTree(doomed);
};
