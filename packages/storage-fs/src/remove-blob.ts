import { dirname } from 'node:path';
import { removeFile } from './file-system.js';
import type { FsContext } from './fs-context.js';
import { factsOf } from './safe-path.js';

/**
 * Removes one blob and has that on the disk. A blob that is gone already may have been removed by somebody who has not come to that. A directory at the path
 * holds other blobs, and stays. Block names go first, with or without a blob beside them, and the directory last where it is empty, also what a crash has left of
 * an earlier removal: that need not be on the disk, since an empty one means nothing.
 */
export const removeBlob = async (
  { fileSystem, directories }: FsContext,
  path: string,
  namesPath: string | undefined,
): Promise<void> => {
  if (namesPath !== undefined) await removeFile(fileSystem, namesPath);
  const facts = await factsOf(fileSystem, path);
  if (facts !== undefined && !facts.isFile()) return;
  if (facts !== undefined) await removeFile(fileSystem, path);
  const directory = dirname(path);
  await directories.sync(directory);
  await directories.removeEmpty(directory);
};
