import type { Hasher } from '@svc/core';
import { createReadStream } from 'node:fs';

/** SHA-256 of a file in 64 lower-case hex digits, in constant memory. Rejects when the file cannot be read. */
export const hashFile = async (path: string, hasher: Hasher): Promise<string> => {
  const hash = hasher.sha256();
  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digestHex();
};
