import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { invariant } from '@svc/core/model';
import type { BlobMissing, BlobReading, ByteSpan, OpenBlob, SpanOutside } from '@svc/core/ports';
import { err, ok, type Result } from 'neverthrow';
import { codeOf, isMissing, type OnUnavailable, readFaultOf } from './classify-error.js';
import { fileBody, fillFromFile, readInto } from './file-body.js';
import type { FileSystem, OpenFile, ReadableFile } from './file-system.js';
import { refuseLinkedDirectory, SymbolicLinkRefused } from './safe-path.js';

interface FileOfBlob {
  readonly file: ReadableFile;
  readonly sizeBytes: number;
}

/** A file whose faults are those that a body throws. */
const blobFile = (file: OpenFile, onUnavailable: OnUnavailable | undefined): ReadableFile => ({
  read: async (buffer, offset, length, position) => {
    try {
      return await file.read(buffer, offset, length, position);
    } catch (fault) {
      throw readFaultOf(fault, onUnavailable);
    }
  },
  close: () => file.close(),
});

/** Undefined when no blob lies at the path. The file is open from here on, so it is read as it is now whatever is done to its name. */
const fileOfBlob = async (
  fileSystem: FileSystem,
  path: string,
  onUnavailable: OnUnavailable | undefined,
): Promise<FileOfBlob | undefined> => {
  const file = await openFile(fileSystem, path);
  if (file === undefined) return undefined;
  let handedOver = false;
  try {
    const facts = await file.stat({ bigint: true });
    if (!facts.isFile()) return undefined;
    handedOver = true;
    return { file: blobFile(file, onUnavailable), sizeBytes: Number(facts.size) };
  } finally {
    if (!handedOver) await file.close();
  }
};

const missing: Result<never, BlobMissing> = err({ kind: 'blob_missing' });

/** Opens the blob at the path, or a span of it. */
export const openBlob = async (
  fileSystem: FileSystem,
  path: string,
  span: ByteSpan | undefined,
  onUnavailable?: OnUnavailable,
): Promise<Result<BlobReading, BlobMissing | SpanOutside>> => {
  invariant(span === undefined || (span.first >= 0 && span.first <= span.last), 'a span has a first and a last byte');
  const opened = await fileOfBlob(fileSystem, path, onUnavailable);
  if (opened === undefined) return missing;
  const { file, sizeBytes } = opened;
  const { first, last } = span ?? { first: 0, last: sizeBytes - 1 };
  if (last >= sizeBytes) {
    await file.close();
    return err({ kind: 'span_outside', sizeBytes });
  }
  return ok({
    sizeBytes,
    body: fileBody(file, first, last + 1),
    fill: (target) => fillFromFile(file, first, target),
  });
};

/** Opens the blob at the path for many reads. */
export const keepBlobOpen = async (
  fileSystem: FileSystem,
  path: string,
  onUnavailable?: OnUnavailable,
): Promise<Result<OpenBlob, BlobMissing>> => {
  const opened = await fileOfBlob(fileSystem, path, onUnavailable);
  if (opened === undefined) return missing;
  const { file, sizeBytes } = opened;
  return ok({ sizeBytes, fill: (begin, target) => readInto(file, begin, target), close: () => file.close() });
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
