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

export const createDiskReserve = (path: string, sizeBytes: number): DiskReserve => ({
  release: () => {
    try {
      rmSync(path);
      return true;
    } catch {
      return false;
    }
  },
  restore: () => {
    if (existsSync(path)) return;
    const { bavail, bsize } = statfsSync(dirname(path));
    if (bavail * bsize < roomFactor * sizeBytes) return;
    try {
      // Zeros would take no room on a disk that compresses.
      writeFileSync(path, randomFillSync(new Uint8Array(sizeBytes)), { mode: 0o600 });
    } catch {
      rmSync(path, { force: true });
    }
  },
});
