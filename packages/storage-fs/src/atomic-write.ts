import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { receiveBody } from '@svc/core';
import type { BodyIncomplete } from '@svc/core/model';
import type { BlobSizeMismatch } from '@svc/core/ports';
import { nodeHasher } from '@svc/hasher-node';
import { err, ok, type Result } from 'neverthrow';
import { codeOf } from './classify-error.js';
import type { DigestMemo } from './digest-memo.js';
import { demandRoom } from './disk-reserve.js';
import type { DurableDirectories } from './durable-directories.js';
import type { EarlyFlush } from './early-flush.js';
import { createFileSink, type FileSink } from './file-sink.js';
import { removeFile, type FileSystem, type OpenFile } from './file-system.js';
import { factsOf } from './safe-path.js';

/** How the store opens a file that it makes: it must be new, and is its owner's alone. */
export const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
export const newFileMode = 0o600;

/** What writing and promoting work with. */
export interface FsContext {
  readonly fileSystem: FileSystem;
  readonly directories: DurableDirectories;
  readonly digests: DigestMemo;
  readonly flushEarly: EarlyFlush;
  /** A path in the root's file system that nothing has and nobody else will get; what lies there is no blob. */
  readonly newTemporaryPath: () => string;
}

/**
 * Writes a file so that a power cut at any moment leaves the old one or the new one: bytes to a temporary file, the file to the disk,
 * its name into place, the directory to the disk, then the answer. What will be promoted is hashed while it comes, so that it need not be read again.
 */
export const writeAtomically = async (
  context: FsContext,
  target: string,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  willBePromoted: boolean,
): Promise<Result<void, BlobSizeMismatch | BodyIncomplete>> => {
  const { fileSystem, directories, digests } = context;
  const temporary = context.newTemporaryPath();
  await demandRoom(fileSystem, dirname(temporary), sizeBytes);
  let published = false;
  try {
    const written = await writeThrough(context, temporary, body, sizeBytes, willBePromoted);
    if (written.isErr()) return err(written.error);
    const { facts, sha256Hex } = written.value;
    if (sha256Hex !== undefined) digests.remember(facts, sha256Hex);
    await intoDirectory(directories, target, () => fileSystem.rename(temporary, target));
    published = true;
    await syncOrRetract(context, target, facts);
    return ok();
  } finally {
    if (!published) await removeFile(fileSystem, temporary);
  }
};

/**
 * Runs `act`, which gives a file the name `target`, once the target's directory is there. A removal of the whole prefix may take the directory away
 * in between; then it is made again.
 */
export const intoDirectory = async (directories: DurableDirectories, target: string, act: () => Promise<void>): Promise<void> => {
  const maxAttempts = 100;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await directories.prepare(dirname(target));
      await act();
      return;
    } catch (fault) {
      if (codeOf(fault) !== 'ENOENT' || attempt === maxAttempts) throw fault;
    }
  }
};

interface WrittenFile {
  readonly facts: BigIntStats;
  readonly sha256Hex: string | undefined;
}

const writeThrough = async (
  { fileSystem, flushEarly }: FsContext,
  path: string,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  willBePromoted: boolean,
): Promise<Result<WrittenFile, BlobSizeMismatch | BodyIncomplete>> => {
  const file = await fileSystem.open(path, newFile, newFileMode);
  try {
    const hash = willBePromoted ? nodeHasher.sha256() : undefined;
    return await fill(file, createFileSink(file, hash, flushEarly), body, sizeBytes);
  } finally {
    await file.close();
  }
};

const fill = async (
  file: OpenFile,
  sink: FileSink,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Result<WrittenFile, BlobSizeMismatch | BodyIncomplete>> => {
  try {
    const received = await receiveBody(body, sizeBytes, (chunk) => sink.take(chunk));
    if (received.isErr()) return err(received.error);
    const sha256Hex = await sink.finish();
    await file.sync();
    return ok({ sha256Hex, facts: await file.stat({ bigint: true }) });
  } finally {
    await sink.drain();
  }
};

/** A blob whose name may not be on the disk must not be seen, since its writer is told that it was not stored. */
const syncOrRetract = async ({ fileSystem, directories }: FsContext, target: string, facts: BigIntStats): Promise<void> => {
  try {
    await directories.sync(dirname(target));
  } catch (fault) {
    const present = await factsOf(fileSystem, target);
    if (present?.dev === facts.dev && present.ino === facts.ino) await removeFile(fileSystem, target);
    throw fault;
  }
};
