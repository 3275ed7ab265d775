import { newFile, newFileMode, type FsContext } from './atomic-write.js';
import { removeFile } from './file-system.js';

/** Writes one byte where uploads begin, and removes it: throws what an upload would meet. */
export const tryWriting = async ({ fileSystem, newTemporaryPath }: FsContext): Promise<void> => {
  const path = newTemporaryPath();
  try {
    const file = await fileSystem.open(path, newFile, newFileMode);
    try {
      await file.writev([new Uint8Array(1)], 0);
    } finally {
      await file.close();
    }
  } finally {
    await removeFile(fileSystem, path);
  }
};
