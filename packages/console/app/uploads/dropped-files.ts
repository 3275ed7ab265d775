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

const filesBelow = async (entry: FileSystemEntry): Promise<readonly NamedFile[]> => {
  if (isFile(entry)) return [{ name: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) }];
  if (!isFolder(entry)) return [];
  const found: NamedFile[] = [];
  for (const each of await entriesOf(entry)) found.push(...(await filesBelow(each)));
  return found;
};

/** The files of what was dropped, those of folders under their paths. */
export const droppedFiles = async ({ items }: DataTransfer): Promise<readonly NamedFile[]> => {
  // The list is gone as soon as the event is over.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map(filesBelow))).flat();
};

/** The files that were chosen, those of a folder under their paths. */
export const chosenFiles = (files: FileList | null): readonly NamedFile[] =>
  [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));
