import { nodeHasher } from '@svc/storage-fs';
import { hashFile } from './hash-file.js';
import { oidOf } from './oid-of.js';

// verify-tool <file> [oid]: whether the file's bytes are those that its oid, or the oid in its own name, promises.
const [path, promised = path] = process.argv.slice(2);
const oid = promised === undefined ? undefined : oidOf(promised);
if (path === undefined || oid === undefined) {
  console.error('usage: verify-tool <file> [oid]; without an oid the file has to be named by one');
  process.exit(2);
}
try {
  const actual = await hashFile(path, nodeHasher);
  console.log(actual === oid ? `ok ${oid}` : `differs: ${path} hashes to ${actual}`);
  process.exitCode = actual === oid ? 0 : 1;
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : String(fault));
  process.exitCode = 2;
}
