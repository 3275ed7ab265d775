import type { SeededRandom } from '@svc/conformance';
import type { Directory, DirectoryTree, Disk, Inode, Moment, Naming, PlainFile, Tree, Write } from './disk.js';

/** What becomes of changes that were not synchronized when the power went. */
export interface Fate {
  /** How many of the changes of one name are on the disk, out of so many. Those of other names have fates of their own, in whatever order they came. */
  namings(count: number): number;
  write(sizeBytes: number): WriteFate;
}

export interface WriteFate {
  /** So many bytes are on the disk. */
  readonly keptBytes: number;
  /** What the rest has become: never written, or room that was taken and not yet filled. */
  readonly rest: 'absent' | 'zeros' | 'other bytes';
}

const whole = (sizeBytes: number): WriteFate => ({ keptBytes: sizeBytes, rest: 'absent' });
const lost: WriteFate = { keptBytes: 0, rest: 'absent' };

export const keepAll: Fate = { namings: (count) => count, write: whole };
export const loseAll: Fate = { namings: () => 0, write: () => lost };

/** Each change is on the disk by a chance of so many in eight, or in part. */
export const chanceFate = (random: SeededRandom, chances: number): Fate => {
  const survives = (): boolean => random.integer(8) < chances;
  return {
    namings: (count) => {
      let kept = 0;
      while (kept < count && survives()) kept += 1;
      return kept;
    },
    write: (sizeBytes) => {
      if (survives()) return whole(sizeBytes);
      return { keptBytes: random.integer(sizeBytes + 1), rest: random.pick(['absent', 'zeros', 'other bytes'] as const) };
    },
  };
};

const lastSync = ({ syncs }: Inode, at: Moment): Moment => syncs.findLast((moment) => moment <= at) ?? -1;

const namingAt = (namings: readonly Naming[], synced: Moment, at: Moment, fate: Fate): Naming | undefined => {
  const durable = namings.filter((naming) => naming.at <= synced).length;
  const open = namings.filter((naming) => naming.at > synced && naming.at <= at).length;
  const survived = durable + (open === 0 ? 0 : fate.namings(open));
  return namings[survived - 1];
};

const apply = (bytes: Buffer, { position, bytes: written }: Write, { keptBytes, rest }: WriteFate): Buffer => {
  const kept = written.subarray(0, rest === 'absent' ? keptBytes : written.byteLength);
  if (kept.byteLength === 0) return bytes;
  const grown = Buffer.alloc(Math.max(bytes.byteLength, position + kept.byteLength));
  bytes.copy(grown);
  grown.set(kept.subarray(0, keptBytes), position);
  if (rest !== 'absent') grown.fill(rest === 'zeros' ? 0 : 0xa5, position + keptBytes, position + kept.byteLength);
  return grown;
};

/**
 * A state in which the disk may be when the power has gone at a moment: what was synchronized is there, everything else as the fate will have it. No file
 * system is as bad as this one, and POSIX allows it: a file's sync does not keep its name, a directory's sync keeps its own names alone, a
 * rename may be half done between two directories, and changes that wait come to the disk in any order.
 */
export const losePower = (disk: Disk, at: Moment, fate: Fate): DirectoryTree => {
  const known = new Map<Inode, Tree>();

  const bytesOf = (file: PlainFile): Uint8Array => {
    const synced = lastSync(file, at);
    let bytes: Buffer = Buffer.alloc(0);
    for (const write of file.writes) {
      const { byteLength } = write.bytes;
      if (write.at <= at) bytes = apply(bytes, write, write.at <= synced ? whole(byteLength) : fate.write(byteLength));
    }
    return bytes;
  };

  const treeOf = (inode: Inode): Tree => {
    const found = known.get(inode);
    if (found !== undefined) return found;
    const tree = inode.kind === 'directory' ? directoryOf(inode) : ({ kind: 'file', bytes: bytesOf(inode) } as const);
    known.set(inode, tree);
    return tree;
  };

  const directoryOf = (directory: Directory): DirectoryTree => {
    const synced = lastSync(directory, at);
    const names = new Map<string, Tree>();
    for (const [name, namings] of directory.names) {
      const inode = namingAt(namings, synced, at, fate)?.inode;
      if (inode !== undefined) names.set(name, treeOf(inode));
    }
    return { kind: 'directory', names };
  };

  return directoryOf(disk.base);
};
