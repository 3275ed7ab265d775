/** Counts what happens to a disk; each change has a moment of its own. */
export type Moment = number;

/** What a name leads to from a moment on; undefined: to nothing. */
export interface Naming {
  readonly at: Moment;
  readonly inode: Inode | undefined;
}

export interface Write {
  readonly at: Moment;
  readonly position: number;
  readonly bytes: Uint8Array;
}

interface Synchronized {
  /** When all changes so far were on the disk. */
  readonly syncs: Moment[];
}

export interface Directory extends Synchronized {
  readonly kind: 'directory';
  /** What each name has led to, oldest first. */
  readonly names: Map<string, Naming[]>;
}

export interface PlainFile extends Synchronized {
  readonly kind: 'file';
  readonly writes: Write[];
}

export type Inode = Directory | PlainFile;

/** What lies on a disk after a power loss. */
export type Tree = { readonly kind: 'file'; readonly bytes: Uint8Array } | DirectoryTree;

export interface DirectoryTree {
  readonly kind: 'directory';
  readonly names: ReadonlyMap<string, Tree>;
}

export const emptyTree: DirectoryTree = { kind: 'directory', names: new Map() };

/** The history of a disk: every change that its file system was told, and every sync. Paths are relative to it. */
export interface Disk {
  readonly base: Directory;
  /** The latest moment. */
  now(): Moment;
  /** Something happens that changes nothing on the disk; answers its moment. */
  tick(): Moment;
  at(path: string): Inode | undefined;
  setName(path: string, inode: Inode | undefined): void;
  makeFile(path: string): PlainFile;
  makeDirectory(path: string): void;
  write(file: PlainFile, position: number, bytes: Uint8Array): void;
  sync(inode: Inode): void;
}

const inodeOf = (tree: Tree): Inode => {
  if (tree.kind === 'file') return { kind: 'file', writes: [{ at: 0, position: 0, bytes: tree.bytes }], syncs: [0] };
  const names = [...tree.names].map(([name, below]): [string, Naming[]] => [name, [{ at: 0, inode: inodeOf(below) }]]);
  return { kind: 'directory', names: new Map(names), syncs: [0] };
};

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** A disk that holds the tree, all of it durable. */
export const createDisk = (tree: DirectoryTree = emptyTree): Disk => {
  const base = inodeOf(tree);
  if (base.kind !== 'directory') throw new Error('a disk begins with a directory');
  let now = 0;

  const at = (path: string): Inode | undefined => {
    let found: Inode | undefined = base;
    for (const segment of segmentsOf(path)) {
      found = found?.kind === 'directory' ? found.names.get(segment)?.at(-1)?.inode : undefined;
    }
    return found;
  };

  const setName = (path: string, inode: Inode | undefined): void => {
    const segments = segmentsOf(path);
    const directory = at(segments.slice(0, -1).join('/'));
    const name = segments.at(-1);
    if (directory?.kind !== 'directory' || name === undefined) throw new Error(`${path} lies in no directory`);
    const namings = directory.names.get(name) ?? [];
    directory.names.set(name, namings);
    namings.push({ at: (now += 1), inode });
  };

  return {
    base,
    now: () => now,
    tick: () => (now += 1),
    at,
    setName,
    makeFile: (path) => {
      const file: PlainFile = { kind: 'file', writes: [], syncs: [] };
      setName(path, file);
      return file;
    },
    makeDirectory: (path) => setName(path, { kind: 'directory', names: new Map(), syncs: [] }),
    write: (file, position, bytes) => void file.writes.push({ at: (now += 1), position, bytes }),
    sync: (inode) => void inode.syncs.push((now += 1)),
  };
};
