import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An empty folder for back-ups. The claim on one is a file beside it, so it has a folder around it that goes with it. */
export const newBackupFolder = (): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'svc-backups-')), 'place');
  mkdirSync(folder);
  return folder;
};

export const removeBackupFolder = (folder: string): void => rmSync(dirname(folder), { recursive: true, force: true });
