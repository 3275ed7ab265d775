import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from './error-code.js';

/** What the system's call answers, or undefined where nothing is at the path. */
const unlessMissing = (ask: () => string): string | undefined => {
  try {
    return ask();
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return undefined;
    throw fault;
  }
};

/** Where the symbolic link at `path` leads, if there is one. */
const targetOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};

/**
 * The path without symbolic links, so that all paths to a file give one. A missing file has the path that it will have once somebody makes it: a claim on it must
 * hold afterwards. Throws what the system says where it cannot be looked at.
 */
export const realPathOf = (path: string): string => {
  const absolute = resolve(path);
  const real = unlessMissing(() => realpathSync.native(absolute));
  if (real !== undefined) return real;
  const target = targetOf(absolute);
  const above = realPathOf(dirname(absolute));
  return target === undefined ? join(above, basename(absolute)) : realPathOf(resolve(above, target));
};
