import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bytesNamed } from '../client/test-object.js';

const BLOCK_BYTES = 1024 * 1024;
/** Every so many bytes there is a block of its own. */
const STRIDE_BYTES = 64 * BLOCK_BYTES;

/** Makes a large file that takes little room and time: different blocks with holes between them. */
export const writeSparseFile = async (path: string, sizeBytes: number): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  try {
    await file.truncate(sizeBytes);
    for (let at = 0; at < sizeBytes; at += STRIDE_BYTES) {
      const block = bytesNamed(`block at ${at}`, Math.min(BLOCK_BYTES, sizeBytes - at));
      await file.write(block, 0, block.length, at);
    }
  } finally {
    await file.close();
  }
};
