import { statSync } from 'node:fs';

/** Another file, or none, is where the database was opened: what is written to the open one would be gone with this process. */
export class DatabaseGone extends Error {
  override readonly name = 'DatabaseGone';

  constructor() {
    super('the file of the database is not where it was opened');
  }
}

interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/** Undefined also of what cannot be looked at. */
const identityOf = (path: string): FileIdentity | undefined => {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return { device: dev, inode: ino };
  } catch {
    return undefined;
  }
};

/** Throws, when it is called, unless the file is the one that is there now. */
export const createInPlaceCheck = (path: string): (() => void) => {
  const opened = identityOf(path);
  return () => {
    const found = identityOf(path);
    if (found === undefined || found.device !== opened?.device || found.inode !== opened.inode) throw new DatabaseGone();
  };
};
