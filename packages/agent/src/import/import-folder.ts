import type { PathFilter } from '../folder/path-filter.js';
import { type ForeseenFile, foreseePush } from '../push/foresee-push.js';
import type { ObjectNames } from '../push/object-names.js';
import { pushFiles } from '../push/push-files.js';
import { findSources, type LeftOut } from '../push/push-sources.js';
import type { UnreadableFile } from '../push/source-file.js';
import { inGroups } from '../small-files.js';
import type { TransferContext } from '../transfer-context.js';
import type { Imported } from './imported.js';

export interface ImportFolderOptions {
  readonly filter: PathFilter;
  readonly isDryRun: boolean;
  /** Told of links and special files, which are no files of a folder that could be missing. */
  readonly onLeftOut: (entry: LeftOut) => void;
}

const sizeOf = ({ fileSystem }: TransferContext, path: string): Promise<number> =>
  fileSystem.stat(path).then(
    ({ size }) => Number(size),
    () => 0,
  );

/** A file of the folder that cannot be read is there, and does not come over. */
const unread = async (context: TransferContext, { path, message }: UnreadableFile): Promise<Imported> => ({
  kind: 'missing',
  object: { name: path, sizeBytes: await sizeOf(context, path) },
  why: message.startsWith(`${path} `) ? message.slice(path.length + 1) : message,
});

/** Brings the files of a folder over that are not stored yet. Done again after a failure it reads all and sends the rest. */
export async function* importFolder(
  context: TransferContext,
  folder: string,
  { filter, isDryRun, onLeftOut }: ImportFolderOptions,
): AsyncGenerator<Imported, void, undefined> {
  const unreadable: UnreadableFile[] = [];
  const onUnreadable = (problem: UnreadableFile): void => void unreadable.push(problem);
  const { sources } = await findSources(context, [folder], { filter, onLeftOut, onUnreadable });
  for (const { paths, nameOf, fileSystem } of sources) {
    const reading = { ...context, fileSystem };
    for (const group of inGroups(paths)) {
      const lacking = new Map<string, ForeseenFile>();
      for await (const file of foreseePush(reading, group, onUnreadable)) {
        const object = { oid: file.oid, sizeBytes: file.sizeBytes, name: file.path };
        if (file.isStored) yield { kind: 'present', object };
        else if (isDryRun) yield { kind: 'foreseen', object };
        else lacking.set(file.path, file);
      }
      yield* sendAll(reading, [...lacking.keys()], nameOf, onUnreadable);
    }
  }
  for (const problem of unreadable) yield await unread(context, problem);
}

async function* sendAll(
  context: TransferContext,
  paths: readonly string[],
  nameOf: ObjectNames,
  onUnreadable: (problem: UnreadableFile) => void,
): AsyncGenerator<Imported, void, undefined> {
  for await (const { oid, path, sizeBytes, sentBytes } of pushFiles(context, paths, { nameOf, onUnreadable })) {
    yield { kind: 'imported', object: { oid, sizeBytes, name: path }, sentBytes };
  }
}
