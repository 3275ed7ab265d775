import type { Oid } from '@svc/core';
import type { FileSystem } from '../file-system.js';
import { openSource } from '../push/source-file.js';
import { hashFile } from './hash-file.js';

/** The oid of a local file, and whether it is the one that is expected. */
export interface VerifiedFile {
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly isExpected: boolean;
}

/** Hashes a local file. Throws an `AgentProblem` when it cannot be read, or changes meanwhile. */
export const verifyFile = async (
  fileSystem: FileSystem,
  path: string,
  expected: Oid,
  signal: AbortSignal,
): Promise<VerifiedFile> => {
  const file = await openSource(fileSystem, path);
  try {
    const oid = await hashFile(file, signal);
    return { oid, sizeBytes: file.sizeBytes, isExpected: oid === expected };
  } finally {
    await file.close();
  }
};
