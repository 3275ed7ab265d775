import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A file system of its own, of a few megabytes, in memory. */
export interface SmallDisk {
  /** Where it lies for programs that are started by `within`; no other sees it. */
  readonly path: string;
  /** What a command line begins with whose program is to see it. */
  readonly within: readonly string[];
  freeBytes(): number;
  /** Leaves nothing free, as somebody else's files would. */
  fill(): void;
  /** Takes away what `fill` has put there. */
  empty(): void;
  /** When no program uses it any more. */
  remove(): Promise<void>;
}

/** A server on the same disk may take some of it meanwhile. */
const appendAsMuchAsFits = (path: string, bytes: number): void => {
  try {
    appendFileSync(path, Buffer.alloc(bytes));
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC')) throw fault;
  }
};

const isRoot = process.getuid?.() === 0;

/** Keeps the disk until its input ends, which it does with this process. Who is not root may mount in a namespace of users of their own. */
const startKeeper = (path: string, mebibytes: number): ChildProcessWithoutNullStreams => {
  const script = `mount -t tmpfs -o size=${mebibytes}m,mode=0700 tmpfs "$0" && echo mounted && exec cat`;
  const namespaces = [...(isRoot ? [] : ['--user', '--map-root-user']), '--mount'];
  return spawn('unshare', [...namespaces, 'sh', '-c', script, path]);
};

export const mountSmallDisk = async (mebibytes: number): Promise<SmallDisk> => {
  const path = mkdtempSync(join(tmpdir(), 'svc-small-disk-'));
  const keeper = startKeeper(path, mebibytes);
  const ended = once(keeper, 'exit');
  const complaint = text(keeper.stderr);
  if (!(await Promise.race([once(keeper.stdout, 'data').then(() => true), ended.then(() => false)]))) {
    rmSync(path, { recursive: true });
    throw new Error(`No small disk can be mounted, which takes root or namespaces of users: ${await complaint}`);
  }
  const pid = String(keeper.pid);
  const seen = `/proc/${pid}/root${path}`;
  const ballast = join(seen, 'ballast');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(seen);
    return bavail * bsize;
  };
  return {
    path,
    within: ['nsenter', '--target', pid, ...(isRoot ? [] : ['--user', '--preserve-credentials']), '--mount'],
    freeBytes,
    fill: () => {
      for (let free = freeBytes(); free > 0; free = freeBytes()) appendAsMuchAsFits(ballast, free);
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: async () => {
      keeper.stdin.end();
      await ended;
      rmSync(path, { recursive: true });
    },
  };
};
