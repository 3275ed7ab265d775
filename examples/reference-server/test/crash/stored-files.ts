import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../client/test-object.js';

/** What is wrong with the file of a visible object, or undefined when it holds exactly the object. */
export const faultOfFile = (dataDir: string, repositoryId: string, oid: string, size: number): string | undefined => {
  const path = join(dataDir, 'blobs', 'repositories', repositoryId, 'objects', oid.slice(0, 2), oid.slice(2, 4), oid);
  if (!existsSync(path)) return `${oid} is visible and has no file`;
  const bytes = readFileSync(path);
  if (bytes.byteLength !== size) return `${oid} is visible with ${size} bytes and has ${bytes.byteLength}`;
  return sha256(bytes) === oid ? undefined : `${oid} is visible and its bytes hash to something else`;
};
