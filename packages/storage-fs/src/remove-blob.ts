import { dirname } from 'node:path';
import type { FsContext } from './atomic-write.js';
import { removeFile } from './file-system.js';
import { factsOf } from './safe-path.js';

/** Removes one blob and has that on the disk. A directory at the path holds other blobs, and stays. */
export const removeBlob = async ({ fileSystem, directories }: FsContext, path: string): Promise<void> => {
  const facts = await factsOf(fileSystem, path);
  if (facts?.isFile() !== true) return;
  await removeFile(fileSystem, path);
  await directories.sync(dirname(path));
};
