import type { NamedFile } from './upload-queue.js';

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject));

/** A folder hands out its entries some at a time, until it has none left. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return entries;
    entries.push(...some);
  }
};

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

export interface Dropped {
  readonly files: readonly NamedFile[];
  /** Paths of files and folders that the browser could not read: they may have gone since, or be somebody else's. */
  readonly unread: readonly string[];
}

const merged = (parts: readonly Dropped[]): Dropped => ({
  files: parts.flatMap(({ files }) => files),
  unread: parts.flatMap(({ unread }) => unread),
});

const read = async (entry: FileSystemEntry, path: string): Promise<Dropped> => {
  if (isFile(entry)) return { files: [{ name: path, file: await fileOf(entry) }], unread: [] };
  const parts: Dropped[] = [];
  if (isFolder(entry)) for (const each of await entriesOf(entry)) parts.push(await below(each));
  return merged(parts);
};

/** One that cannot be read leaves the others. */
const below = async (entry: FileSystemEntry): Promise<Dropped> => {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    return await read(entry, path);
  } catch (fault) {
    if (!(fault instanceof DOMException)) throw fault;
    return { files: [], unread: [path] };
  }
};

/** The files of what was dropped, those of folders under their paths. */
export const droppedFiles = async ({ items }: DataTransfer): Promise<Dropped> => {
  // The list is gone as soon as the event is over.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return merged(await Promise.all(entries.map(below)));
};

/** The files that were chosen, those of a folder under their paths. */
export const chosenFiles = (files: FileList | null): readonly NamedFile[] =>
  [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));
