import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder, and a way to be rid of it and of all that is in it. */
export const makeTemporaryFolder = async (): Promise<{ readonly path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'svc-sqlite-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
