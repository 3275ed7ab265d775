import type { FileSystem } from './file-system.js';
import { StorageFull } from './storage-outages.js';

/** No more than this is kept free. */
const maxReserveBytes = 256 * 1024 * 1024;

/** Of a small disk so much is kept free. */
const reserveShare = 0.05;

/** And at least this, or half of what there is. */
const minReserveBytes = 8 * 1024 * 1024;

/**
 * Throws when the disk of the path, with so many bytes more on it, would have less free than is kept for everything else: a database on the same disk
 * needs room for every change, also for those that delete. A disk that tells no size is not asked for more.
 */
export const demandRoom = async (fileSystem: FileSystem, path: string, bytes: number): Promise<void> => {
  const { bsize, blocks, bavail } = await fileSystem.statfs(path);
  if (blocks === 0) return;
  const diskBytes = blocks * bsize;
  const reserveBytes = Math.min(maxReserveBytes, Math.max(reserveShare * diskBytes, Math.min(minReserveBytes, diskBytes / 2)));
  if (bavail * bsize - bytes < reserveBytes) throw new StorageFull();
};
