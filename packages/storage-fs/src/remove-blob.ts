import { dirname } from 'node:path';
import type { FsContext } from './atomic-write.js';
import { removeFile } from './file-system.js';
import { factsOf } from './safe-path.js';

/**
 * Removes one blob and has that on the disk. A blob that is gone already may have been removed by somebody who has not come to that. A directory at the path
 * holds other blobs, and stays.
 */
export const removeBlob = async ({ fileSystem, directories }: FsContext, path: string): Promise<void> => {
  const facts = await factsOf(fileSystem, path);
  if (facts !== undefined && !facts.isFile()) return;
  if (facts !== undefined) await removeFile(fileSystem, path);
  await directories.sync(dirname(path));
};
