import { randomBytes } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../error-code.js';
import type { FileSystem, OpenFile } from '../file-system.js';
import { readFully } from '../read-fully.js';
import type { DirectSink, StoredSink } from './receiver.js';
import { Unwritable } from './unwritable.js';
import { writeFully } from './write-fully.js';

/** A file that is being written beside the place where it is going to be. Nothing is seen there before it is whole. */
export interface PartFile {
  /** Appends the pieces, which must not change meanwhile. */
  append(pieces: readonly Uint8Array[]): Promise<void>;
  /** Another thread may write at the end of it, instead of `append`. */
  readonly direct: DirectSink | undefined;
  /** What was appended. */
  readonly stored: StoredSink;
  /** Begins anew. */
  truncate(): Promise<void>;
  /** Makes it durable, and gives it its name. Whatever had the name before is replaced; a symbolic link is, not what it points to. */
  publish(): Promise<void>;
  /** Removes it, unless it was published. */
  discard(): Promise<void>;
}

/** It must be new, and no link that someone has put there. */
const newFile = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

const flushEveryBytes = 32 * 1024 * 1024;

/** Throws where the file has less. */
const readAll = async (handle: OpenFile, into: Uint8Array, position: number): Promise<void> => {
  if ((await readFully(handle, into, position)) < into.byteLength)
    throw Object.assign(new Error('the file is cut off'), { code: 'EIO' });
};

const cannotWrite = (path: string, code: string): Unwritable => new Unwritable(path, `cannot be written (${code})`, false);
const cannotReadBack = (path: string, code: string): Unwritable => new Unwritable(path, `cannot be read back (${code})`, false);

/** Who may write a folder need not be allowed to open it, and not every system syncs one. */
const noFolderSync: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'EISDIR']);

/** Makes the name durable, where that can be done. The file has it already and is right, so that it cannot be done is no failure. */
const syncFolder = async (fileSystem: FileSystem, path: string): Promise<void> => {
  try {
    const folder = await fileSystem.open(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (fault) {
    if (!noFolderSync.has(codeOf(fault))) throw fault;
  }
};

/** What a process has open is no place for a file, whatever it is today: `/dev/stdout` would be replaced where output goes to an ordinary file. */
const leadsToDescriptor = async (fileSystem: FileSystem, path: string): Promise<boolean> => {
  const next = await fileSystem.readlink(path).catch(() => undefined);
  if (next === undefined) return false;
  const target = resolve(dirname(fileSystem.wholePath(path)), next);
  return /^\/(?:proc|dev\/fd)\//.test(target) || leadsToDescriptor(fileSystem, target);
};

const isLink = (fileSystem: FileSystem, path: string): Promise<boolean> =>
  fileSystem.readlink(path).then(
    () => true,
    () => false,
  );

/**
 * Answers what will be replaced, if that is a file. A device or a pipe would not be written but replaced, and a reader there would wait, so that is what
 * nobody wants who has not said so with `replacesAny`.
 */
const findReplaced = async (
  fileSystem: FileSystem,
  destination: string,
  { shownAs = destination, replacesAny = false }: PartFileOptions,
): Promise<BigIntStats | undefined> => {
  // What cannot be looked at is nothing that stands there, or it is told when the file gets its name.
  const facts = await fileSystem.stat(destination).catch(() => undefined);
  if (facts === undefined) return undefined;
  if (replacesAny && !facts.isFile() && (!facts.isDirectory() || (await isLink(fileSystem, destination)))) return undefined;
  if (facts.isDirectory()) throw new Unwritable(shownAs, 'is a folder', true);
  if (!facts.isFile() || (await leadsToDescriptor(fileSystem, destination)))
    throw new Unwritable(shownAs, 'is no ordinary file', true);
  return facts;
};

/** Whether something has the name, be it a link that leads nowhere. */
const isTaken = async (fileSystem: FileSystem, path: string): Promise<boolean> => {
  const isThere = fileSystem.stat(path).then(
    () => true,
    () => false,
  );
  return (await isThere) || (await isLink(fileSystem, path));
};

const [group, others] = [0o070, 0o007];

/** Whom a file that is replaced shuts out, the new one shuts out, too. */
const modeInPlaceOf = (replaced: BigIntStats | undefined, mode: number): number => {
  const permissions = replaced === undefined ? mode : Number(replaced.mode);
  const shutOut = [group, others].filter((who) => (permissions & who) === 0);
  return shutOut.reduce((left, who) => left & ~who, mode);
};

/** With what follows it, far below the 255 bytes that a name may have, and below what encrypting file systems leave of them. */
const maxBeginBytes = 100;

/** A name that nobody else has, beginning as the destination's does. */
const partNameOf = (destination: string): string => {
  let begin = '';
  for (const character of basename(destination)) {
    if (Buffer.byteLength(begin + character) > maxBeginBytes) {
      // Where characters are bytes, this one may go on with one that has begun before; macOS takes no name that has half of it.
      if (/[\x80-\xbf]/.test(character)) begin = begin.replace(/[\xc0-\xff]?[\x80-\xbf]*$/, '');
      break;
    }
    begin += character;
  }
  return `${begin}.${randomBytes(6).toString('hex')}.part`;
};

export interface PartFileOptions {
  /** Whether those may execute it who may read it. */
  readonly isExecutable?: boolean;
  /** What it may be used for and by whom, whatever the umask takes away; that of a new file, unless it is given. */
  readonly permissions?: number;
  /** What the destination is called in messages; its path, unless it is given. */
  readonly shownAs?: string;
  /** Whether it may take the place of what is there by then; true, unless it is given. */
  readonly mayReplace?: boolean;
  /** Whether that may be anything but a folder: a link wherever it leads, a device, a pipe; false, unless it is given. */
  readonly replacesAny?: boolean;
}

/** Opens the file for a destination, in the same folder. Throws where something other than an ordinary file, or a link to one, would be replaced. */
export const openPartFile = async (
  fileSystem: FileSystem,
  destination: string,
  options: PartFileOptions = {},
): Promise<PartFile> => {
  const { isExecutable = false, permissions, shownAs = destination, mayReplace = true } = options;
  const replaced = await findReplaced(fileSystem, destination, options);
  const path = join(dirname(destination), partNameOf(destination));
  const mode = modeInPlaceOf(replaced, isExecutable ? 0o777 : 0o666);
  const handle = await fileSystem.open(path, newFile, mode).catch((fault: unknown) => {
    throw cannotWrite(shownAs, codeOf(fault));
  });
  let position = 0;
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  const orCannotWrite = async <T>(act: () => Promise<T>, problem = cannotWrite): Promise<T> => {
    try {
      return await act();
    } catch (fault) {
      throw problem(shownAs, codeOf(fault));
    }
  };
  let isPublished = false;
  let unsyncedBytes = 0;
  let flushing: Promise<void> | undefined;
  /** The disk works while the rest is being received; otherwise all of it would be left to the end. */
  const flushIfDue = (bytes: number): void => {
    unsyncedBytes += bytes;
    if (flushing !== undefined || unsyncedBytes < flushEveryBytes) return;
    unsyncedBytes = 0;
    flushing = handle.datasync().then(() => {
      flushing = undefined;
    });
    // A fault stays where it is, so nothing is flushed after it, and is met when the file is published.
    flushing.catch(() => undefined);
  };
  const advance = (bytes: number): void => {
    position += bytes;
    flushIfDue(bytes);
  };
  const direct = (descriptor: number): DirectSink => ({
    descriptor,
    position: () => position,
    written: advance,
    fault: (code) => cannotWrite(shownAs, code),
  });
  return {
    direct: handle.fd === undefined ? undefined : direct(handle.fd),
    append: (pieces) =>
      orCannotWrite(async () => {
        advance((await writeFully(handle, pieces, position)) - position);
      }),
    stored: {
      read: (into, at) => orCannotWrite(() => readAll(handle, into, at), cannotReadBack),
      write: (bytes, at) =>
        orCannotWrite(async () => {
          await writeFully(handle, [bytes], at);
        }),
    },
    truncate: () =>
      orCannotWrite(async () => {
        await handle.truncate(0);
        position = 0;
      }),
    publish: async () => {
      await orCannotWrite(async () => {
        await flushing;
        if (permissions !== undefined) await handle.chmod(permissions);
        await handle.sync();
        await close();
      });
      if (!mayReplace && (await isTaken(fileSystem, destination)))
        throw new Unwritable(shownAs, 'has come to be there meanwhile', true);
      await orCannotWrite(async () => {
        await fileSystem.rename(path, destination);
        isPublished = true;
        await syncFolder(fileSystem, destination);
      });
    },
    discard: async () => {
      if (isPublished) return;
      await flushing?.catch(() => undefined);
      // A server of files tells as late as here of what it had no room for. It is no loss any more, and not what the file is given up for.
      await close().catch(() => undefined);
      await fileSystem.unlink(path).catch(() => undefined);
    },
  };
};
