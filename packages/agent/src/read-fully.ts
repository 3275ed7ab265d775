import type { OpenFile } from './file-system.js';

/** Fills the memory with the bytes at a position as far as the file goes; how many there were. */
export const readFully = async (handle: Pick<OpenFile, 'read'>, into: Uint8Array, position: number): Promise<number> => {
  let length = 0;
  while (length < into.byteLength) {
    const { bytesRead } = await handle.read(into, length, into.byteLength - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
};
