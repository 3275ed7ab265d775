import { stat } from 'node:fs/promises';

/** Whether a path leads to a folder. Whatever keeps it from being looked at keeps it from being written too, and is told then. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
