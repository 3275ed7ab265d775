import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { type Oid, receiveBody } from '@svc/core';
import type { BodyIncomplete } from '@svc/core/model';
import type { BlobSizeMismatch } from '@svc/core/ports';
import { nodeHasher } from '@svc/hasher-node';
import { err, ok, type Result } from 'neverthrow';
import { type BlockNamesFile, createBlockNamesFile } from './block-names-file.js';
import { codeOf } from './classify-error.js';
import { demandRoom } from './disk-reserve.js';
import type { DurableDirectories } from './durable-directories.js';
import { createFileSink, type FileSink } from './file-sink.js';
import { newFile, newFileMode, removeFile, type OpenFile } from './file-system.js';
import type { FsContext } from './fs-context.js';
import { keepReplaced, type ReplacedBlob } from './replaced-blob.js';
import { factsOf } from './safe-path.js';

/** The place of a blob, and what it is to become if it is yet to be promoted. */
export interface WriteTarget {
  readonly path: string;
  readonly willBePromoted: boolean;
  /** Its block names, if it may have some, and the object whose bytes they name. */
  readonly names: { readonly path: string; readonly oid: Oid } | undefined;
}

/**
 * Writes a file so that a power cut at any moment leaves the old one or the new one: bytes to a temporary file, the file to the disk,
 * its name into place, the directory to the disk, then the answer. What will be promoted is hashed while it comes, so that it need not be read again.
 * Where the answer is that nothing was stored, the old blob is there as it was.
 */
export const writeAtomically = async (
  context: FsContext,
  target: WriteTarget,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Result<void, BlobSizeMismatch | BodyIncomplete>> => {
  const { fileSystem, digests, inTurn } = context;
  const { path } = target;
  const temporary = context.newTemporaryPath();
  await demandRoom(fileSystem, dirname(temporary), sizeBytes);
  let published = false;
  try {
    const written = await writeThrough(context, temporary, target, body, sizeBytes);
    if (written.isErr()) return err(written.error);
    const { facts, sha256Hex } = written.value;
    if (sha256Hex !== undefined) digests.remember(facts, sha256Hex);
    // In turn, since one that is taken back must not be what another one puts back.
    await inTurn(path, () => publish(context, temporary, path, facts));
    published = true;
    return ok();
  } finally {
    if (!published) await removeFile(fileSystem, temporary);
  }
};

/** Gives the temporary file the name `path`, and has that on the disk. */
const publish = async (context: FsContext, temporary: string, path: string, facts: BigIntStats): Promise<void> => {
  const replaced = await intoDirectory(context.directories, path, () => replace(context, temporary, path));
  try {
    await syncOrRetract(context, path, facts, replaced);
  } finally {
    await replaced.forget();
  }
};

const replace = async (context: FsContext, temporary: string, path: string): Promise<ReplacedBlob> => {
  const replaced = await keepReplaced(context, path);
  try {
    await context.fileSystem.rename(temporary, path);
    return replaced;
  } catch (fault) {
    await replaced.forget();
    throw fault;
  }
};

/**
 * Runs `act`, which gives a file the name `target`, once the target's directory is there. A removal of the whole prefix, or of the last blob in it, may take the
 * directory away in between; then it is made again.
 */
export const intoDirectory = async <T>(directories: DurableDirectories, target: string, act: () => Promise<T>): Promise<T> => {
  const maxAttempts = 100;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await directories.prepare(dirname(target));
      return await act();
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
  context: FsContext,
  temporary: string,
  { willBePromoted, names }: WriteTarget,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Result<WrittenFile, BlobSizeMismatch | BodyIncomplete>> => {
  const { fileSystem, flushEarly } = context;
  const namesFile = await createBlockNamesFile(context, willBePromoted && names ? { oid: names.oid, sizeBytes } : undefined);
  let file: OpenFile | undefined;
  try {
    file = await fileSystem.open(temporary, newFile, newFileMode);
    const hash = willBePromoted ? nodeHasher.sha256() : undefined;
    const written = await fill(file, createFileSink(file, hash, flushEarly), namesFile, body, sizeBytes);
    if (names !== undefined && written.isOk() && written.value.sha256Hex === names.oid) await namesFile.publish(names.path);
    return written;
  } finally {
    await Promise.all([file?.close(), namesFile.close()]);
  }
};

const fill = async (
  file: OpenFile,
  sink: FileSink,
  names: BlockNamesFile,
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<Result<WrittenFile, BlobSizeMismatch | BodyIncomplete>> => {
  try {
    const received = await receiveBody(body, sizeBytes, (chunk) => {
      names.update(chunk);
      return sink.take(chunk);
    });
    if (received.isErr()) return err(received.error);
    const sha256Hex = await sink.finish();
    await file.sync();
    return ok({ sha256Hex, facts: await file.stat({ bigint: true }) });
  } finally {
    await sink.drain();
  }
};

/** A blob whose name may not be on the disk must not be seen, since its writer is told that it was not stored. */
const syncOrRetract = async (
  { fileSystem, directories }: FsContext,
  target: string,
  facts: BigIntStats,
  replaced: ReplacedBlob,
): Promise<void> => {
  try {
    await directories.settle(dirname(target));
    await directories.sync(dirname(target));
  } catch (fault) {
    const present = await factsOf(fileSystem, target);
    if (present?.dev === facts.dev && present.ino === facts.ino) await replaced.restore();
    throw fault;
  }
};
