/** Folders that lie deeper, or have a longer path in UTF-16 units, are counted with the last one above them that does not. */
export const maxFolderDepth = 16;
export const maxFolderPathLength = 500;

/** What the named objects in a folder, and in all folders below it, come to. */
export interface Folder {
  /** Its names from the outermost on, joined by `/`. Empty for what has all named objects of the repository in it. */
  readonly path: string;
  readonly objectCount: number;
  readonly logicalBytes: number;
  /** What these objects alone have added to the storage. */
  readonly physicalBytes: number;
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '' && segment !== '.');

/** The one way to write the path of a folder: without slashes at its ends, doubled ones and dots. */
export const normalFolderPath = (path: string): string => segmentsOf(path).join('/');

/** The paths of the folders that an object of this name lies in, from the outermost on, which is the empty one. */
export const foldersOfName = (name: string): readonly string[] => {
  const folders = [''];
  for (const segment of segmentsOf(name.slice(0, name.lastIndexOf('/') + 1))) {
    const path = normalFolderPath(`${folders.at(-1) ?? ''}/${segment}`);
    if (folders.length > maxFolderDepth || path.length > maxFolderPathLength) break;
    folders.push(path);
  }
  return folders;
};

/** The last of a folder's names, and the path of the folder that it is in. Both are empty for the outermost. */
export const splitFolderPath = (path: string): { readonly parent: string; readonly name: string } => {
  const slash = path.lastIndexOf('/');
  return { parent: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
};
