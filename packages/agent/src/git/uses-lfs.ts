import { readdir } from 'node:fs/promises';
import { findStorage, objectsFolder } from '../transfer/lfs-storage.js';
import type { RunGit } from './run-git.js';

/** Whether git-lfs has ever had an object of this clone in its hands; false where there is no clone. */
export const usesLfs = (runGit: RunGit, folder: string | undefined): Promise<boolean> =>
  findStorage(runGit, folder)
    .then(async (storage) => (await readdir(objectsFolder(storage))).length > 0)
    .catch(() => false);
