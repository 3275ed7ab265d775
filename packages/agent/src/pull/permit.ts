import type { Stats } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { codeOf } from '../error-code.js';
import { bytesOfPath } from '../file-system.js';

const executeBits = 0o111;

/** Who may read may execute. */
const executableMode = (mode: number): number => mode | ((mode & 0o444) >> 2);

/** How a file system says that its files have no modes of their own; the first one is said of another user's file, too. */
const noModes: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS']);

const mayChange = ({ uid }: Pick<Stats, 'uid'>): boolean => [0, uid].includes(process.geteuid?.() ?? uid);

/** Lets those execute the file who may read it, or nobody, as far as the file system has modes. `path` has as many characters as bytes. */
export const permit = async (
  path: string,
  { mode, uid }: Pick<Stats, 'mode' | 'uid'>,
  isExecutable: boolean,
  change: (path: Buffer, mode: number) => Promise<void> = chmod,
): Promise<void> => {
  const permissions = mode & 0o7777;
  if (isExecutable === ((permissions & executeBits) !== 0)) return;
  try {
    await change(bytesOfPath(path), isExecutable ? executableMode(permissions) : permissions & ~executeBits);
  } catch (fault) {
    if (!noModes.has(codeOf(fault)) || !mayChange({ uid })) throw fault;
  }
};
