import { stat } from 'node:fs/promises';
import { codeOf } from '../error-code.js';
import type { FileSystem } from '../file-system.js';
import type { PathFilter } from '../folder/path-filter.js';
import { type Found, walkFolder } from '../folder/walk-folder.js';
import { pathFrom } from '../path-from.js';
import type { TransferContext } from '../transfer-context.js';
import { createNamesInFolder, createObjectNames, type ObjectNames } from './object-names.js';
import { UnreadableFile } from './source-file.js';
import { withinFolder } from './within-folder.js';

/** What stands in a folder and is neither a file nor a folder. */
export type LeftOut = Extract<Found, { readonly kind: 'link' | 'special' }>;

/** Files that are pushed together, and what their objects are called. */
export interface PushSource {
  readonly paths: readonly string[];
  readonly nameOf: ObjectNames;
  /** Reads them, and of a folder what lies in it alone. */
  readonly fileSystem: FileSystem;
}

export interface PushSources {
  readonly sources: readonly PushSource[];
  readonly hasFolder: boolean;
}

export interface FindOptions {
  /** For what lies in folders. */
  readonly filter: PathFilter;
  readonly onLeftOut: (entry: LeftOut) => void;
  readonly onUnreadable: (problem: UnreadableFile) => void;
}

const isFolder = async (path: string, from: string | undefined): Promise<boolean> => {
  try {
    return (await stat(pathFrom(from, path))).isDirectory();
  } catch (fault) {
    throw new UnreadableFile(path, `cannot be read (${codeOf(fault)})`);
  }
};

const filesIn = async (
  folder: string,
  from: string | undefined,
  { filter, onLeftOut, onUnreadable }: FindOptions,
): Promise<readonly string[]> => {
  const paths: string[] = [];
  for await (const found of walkFolder(folder, filter, from)) {
    if (found.kind === 'file') paths.push(found.path);
    else if (found.kind === 'unreadable') onUnreadable(new UnreadableFile(found.path, found.why));
    else onLeftOut(found);
  }
  return paths;
};

/** The files that are named, and those in the folders that are named; in their order. Of all of them the paths are in memory. */
export const findSources = async (
  { folder, fileSystem }: Pick<TransferContext, 'folder' | 'fileSystem'>,
  named: readonly string[],
  options: FindOptions,
): Promise<PushSources> => {
  const sources: PushSource[] = [];
  const nameOf = createObjectNames(folder);
  let hasFolder = false;
  let files: string[] = [];
  const endFiles = (): void => {
    if (files.length > 0) sources.push({ paths: files, nameOf, fileSystem });
    files = [];
  };
  for (const path of named) {
    if (await isFolder(path, folder)) {
      hasFolder = true;
      endFiles();
      const within = await withinFolder(fileSystem, path);
      const paths = await filesIn(path, folder, options);
      sources.push({ paths, nameOf: createNamesInFolder(path, folder), fileSystem: within });
    } else {
      files.push(path);
    }
  }
  endFiles();
  return { sources, hasFolder };
};
