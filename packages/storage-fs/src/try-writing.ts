import { dirname } from 'node:path';
import { demandRoom } from './disk-reserve.js';
import { newFile, newFileMode, removeFile } from './file-system.js';
import type { FsContext } from './fs-context.js';

/** Writes one byte where uploads begin, and removes it: throws what an upload would meet, there or in a directory that took no more. */
export const tryWriting = async ({ fileSystem, directories, newTemporaryPath }: FsContext): Promise<void> => {
  directories.demandDurable();
  const path = newTemporaryPath();
  await demandRoom(fileSystem, dirname(path), 1);
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
