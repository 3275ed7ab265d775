import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { invariant, type BlobMissing, type BlobReading, type ByteSpan } from '@svc/core';
import { err, ok, type Result } from 'neverthrow';
import { codeOf, isMissing } from './classify-error.js';
import { fileBody, fillFromFile } from './file-body.js';
import type { FileSystem, OpenFile } from './file-system.js';
import { refuseLinkedDirectory, SymbolicLinkRefused } from './safe-path.js';

/** Opens the blob at the path, or a span of it. The file is open from here on, so it is read as it is now whatever is done to its name. */
export const openBlob = async (
  fileSystem: FileSystem,
  path: string,
  span: ByteSpan | undefined,
): Promise<Result<BlobReading, BlobMissing>> => {
  const file = await openFile(fileSystem, path);
  if (file === undefined) return err({ kind: 'blob_missing' });
  let handedOver = false;
  try {
    const facts = await file.stat({ bigint: true });
    if (!facts.isFile()) return err({ kind: 'blob_missing' });
    const sizeBytes = Number(facts.size);
    const { first, last } = span ?? { first: 0, last: sizeBytes - 1 };
    invariant(span === undefined || (first >= 0 && first <= last && last < sizeBytes), 'a span lies inside its blob');
    handedOver = true;
    return ok({
      sizeBytes,
      body: fileBody(file, first, last + 1),
      fill: (target) => fillFromFile(file, first, target),
    });
  } finally {
    if (!handedOver) await file.close();
  }
};

const openFile = async (fileSystem: FileSystem, path: string): Promise<OpenFile | undefined> => {
  try {
    await refuseLinkedDirectory(fileSystem, dirname(path));
    return await fileSystem.open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (fault) {
    if (isMissing(fault)) return undefined;
    if (codeOf(fault) === 'ELOOP') throw new SymbolicLinkRefused(path);
    throw fault;
  }
};
