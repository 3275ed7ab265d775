import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How many bytes all blobs of a server occupy, half-written ones included. */
export const blobBytes = (dataDir: string): number => {
  const root = join(dataDir, 'blobs');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(root, path)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
};
