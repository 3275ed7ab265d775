import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { makeTemporaryFolder } from '../temporary-folder.js';

const makeTemplate = async (): Promise<Buffer> => {
  const folder = await makeTemporaryFolder();
  const path = join(folder.path, 'svc.db');
  await (await openSqliteDatabase({ path })).close();
  const bytes = await readFile(path);
  await folder.remove();
  return bytes;
};

let template: Promise<Buffer> | undefined;

/** Writes a file that has the schema and nothing else: that takes a tenth of the time in which the schema is made. */
export const writeMigratedFile = async (path: string): Promise<void> => writeFile(path, await (template ??= makeTemplate()));
