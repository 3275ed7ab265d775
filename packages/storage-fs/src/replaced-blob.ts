import { isLinkRefused, isMissing } from './classify-error.js';
import { removeFile } from './file-system.js';
import type { FsContext } from './fs-context.js';

/** What lay at a path before another file was given its name. */
export interface ReplacedBlob {
  /** Puts it back in the place of the other file; removes that where nothing was there. */
  restore(): Promise<void>;
  /** To be called in any case, in the end. */
  forget(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

/**
 * Gives what is about to be replaced a second name, so that it can be put back: it was acknowledged, and who replaces it may come to be told that nothing was
 * stored. On a file system without hard links it cannot be; then the other file, which is whole, stays.
 */
export const keepReplaced = async ({ fileSystem, newTemporaryPath }: FsContext, path: string): Promise<ReplacedBlob> => {
  const kept = newTemporaryPath();
  try {
    await fileSystem.link(path, kept);
  } catch (fault) {
    if (isMissing(fault)) return { restore: () => removeFile(fileSystem, path), forget: nothing };
    if (isLinkRefused(fault)) return { restore: nothing, forget: nothing };
    throw fault;
  }
  return { restore: () => fileSystem.rename(kept, path), forget: () => removeFile(fileSystem, kept) };
};
