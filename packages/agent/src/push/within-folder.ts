import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { codeOf } from '../error-code.js';
import type { FileSystem } from '../file-system.js';
import { UnreadableFile } from './source-file.js';

/**
 * Opens what lies in a folder, and nothing that a link leads to. Where there was a file, or a folder on the way to it, when the folder was gone through,
 * somebody may have put a link since, and what it leads to would be stored as what was there. So where a file is counts once it is open.
 */
export const withinFolder = async (fileSystem: FileSystem, folder: string): Promise<FileSystem> => {
  const whole = fileSystem.wholePath(folder);
  const real = await realpath(whole).catch((fault: unknown) => {
    throw new UnreadableFile(folder, `cannot be read (${codeOf(fault)})`);
  });
  const isThere = async (path: string): Promise<boolean> => {
    const found = fileSystem.wholePath(path);
    return (await realpath(found).catch(() => undefined)) === join(real, relative(whole, found));
  };
  return {
    ...fileSystem,
    open: async (path, flags, mode) => {
      const file = await fileSystem.open(path, flags, mode);
      if (await isThere(path)) return file;
      await file.close();
      throw new UnreadableFile(path, 'has been replaced by a symbolic link, or removed');
    },
  };
};
