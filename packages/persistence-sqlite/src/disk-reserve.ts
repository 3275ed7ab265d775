import { randomFillSync } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file of no use but for the room that it takes, which a full disk has when the file is gone. */
export interface DiskReserve {
  /** Removes the file; whether there was one that could be removed. */
  release(): boolean;
  /** Makes the file again, where the disk has room for much more than it. */
  restore(): void;
}

/** A disk that has just made room needs it for other things first. */
const roomFactor = 4;

const remove = (path: string): boolean => {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
};

export const createDiskReserve = (path: string, sizeBytes: number): DiskReserve => ({
  release: () => remove(path),
  restore: () => {
    if (existsSync(path)) return;
    // A timer asks for this, which nobody catches: a folder that is gone is for the next transaction to say.
    try {
      const { bavail, bsize } = statfsSync(dirname(path));
      if (bavail * bsize < roomFactor * sizeBytes) return;
      // Zeros would take no room on a disk that compresses.
      writeFileSync(path, randomFillSync(new Uint8Array(sizeBytes)), { mode: 0o600 });
    } catch {
      remove(path);
    }
  },
});
