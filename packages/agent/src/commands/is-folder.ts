import { stat } from 'node:fs/promises';
import { pathFrom } from '../path-from.js';

/** Whether a path leads to a folder, from where paths begin. Whatever keeps it from being looked at keeps it from being written too, and is told then. */
export const isFolder = (from: string | undefined, path: string): Promise<boolean> =>
  stat(pathFrom(from, path)).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
