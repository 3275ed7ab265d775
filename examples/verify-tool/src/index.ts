import { verifyBytes } from '@svc/core/verify';
import { nodeHasher } from '@svc/hasher-node';
import { createReadStream } from 'node:fs';
import { oidOf } from './oid-of.js';

// verify-tool <file> [oid]: whether the file's bytes are those that its oid, or the oid in its own name, promises.
const [path, promised = path] = process.argv.slice(2);
const oid = promised === undefined ? undefined : oidOf(promised);
if (path === undefined || oid === undefined) {
  console.error('usage: verify-tool <file> [oid]; without an oid the file has to be named by one');
  process.exit(2);
}
try {
  const bytes: AsyncIterable<Buffer> = createReadStream(path);
  const verified = await verifyBytes(bytes, oid, nodeHasher);
  console.log(verified.isOk() ? `ok ${oid}` : `differs: ${path} hashes to ${verified.error.actual}`);
  process.exitCode = verified.isOk() ? 0 : 1;
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : String(fault));
  process.exitCode = 2;
}
