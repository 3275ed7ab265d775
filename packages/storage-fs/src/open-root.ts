import { randomUUID } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, isLinkRefused, isMissing } from './classify-error.js';
import { createDurableDirectories, type DurableDirectories, makeUnlessThere, syncAbove } from './durable-directories.js';
import { type FileSystem, newFile, newFileMode, removeFile } from './file-system.js';
import { demandRoot } from './root-gone.js';
import { factsOf } from './safe-path.js';

export interface Root {
  /** Absolute and free of symbolic links. */
  readonly path: string;
  readonly directories: DurableDirectories;
  /** A path in the root's file system that nothing has and nobody else will get; what lies there is no blob. */
  readonly newTemporaryPath: () => string;
  /** Whether the very folder that was opened lies at the path: not when its disk is not mounted, whatever lies there then. */
  readonly isThere: () => Promise<boolean>;
  /** As `isThere`; also while no root was found that could be opened, and so nothing can have gone. */
  readonly isNotGone: () => Promise<boolean>;
  /** As `isThere`; then there is a place for temporary files, too. */
  readonly isReady: () => Promise<boolean>;
  /** Makes the root, to be written to, where none was opened so far. */
  readonly makeUnlessOpened: () => Promise<void>;
}

/** Makes the directory and those above it that are missing, their owner's alone. */
const makeWithParents = async (fileSystem: FileSystem, directory: string): Promise<void> => {
  try {
    await makeUnlessThere(fileSystem, directory);
  } catch (fault) {
    if (codeOf(fault) !== 'ENOENT') throw fault;
    await makeWithParents(fileSystem, dirname(directory));
    await makeUnlessThere(fileSystem, directory);
  }
};

/** No key begins with a dot, so no blob can lie here. */
const temporaryName = '.temporary';

/** What a path leads to when all that is missing of it is made. */
const realPathOf = async (fileSystem: FileSystem, path: string): Promise<string> => {
  try {
    return await fileSystem.realpath(path);
  } catch (fault) {
    // A link that leads nowhere yet: what it will lead to is not known.
    if (codeOf(fault) !== 'ENOENT' || (await factsOf(fileSystem, path)) !== undefined) throw fault;
    return join(await realPathOf(fileSystem, dirname(path)), basename(path));
  }
};

/** What every new file system of some kinds has. */
const foundByChecks = 'lost+found';

/** Whether there is anything in it: an empty folder may be where a disk is yet to be mounted, and a disk that is new holds no blobs. */
const isUsed = async (fileSystem: FileSystem, directory: string): Promise<boolean> => {
  try {
    for await (const { name } of await fileSystem.opendir(directory)) if (name !== foundByChecks) return true;
    return false;
  } catch (fault) {
    if (isMissing(fault)) return false;
    throw fault;
  }
};

const identityOf = async (fileSystem: FileSystem, directory: string): Promise<string | undefined> => {
  const facts = await factsOf(fileSystem, directory);
  return facts && `${facts.dev}:${facts.ino}`;
};

/**
 * Every promotion gives a file a second name. Where none is to be had, uploads would be taken, and none of them ever stored; whatever else goes wrong here may
 * go well later, such as on a disk that is full.
 */
const demandHardLinks = async (fileSystem: FileSystem, root: string, newTemporaryPath: () => string): Promise<void> => {
  const [file, second] = [newTemporaryPath(), newTemporaryPath()];
  try {
    await (await fileSystem.open(file, newFile, newFileMode)).close();
    await fileSystem.link(file, second);
  } catch (fault) {
    if (isLinkRefused(fault)) throw new Error(`${root} lies on a file system without hard links`, { cause: fault });
  } finally {
    for (const path of [file, second]) await removeFile(fileSystem, path);
  }
};

/**
 * Who opens the root exclusively makes it where it is missing, has it on the disk, and removes the temporary files that a crash has left there; anybody else
 * could not tell them from the uploads of a process that is at work. Anybody else makes nothing before the first write either: what looks for a blob below an
 * empty mount point must not make it look like a root.
 */
export const openRoot = async (fileSystem: FileSystem, given: string, exclusive: boolean): Promise<Root> => {
  const path = await realPathOf(fileSystem, resolve(given));
  const temporaryDirectory = join(path, temporaryName);
  const newTemporaryPath = (): string => join(temporaryDirectory, randomUUID());
  const make = async (): Promise<void> => {
    await makeWithParents(fileSystem, path);
    await syncAbove(fileSystem, path);
  };
  const findRoot = async (): Promise<string | undefined> =>
    exclusive || (await isUsed(fileSystem, path)) ? identityOf(fileSystem, path) : undefined;

  if (exclusive) {
    await make();
    await fileSystem.removeTree(temporaryDirectory);
    await makeUnlessThere(fileSystem, temporaryDirectory);
    await demandHardLinks(fileSystem, path, newTemporaryPath);
  }
  let opened = await findRoot();
  const isThere = async (): Promise<boolean> => {
    opened ??= await findRoot();
    return opened !== undefined && (await identityOf(fileSystem, path)) === opened;
  };
  return {
    path,
    directories: createDurableDirectories(fileSystem, path, () => demandRoot(isThere)),
    newTemporaryPath,
    isThere,
    isNotGone: async () => (await isThere()) || opened === undefined,
    isReady: async () => {
      if (!(await isThere())) return false;
      await makeUnlessThere(fileSystem, temporaryDirectory);
      return true;
    },
    makeUnlessOpened: async () => {
      if (opened !== undefined || (await isThere())) return;
      await make();
      opened = await identityOf(fileSystem, path);
    },
  };
};
