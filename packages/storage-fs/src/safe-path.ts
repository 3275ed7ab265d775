import type { BigIntStats } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { invariant, type ObjectKey } from '@svc/core/model';
import { isMissing } from './classify-error.js';
import type { FileSystem } from './file-system.js';

/** A symbolic link lies where the store keeps a blob or a directory of its own. The store makes none, so it follows none. */
export class SymbolicLinkRefused extends Error {
  override readonly name = 'SymbolicLinkRefused';

  constructor(path: string) {
    super(`${path} leads through a symbolic link`);
  }
}

/** Where the blob of a key lies. The key's segments cannot climb; that the path is below `root` is asserted all the same. */
export const blobPath = (root: string, key: ObjectKey): string => {
  const path = join(root, ...key.split('/'));
  invariant(path.startsWith(root + sep), 'a key leads below the root');
  return path;
};

/** Throws unless the directory is itself: neither it nor anything above it is a symbolic link. */
export const refuseLinkedDirectory = async (fileSystem: FileSystem, directory: string): Promise<void> => {
  if ((await fileSystem.realpath(directory)) !== directory) throw new SymbolicLinkRefused(directory);
};

/** The facts of what lies at the path, or undefined when nothing does. */
export const factsOf = async (fileSystem: FileSystem, path: string): Promise<BigIntStats | undefined> => {
  try {
    const [facts] = await Promise.all([fileSystem.lstat(path), refuseLinkedDirectory(fileSystem, dirname(path))]);
    if (facts.isSymbolicLink()) throw new SymbolicLinkRefused(path);
    return facts;
  } catch (fault) {
    if (isMissing(fault)) return undefined;
    throw fault;
  }
};
