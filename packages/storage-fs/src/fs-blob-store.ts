import { type BlockHasher, createUrlSigner, type LinkKey } from '@svc/core';
import { blockNamesKey, isStagingKey, type ObjectKey, oidOfBlob, type Unavailable } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { nodeHasher } from '@svc/hasher-node';
import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import { writeAtomically, type WriteTarget } from './atomic-write.js';
import { type OnUnavailable, orUnavailable } from './classify-error.js';
import { createDigestMemo } from './digest-memo.js';
import { createEarlyFlush } from './early-flush.js';
import { nodeFileSystem, type FileSystem } from './file-system.js';
import type { FsContext } from './fs-context.js';
import { createInTurn } from './in-turn.js';
import { blobFactsOf, listBlobs } from './list-blobs.js';
import { keepBlobOpen, openBlob } from './open-blob.js';
import { openRoot } from './open-root.js';
import { type Move, promoteFile } from './promote-file.js';
import { removeBelow } from './remove-below.js';
import { removeBlob } from './remove-blob.js';
import { demandRoot, inRoot, listInRoot } from './root-gone.js';
import { blobPath, factsOf } from './safe-path.js';
import { tryWriting } from './try-writing.js';

export interface FsBlobStoreOptions {
  /** The directory that holds the blobs; made, with those above it, when it is not there: at once by who has it alone, by anybody else to write to it. */
  readonly root: string;
  /**
   * Whether no other process is at work in the root, which is true when absent. Then what a crash has left half-written is removed;
   * uploads of another process would look the same, and fail.
   */
  readonly exclusive?: boolean | undefined;
  /** What signed URLs begin with, without a trailing slash. */
  readonly baseUrl: string;
  /** The first one signs; at least one. */
  readonly linkKeys: readonly LinkKey[];
  /** With it, block names are kept beside promoted blobs, for `verifyingBlobStore`. */
  readonly blockHasher?: BlockHasher | undefined;
  /** Node's own when absent; for tests that record or fail what is done to the disk. */
  readonly fileSystem?: FileSystem | undefined;
  /** Called for each answer that becomes `unavailable`, with why. */
  readonly onUnavailable?: OnUnavailable | undefined;
}

/**
 * Opens a store in a directory. Each blob is one file, at the path that its key spells.
 * Faults of opening the directory are thrown as they come.
 */
export const createFsBlobStore = async ({
  root: givenRoot,
  exclusive = true,
  baseUrl,
  linkKeys,
  blockHasher,
  fileSystem = nodeFileSystem,
  onUnavailable,
}: FsBlobStoreOptions): Promise<BlobStore> => {
  const signer = createUrlSigner({ baseUrl, linkKeys, hasher: nodeHasher });
  const opened = await openRoot(fileSystem, givenRoot, exclusive);
  const { path: root, directories, newTemporaryPath, isThere, isNotGone, isReady, makeUnlessOpened } = opened;
  const context: FsContext = {
    fileSystem,
    directories,
    inTurn: createInTurn(),
    digests: createDigestMemo(),
    flushEarly: createEarlyFlush(),
    blockHasher,
    newTemporaryPath,
  };

  const attempt = <T, E extends { readonly kind: string }>(act: () => Promise<Result<T, E>>): ResultAsync<T, E | Unavailable> =>
    orUnavailable(() => inRoot(isThere, act), onUnavailable);
  /** Does what changes something, in the folder that was opened and in no other. */
  const change = <T, E extends { readonly kind: string }>(act: () => Promise<Result<T, E>>): ResultAsync<T, E | Unavailable> =>
    attempt(async () => {
      await demandRoot(isReady);
      return act();
    });

  const namesPathOf = (key: ObjectKey): string | undefined => {
    const names = blockNamesKey(key);
    return names && blobPath(root, names);
  };
  const targetOf = (key: ObjectKey): WriteTarget => {
    const [oid, namesPath] = [oidOfBlob(key), namesPathOf(key)];
    const names = oid === undefined || namesPath === undefined ? undefined : { oid, path: namesPath };
    return { path: blobPath(root, key), willBePromoted: isStagingKey(key), names };
  };
  const moveOf = (from: ObjectKey, to: ObjectKey): Move => {
    const [namesFrom, namesTo] = [namesPathOf(from), namesPathOf(to)];
    const names = namesFrom === undefined || namesTo === undefined ? undefined : { from: namesFrom, to: namesTo };
    return { from: blobPath(root, from), to: blobPath(root, to), names };
  };

  return {
    traits: { signedUrls: 'own', checksumEnforced: false },
    check: () =>
      change(async () => {
        await tryWriting(context);
        return ok();
      }),
    head: (key) =>
      attempt(async () => {
        const facts = await factsOf(fileSystem, blobPath(root, key));
        return facts?.isFile() === true ? ok(blobFactsOf(facts)) : err({ kind: 'blob_missing' });
      }),
    read: (key, span) => attempt(() => openBlob(fileSystem, blobPath(root, key), span, onUnavailable)),
    open: (key) => attempt(() => keepBlobOpen(fileSystem, blobPath(root, key), onUnavailable)),
    write: (key, body, sizeBytes) =>
      attempt(async () => {
        await makeUnlessOpened();
        await demandRoot(isReady);
        return writeAtomically(context, targetOf(key), body, sizeBytes);
      }),
    promote: (from, to, expected) => change(() => promoteFile(context, moveOf(from, to), expected)),
    remove: (key) =>
      change(async () => {
        await removeBlob(context, blobPath(root, key), namesPathOf(key));
        return ok();
      }),
    deletePrefix: (prefix) =>
      change(async () => {
        await removeBelow(context, blobPath(root, prefix));
        return ok();
      }),
    list: (prefix) => listInRoot(isNotGone, listBlobs(fileSystem, blobPath(root, prefix), prefix), onUnavailable),
    signer: () => okAsync(signer),
  };
};
