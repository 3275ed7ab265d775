import {
  assetFolder,
  frozenFolder,
  frozenManifestAt,
  mapFolder,
  packFolder,
  treeFileKind,
  type TreePath,
} from '../../../model/values/index.js';

export type CollectedKind = 'packs' | 'maps' | 'manifests';

/** Below these lies all that is ever collected. Plain files of clients are theirs to remove. */
export const collectedFolders: readonly TreePath[] = [packFolder, mapFolder, frozenFolder, assetFolder];

/** Whether the file is one of the service's own. */
export const isOwnFile = (path: TreePath): boolean => frozenManifestAt(path) !== undefined;

/** What of the tree the file is; undefined for what is never collected. */
export const collectedKind = (path: TreePath): CollectedKind | undefined => {
  switch (treeFileKind(path).kind) {
    case 'pack':
      return 'packs';
    case 'map':
      return 'maps';
    case 'manifest':
      return 'manifests';
    case 'plain':
      return isOwnFile(path) ? 'manifests' : undefined;
  }
};
