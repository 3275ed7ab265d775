import { isAbsolute, resolve } from 'node:path';

/** A path as the system is to be given it: one that is not absolute begins in the folder or, without one, where the process is. */
export const pathFrom = (folder: string | undefined, path: string): string =>
  folder === undefined || path === '' || isAbsolute(path) ? path : `${folder}/${path}`;

/** The same from the root of the file system. */
export const wholePathFrom = (folder: string | undefined, path: string): string => resolve(folder ?? '', path);
