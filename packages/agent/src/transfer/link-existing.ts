import { link } from 'node:fs/promises';
import type { Oid } from '@svc/core';
import { nodeFileSystem } from '../file-system.js';
import { openSource } from '../push/source-file.js';
import { hashFile } from '../verify/hash-file.js';

/** Gives an object that lies in a file already a second name, which git-lfs may move as that of one that has just come. False where it cannot be had so. */
export const linkExisting = async (path: string, oid: Oid, destination: string, signal: AbortSignal): Promise<boolean> => {
  try {
    const file = await openSource(nodeFileSystem, path);
    try {
      if ((await hashFile(file, signal)) !== oid) return false;
    } finally {
      await file.close();
    }
    await link(path, destination);
    return true;
  } catch {
    // Mostly it is not there. Why the object is wanted at all is what there is to say then, and who has asked knows it.
    return false;
  }
};
