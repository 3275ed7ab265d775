import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, symlink, unlink } from 'node:fs/promises';
import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { codeOf } from '../error-code.js';
import { byteFileSystem, bytesOfPath, leadsToFile } from '../file-system.js';
import { openSource, UnreadableFile } from '../push/source-file.js';
import { hashFile } from '../verify/hash-file.js';
import { permit } from './permit.js';
import { createSetAside } from './set-aside.js';
import { isSystemName } from './system-name.js';
import { Unwritable } from './unwritable.js';

export interface WantedFile {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** Paths of this run that the file system may take for the file's, or for a folder's above it; what stands at them is not replaced. */
  readonly twins?: readonly string[];
}

/** The folder that files are pulled into. Paths are below it, with as many characters as bytes. */
export interface Destination {
  /** Whether files and links that are others are replaced. */
  readonly replaces: boolean;
  /** The whole path of a file. */
  pathOf(below: string): string;
  /** What it is called for people. */
  shown(below: string): string;
  /** Makes room for a file: the folders above it, and no folder in its place. `present` where the very file is there already. Throws an `Unwritable`. */
  prepareFile(below: string, file: WantedFile): Promise<'absent' | 'present'>;
  /** What `prepareFile` would find; changes nothing. */
  foresee(below: string, file: WantedFile): Promise<'absent' | 'present'>;
  /** Writes a symbolic link at once, unless it is there, and not in the place of a twin. Throws an `Unwritable`. */
  writeLink(below: string, target: string, twins?: readonly string[]): Promise<void>;
  /** Gives back what stood in the place of folders into which nothing has come. Nothing is prepared or written after it. */
  settle(): Promise<void>;
}

export interface DestinationOptions {
  /** The whole path of the folder, as many characters as bytes. */
  readonly root: string;
  /** Whether files and links that are others are replaced. */
  readonly replaces: boolean;
  /** What a path is called in messages. */
  readonly shown: (below: string) => string;
  readonly signal: AbortSignal;
  /** By which names are judged; the one that this runs on, unless it is given. */
  readonly platform?: NodeJS.Platform;
}

const depthOf = (below: string): number => below.split('/').length;

const lookAt = async (path: string): Promise<Stats | undefined> => {
  try {
    return await lstat(bytesOfPath(path));
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return undefined;
    throw fault;
  }
};

export const createDestination = ({
  root,
  replaces,
  shown,
  signal,
  platform = process.platform,
}: DestinationOptions): Destination => {
  /** Folders that were looked at, so that each is once. */
  const known = new Set<string>();
  const aside = createSetAside();
  const pathOf = (below: string): string => (root.endsWith('/') ? `${root}${below}` : `${root}/${below}`);
  const inTheWay = (below: string, what: string): Unwritable =>
    new Unwritable(shown(below), `is there already, and ${what}`, true);

  const notFolder = (below: string): Unwritable => inTheWay(below, 'is no folder; --force replaces it');

  /** Says of a path what the system has against it. */
  const orUnwritable = async <T>(below: string, act: () => Promise<T>): Promise<T> => {
    if (!below.split('/').every((segment) => isSystemName(segment, platform)))
      throw new Unwritable(shown(below), 'is no name of a file on this system', false);
    try {
      return await act();
    } catch (fault) {
      if (fault instanceof AgentProblem) throw fault;
      throw new Unwritable(shown(below), `cannot be written (${codeOf(fault)})`, false);
    }
  };

  /** A real folder: a link would lead elsewhere. */
  const ensureFolder = async (below: string, twins: readonly string[]): Promise<void> => {
    if (below === '' || known.has(below)) return;
    await ensureFolder(below.slice(0, Math.max(0, below.lastIndexOf('/'))), twins);
    const facts = await lookAt(pathOf(below));
    if (facts?.isDirectory() !== true) {
      if (facts !== undefined) {
        await checkTwins(below, facts, twins);
        if (!replaces) throw notFolder(below);
        await aside.take(pathOf(below));
      }
      await makeFolder(below);
    }
    known.add(below);
  };

  /** Another run may pull into the same folder, and have made this one a moment ago. */
  const makeFolder = async (below: string): Promise<void> => {
    try {
      await mkdir(bytesOfPath(pathOf(below)));
      aside.made(pathOf(below));
    } catch (fault) {
      if (codeOf(fault) !== 'EEXIST') throw fault;
      if ((await lookAt(pathOf(below)))?.isDirectory() !== true) throw notFolder(below);
    }
  };

  const isSame = async (path: string, facts: Stats, { oid, sizeBytes }: WantedFile): Promise<boolean> => {
    if (!facts.isFile() || facts.size !== sizeBytes) return false;
    try {
      const file = await openSource(byteFileSystem, path);
      try {
        return (await hashFile(file, signal)) === oid;
      } finally {
        await file.close();
      }
    } catch (fault) {
      // What cannot be read, or changes, is something else.
      if (fault instanceof UnreadableFile) return false;
      throw fault;
    }
  };

  /** Whether each name on the path is in its folder as it is written here: what stands there may have been found by another one. */
  const isListed = async (below: string): Promise<boolean> => {
    let folder = '';
    for (const segment of below.split('/')) {
      const names = await readdir(bytesOfPath(pathOf(folder)), { encoding: 'buffer' });
      if (!names.some((name) => name.toString('latin1') === segment)) return false;
      folder += `${segment}/`;
    }
    return true;
  };

  /** Of what stands there already, two names that it was given may be one. Some file systems do not tell so by its number. */
  const checkTwins = async (below: string, facts: Stats, twins: readonly string[]): Promise<void> => {
    for (const twin of twins.filter((each) => depthOf(each) === depthOf(below))) {
      const other = await lookAt(pathOf(twin));
      if (other === undefined) continue;
      const isSameFile = other.dev === facts.dev && other.ino === facts.ino;
      if (isSameFile || !(await isListed(below))) throw inTheWay(below, `is ${shown(twin)} to this file system`);
    }
  };

  /** What stands where something else is to be. */
  const checkReplaceable = async (below: string, facts: Stats, twins: readonly string[] = []): Promise<void> => {
    await checkTwins(below, facts, twins);
    if (facts.isDirectory()) throw inTheWay(below, 'is a folder');
    if (!replaces) throw inTheWay(below, 'has other bytes; --force replaces it');
  };

  const enter = (below: string, twins: readonly string[] = []): Promise<void> =>
    ensureFolder(below.slice(0, Math.max(0, below.lastIndexOf('/'))), twins);

  /** Whether real folders lead to the path. Throws for what stands where one is to be, unless that is replaced. */
  const isEntered = async (below: string): Promise<boolean> => {
    for (let end = below.indexOf('/'); end >= 0; end = below.indexOf('/', end + 1)) {
      const folder = below.slice(0, end);
      const facts = await lookAt(pathOf(folder));
      if (facts?.isDirectory() === true) continue;
      if (facts !== undefined && !replaces) throw notFolder(folder);
      return false;
    }
    return true;
  };

  return {
    replaces,
    pathOf,
    shown,
    settle: () => aside.settle(),
    foresee: (below, file) =>
      orUnwritable(below, async () => {
        if (!(await isEntered(below))) return 'absent';
        const path = pathOf(below);
        const facts = await lookAt(path);
        if (facts === undefined) return 'absent';
        if (await isSame(path, facts, file)) return 'present';
        await checkReplaceable(below, facts);
        return 'absent';
      }),
    prepareFile: (below, file) =>
      orUnwritable(below, async () => {
        await enter(below, file.twins);
        const path = pathOf(below);
        const facts = await lookAt(path);
        if (facts === undefined) return 'absent';
        if (await isSame(path, facts, file)) {
          await permit(path, facts, file.isExecutable);
          return 'present';
        }
        await checkReplaceable(below, facts, file.twins);
        // Windows puts no file in the place of a link to a folder. Elsewhere nothing is taken away before the bytes are there.
        if (platform === 'win32' && !(await leadsToFile(byteFileSystem, path))) await unlink(bytesOfPath(path));
        return 'absent';
      }),
    writeLink: (below, target, twins) =>
      orUnwritable(below, async () => {
        await enter(below, twins);
        const path = pathOf(below);
        const facts = await lookAt(path);
        if (facts?.isSymbolicLink() === true && (await readlink(bytesOfPath(path), 'latin1')) === target) return;
        if (facts !== undefined) await checkReplaceable(below, facts, twins);
        const part = `${path.slice(0, path.lastIndexOf('/') + 1)}${randomBytes(9).toString('hex')}.part`;
        await symlink(bytesOfPath(target), bytesOfPath(part));
        try {
          await rename(bytesOfPath(part), bytesOfPath(path));
        } catch (fault) {
          await unlink(bytesOfPath(part)).catch(() => undefined);
          throw fault;
        }
      }),
  };
};
