import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { hasBlockNames, type Oid } from '@svc/core';
import { invariant } from '@svc/core/model';
import type { BlobChecksumMismatch, BlobMissing, BlobSizeMismatch } from '@svc/core/ports';
import { nodeHasher } from '@svc/hasher-node';
import { err, ok, type Result } from 'neverthrow';
import { intoDirectory } from './atomic-write.js';
import { createBlockNamesFile, moveNames } from './block-names-file.js';
import { codeOf, isMissing } from './classify-error.js';
import { identityOf } from './digest-memo.js';
import { fileBody } from './file-body.js';
import { removeFile, type FileSystem } from './file-system.js';
import type { FsContext } from './fs-context.js';
import { factsOf } from './safe-path.js';

interface Expected {
  readonly sizeBytes: number;
  readonly oid: Oid;
  /** Whether what lies at the destination is damaged. */
  readonly replaces?: boolean;
}

/** Paths of a blob before and after, and of its block names, if it may have some. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly names: { readonly from: string; readonly to: string } | undefined;
}

type Promoted = Result<void, BlobMissing | BlobSizeMismatch | BlobChecksumMismatch>;

/**
 * Gives the verified file at `from` the name `to`, once. A write to `from` puts another file there and never alters one, so the file is pinned
 * under a name of its own, and what is checked is what is published, whatever `from` names by then.
 *
 * When the directory of `to` cannot be synchronized, `to` stays: another promotion may have answered for it already.
 */
export const promoteFile = async (context: FsContext, move: Move, expected: Expected): Promise<Promoted> => {
  const { fileSystem } = context;
  const { from, to } = move;
  const present = expected.replaces === true ? undefined : await factsOf(fileSystem, to);
  if (present !== undefined) return confirm(context, move, present, expected);

  const pinned = context.newTemporaryPath();
  try {
    const pinning = await pin(fileSystem, from, pinned);
    if (pinning === undefined) {
      // A promotion of the same file may have ended since the first look.
      const promoted = expected.replaces === true ? undefined : await factsOf(fileSystem, to);
      return promoted === undefined ? err({ kind: 'blob_missing' }) : await confirm(context, move, promoted, expected);
    }
    return await publish(context, { ...move, pinned, facts: pinning }, expected);
  } finally {
    await removeFile(fileSystem, pinned);
  }
};

/** Answers for a blob that is at its final key already, and may have been put there by a promotion that has not answered yet. */
const confirm = async (
  context: FsContext,
  { from, to, names }: Move,
  present: BigIntStats,
  expected: Expected,
): Promise<Promoted> => {
  const { fileSystem, directories } = context;
  invariant(present.isFile(), 'no key is the prefix of another');
  const actualBytes = Number(present.size);
  if (actualBytes !== expected.sizeBytes) return err({ kind: 'blob_size_mismatch', actualBytes });
  await intoDirectory(directories, to, () => directories.sync(dirname(to)));
  await removeFile(fileSystem, from);
  if (names !== undefined) await removeFile(fileSystem, names.from);
  return ok();
};

const maxPinAttempts = 100;

/**
 * The facts of the file that is pinned now, or undefined when there is none. A write that replaces the file between the look-up of its name and the
 * link makes the link fail as if there were no file, although there has been one at every moment: then the next one is pinned.
 */
const pin = async (fileSystem: FileSystem, from: string, pinned: string): Promise<BigIntStats | undefined> => {
  for (let attempt = 0; attempt < maxPinAttempts; attempt += 1) {
    const facts = await factsOf(fileSystem, from);
    if (facts?.isFile() !== true) return undefined;
    try {
      await fileSystem.link(from, pinned);
      return await fileSystem.lstat(pinned);
    } catch (fault) {
      if (!isMissing(fault)) throw fault;
    }
  }
  return undefined;
};

interface PinnedFile extends Move {
  readonly pinned: string;
  readonly facts: BigIntStats;
}

const publish = async (context: FsContext, file: PinnedFile, expected: Expected): Promise<Promoted> => {
  const { from, to, names, pinned, facts } = file;
  const { fileSystem, directories, digests } = context;
  const actualBytes = Number(facts.size);
  if (actualBytes !== expected.sizeBytes) return err({ kind: 'blob_size_mismatch', actualBytes });
  const sha256Hex = digests.recall(facts) ?? (await hashFile(context, file, expected));
  if (sha256Hex !== expected.oid) return err({ kind: 'blob_checksum_mismatch', version: identityOf(facts) });
  // Before the blob, so that they are never there alone but where the blob is still expected, or removed.
  if (names !== undefined && hasBlockNames(expected)) await moveNames(context, names.from, names.to);

  try {
    // A name that is given once is given by a link, which fails where there is one; one that is taken from damaged bytes is given by a rename.
    await intoDirectory(directories, to, () =>
      expected.replaces === true ? fileSystem.rename(pinned, to) : fileSystem.link(pinned, to),
    );
  } catch (fault) {
    if (codeOf(fault) !== 'EEXIST') throw fault;
    const present = await factsOf(fileSystem, to);
    return present === undefined ? publish(context, file, expected) : confirm(context, file, present, expected);
  }
  await directories.settle(dirname(to));
  await directories.sync(dirname(to));
  const now = await factsOf(fileSystem, from);
  if (now?.dev === facts.dev && now.ino === facts.ino) await removeFile(fileSystem, from);
  return ok();
};

/** Names the blocks, too, since the file was not hashed here when it came. */
const hashFile = async (context: FsContext, { pinned, names }: PinnedFile, { sizeBytes, oid }: Expected): Promise<string> => {
  const hash = nodeHasher.sha256();
  const namesFile = await createBlockNamesFile(context, names && { oid, sizeBytes });
  try {
    const file = await context.fileSystem.open(pinned, constants.O_RDONLY | constants.O_NOFOLLOW);
    for await (const chunk of fileBody(file, 0, sizeBytes)) {
      hash.update(chunk);
      namesFile.update(chunk);
    }
    const sha256Hex = hash.digestHex();
    if (names !== undefined && sha256Hex === oid) await namesFile.publish(names.to);
    return sha256Hex;
  } finally {
    await namesFile.close();
  }
};
