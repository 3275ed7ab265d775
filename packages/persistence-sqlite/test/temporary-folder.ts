import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder, and a way to be rid of it and of all that is in it. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export const makeTemporaryFolder = async (): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'svc-sqlite-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
