import { constants } from 'node:fs';
import { relative } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { SeededRandom } from '@svc/conformance';
import type { FileSystem, OpenFile } from '../../../src/file-system.js';
import type { Disk, Inode } from './disk.js';
import { quickFileSystem } from './quick-file-system.js';
import { callingSite, type SyncSite } from './sync-site.js';

/** A process on a disk, which can be killed between any two of its calls. */
export interface RecordedProcess {
  readonly fileSystem: FileSystem;
  /** Resolves when the process is killed: then none of its calls answers any more. */
  readonly killed: Promise<void>;
  /** Closes what it has left open. */
  end(): Promise<void>;
}

export interface RecordedProcessOptions {
  readonly disk: Disk;
  /** Where the disk really lies. */
  readonly base: string;
  /** Chooses which of the calls that wait comes next. */
  readonly random: SeededRandom;
  /** How many calls it lives for. */
  readonly lifetime: number;
  /** A sync that does nothing. */
  readonly ignored?: SyncSite | undefined;
  readonly onSync: (site: SyncSite) => void;
}

interface WaitingCall {
  /** Lets it happen; `over` is called when it has. */
  readonly begin: (over: () => void) => void;
  /** Until so many calls are left, it is passed over while there are others. */
  readonly sleepsUntil: number;
}

/** Of the calls one in so many is passed over for a while: then others come far while its caller is in the middle. A sync takes longest. */
const sleepers = { sync: 2, other: 10 };
const longestSleep = 150;

/** Node's file system with one call after the other, in a random order that the seed repeats; each change is told to the disk's history. */
export const startRecordedProcess = (options: RecordedProcessOptions): RecordedProcess => {
  const { disk, base, random, ignored, onSync } = options;
  const waiting: WaitingCall[] = [];
  const open = new Set<OpenFile>();
  let left = options.lifetime;
  let isRunning = false;
  let current: Promise<void> = Promise.resolve();
  let kill: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => (kill = resolve));

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0 && left > 0) {
      // Everything that can ask for a call has asked by then, so the order is up to the seed alone.
      await turn();
      const awake = waiting.filter(({ sleepsUntil }) => left <= sleepsUntil);
      const next = random.pick(awake.length > 0 ? awake : waiting);
      waiting.splice(waiting.indexOf(next), 1);
      left -= 1;
      await new Promise<void>(next.begin);
    }
    isRunning = false;
    if (left === 0) kill();
  };

  const turnOf = (kind: keyof typeof sleepers): Promise<() => void> =>
    new Promise((begin) => {
      waiting.push({ begin, sleepsUntil: random.integer(sleepers[kind]) > 0 ? left : left - random.integer(longestSleep) });
      if (isRunning) return;
      isRunning = true;
      current = runAll();
    });

  const perform = async <T>(
    act: () => Promise<T>,
    record?: (value: T) => void,
    kind: keyof typeof sleepers = 'other',
  ): Promise<T> => {
    const over = await turnOf(kind);
    try {
      const value = await act();
      record?.(value);
      return value;
    } finally {
      over();
    }
  };

  const name = (path: string): string => relative(base, path);
  const isOnDisk = (path: string): boolean => !name(path).startsWith('..');
  const inodeAt = (path: string): Inode => {
    // What lies above is not of this disk, and its history does not matter.
    if (!isOnDisk(path)) return { kind: 'directory', names: new Map(), syncs: [] };
    const inode = disk.at(name(path));
    if (inode === undefined) throw new Error(`${path} is not on record`);
    return inode;
  };

  const watched = (file: OpenFile, inode: Inode): OpenFile => {
    open.add(file);
    return {
      writev: (buffers, position) =>
        perform(
          () => file.writev(buffers, position),
          ({ bytesWritten }) => {
            if (inode.kind === 'file') disk.write(inode, position, Buffer.concat(buffers).subarray(0, bytesWritten));
          },
        ),
      read: (buffer, offset, length, position) => perform(() => file.read(buffer, offset, length, position)),
      stat: (how) => perform(() => file.stat(how)),
      sync: () => {
        const site = callingSite(new Error().stack ?? '');
        onSync(site);
        return perform(
          () => file.sync(),
          () => {
            if (site !== ignored) disk.sync(inode);
          },
          'sync',
        );
      },
      datasync: () => perform(() => file.datasync()),
      close: () => {
        open.delete(file);
        return file.close();
      },
    };
  };

  const forget = (path: string): void => {
    const inode = disk.at(path);
    if (inode?.kind === 'directory') {
      for (const [below, namings] of inode.names) if (namings.at(-1)?.inode !== undefined) forget(`${path}/${below}`);
    }
    if (inode !== undefined) disk.setName(path, undefined);
  };

  return {
    killed,
    end: async () => {
      left = 0;
      await current;
      await Promise.all([...open].map((file) => file.close()));
    },
    fileSystem: {
      open: async (path, flags, mode) => {
        let inode: Inode | undefined;
        const file = await perform(
          () => quickFileSystem.open(path, flags, mode),
          () => {
            inode = (flags & constants.O_CREAT) === 0 ? inodeAt(path) : disk.makeFile(name(path));
          },
        );
        if (inode === undefined) throw new Error(`${path} is not on record`);
        return watched(file, inode);
      },
      lstat: (path) => perform(() => quickFileSystem.lstat(path)),
      realpath: (path) => perform(() => quickFileSystem.realpath(path)),
      opendir: (path) => perform(() => quickFileSystem.opendir(path)),
      statfs: (path) => perform(() => quickFileSystem.statfs(path)),
      mkdir: (path, mode) =>
        perform(
          () => quickFileSystem.mkdir(path, mode),
          () => disk.makeDirectory(name(path)),
        ),
      rmdir: (path) =>
        perform(
          () => quickFileSystem.rmdir(path),
          () => disk.setName(name(path), undefined),
        ),
      rename: (from, to) =>
        perform(
          () => quickFileSystem.rename(from, to),
          () => {
            disk.setName(name(to), inodeAt(from));
            disk.setName(name(from), undefined);
          },
        ),
      link: (from, to) =>
        perform(
          () => quickFileSystem.link(from, to),
          () => disk.setName(name(to), inodeAt(from)),
        ),
      unlink: (path) =>
        perform(
          () => quickFileSystem.unlink(path),
          () => disk.setName(name(path), undefined),
        ),
      removeTree: (path) =>
        perform(
          () => quickFileSystem.removeTree(path),
          () => forget(name(path)),
        ),
    },
  };
};
