import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, of a few megabytes, in memory. */
export interface SmallDisk {
  readonly path: string;
  freeBytes(): number;
  /** Leaves nothing free, as somebody else's files would. */
  fill(): void;
  /** Takes away what `fill` has put there. */
  empty(): void;
  remove(): void;
}

/** A server on the same disk may take some of it meanwhile. */
const appendAsMuchAsFits = (path: string, bytes: number): void => {
  try {
    appendFileSync(path, Buffer.alloc(bytes));
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC')) throw fault;
  }
};

/** Undefined where this process may not mount anything: that takes root, and in a container CAP_SYS_ADMIN. */
export const mountSmallDisk = (mebibytes: number): SmallDisk | undefined => {
  const path = mkdtempSync(join(tmpdir(), 'svc-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const ballast = join(path, 'ballast');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fill: () => {
      for (let free = freeBytes(); free > 0; free = freeBytes()) appendAsMuchAsFits(ballast, free);
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
};
