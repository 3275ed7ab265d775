import { okAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { UploadBody } from '../../blob-store/receive-body.js';
import type {
  BadRequest,
  BodyIncomplete,
  Conflict,
  Forbidden,
  NotFound,
  PayloadTooLarge,
  QuotaExceeded,
  RateLimited,
  Unavailable,
} from '../../model/app-error.js';
import type { BaseState } from '../../model/conversions/requested-conversion.js';
import type { TransferEvent, TransferKind } from '../../model/chunk-tree/transfer-event.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { TreePath } from '../../model/values/tree-path.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { type FinalizedTree, type FinalizeTree, finalizeTree } from './files/finalize-tree.js';
import { type KnownChunks, type LookUpChunks, lookUpChunks } from './files/look-up-chunks.js';
import { type RequestConversion, requestConversion } from './convert/request-conversion.js';
import { type EnclosedFile, receiveEnclosed } from './files/receive-enclosed.js';
import { createReceivedPacks } from './read/received-packs.js';
import { type OnLost, type OpenTreeFile, readTreeFile } from './files/read-tree-file.js';
import { type ReceivedTreeFile, receiveTreeFile } from './files/receive-tree-file.js';
import { type RecordTransfer, recordTransfer } from './files/record-transfer.js';
import { createEagerVerifications, type DeclareChunks, type EagerVerifications } from './verify/eager-verifications.js';
import { verifyNext } from './verify/verify-next.js';

/** The chunk tree: objects as packs, chunk maps and manifests, so that a new version costs only what changed (spec 4.13). */
export interface Tree {
  /**
   * Opens a tree file, whole or in part (spec 4.13). Checks a frozen manifest against its pin before it returns a byte. Opening a
   * manifest counts as a download of its object.
   */
  readonly read: (grant: RepositoryGrant<'repository.pull'>, path: TreePath) => ResultAsync<OpenTreeFile, NotFound | Unavailable>;

  /**
   * Stores a tree file (spec 4.13). A pack or chunk map must hash to its name and is never replaced; a manifest may be replaced
   * until its object is verified; any other file at any time. Charges the size before the bytes arrive. `rate_limited` with
   * `concurrent_writes` or `unfinished_bytes`.
   */
  readonly receive: (
    grant: RepositoryGrant<'repository.push'>,
    path: TreePath,
    body: UploadBody,
  ) => ResultAsync<
    ReceivedTreeFile,
    BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded | RateLimited | BodyIncomplete | PayloadTooLarge | Unavailable
  >;

  /** Tells a client which chunks, packs and objects of this repository are verified, so that it need not send them. Sizes are bytes. */
  readonly lookUp: (grant: RepositoryGrant<'repository.pull'>, command: LookUpChunks) => ResultAsync<KnownChunks, Unavailable>;

  /**
   * Declares chunks of an object whose other chunks are still on their way, so that their verification starts early. Optional:
   * `finalize` verifies what was not declared.
   */
  readonly declare: (grant: RepositoryGrant<'repository.push'>, declaration: DeclareChunks) => ResultAsync<Declared, never>;

  /**
   * Asks for a whole object in chunks, since another version of it is about to be pushed; answers how it lies. Where a sample of it is like that version, the job
   * that converts takes it next. Nobody has to wait for that: a push without it sends more.
   */
  readonly requestConversion: (
    grant: RepositoryGrant<'repository.push'>,
    command: RequestConversion,
    signal?: AbortSignal,
  ) => ResultAsync<BaseState, NotFound | Forbidden | Unavailable>;

  /**
   * Verifies objects from the stored bytes and makes all of them visible, or none (spec 4.13). Chunk maps and manifests may come along as `files`, and are stored
   * before that, as by `receive`; they stay when an object is refused. Idempotent: a repeat changes nothing and returns the present generation. Answers `pending` for objects too large for one call, and for all of an organization that has
   * used up `verifiedBytesPerHour`; `verifyNext` completes them. The verification ends when the signal says that the client has gone.
   */
  readonly finalize: (
    grant: RepositoryGrant<'repository.push'>,
    command: FinalizeTree & { readonly files?: readonly EnclosedFile[] | undefined },
    signal?: AbortSignal,
  ) => ResultAsync<
    FinalizedTree,
    BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded | RateLimited | PayloadTooLarge | Unavailable
  >;

  /** Stores what a client measured of a transfer, for people to look at (spec 4.13). */
  readonly recordTransfer: (
    grant: RepositoryGrant<'repository.pull'>,
    command: RecordTransfer,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;

  /** Lists what clients reported of their transfers, newest first; of one kind when `kind` is given. */
  readonly listTransfers: (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly kind?: TransferKind | undefined; readonly page: PageRequest },
  ) => ResultAsync<Page<TransferEvent>, Unavailable>;

  /**
   * Verifies the object that has been pending for longest, and makes it visible or drops it; returns whether there was one. Call it
   * until it returns false. Processes verify different objects at once. A verification that cannot end, because storage or database
   * does not answer, waits longer before each attempt. Several may be under way at once in a process, and `onClaimed` hears of each that
   * begins: then there may be another. No organization gets more than its share of them.
   */
  readonly verifyNext: (onClaimed?: () => void) => ResultAsync<boolean, Unavailable>;

  /**
   * Calls the listener after each `finalize` in this process that answered `pending`, so that `verifyNext` begins at once. The returned
   * function unsubscribes it.
   */
  readonly onPending: (listener: () => void) => () => void;

  /** The same after each request in this process that made an object wait for its conversion, so that `maintenance.convertObjects` begins at once. */
  readonly onConversionRequested: (listener: () => void) => () => void;
}

export interface Declared {
  /** Whether the object is being verified. */
  readonly verifying: boolean;
}

const declareChunks =
  (eagerVerifications: EagerVerifications) =>
  (grant: RepositoryGrant<'repository.push'>, declaration: DeclareChunks): ResultAsync<Declared, never> =>
    okAsync({ verifying: eagerVerifications.declare(grant, declaration) });

const listTransfers =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly kind?: TransferKind | undefined; readonly page: PageRequest },
  ): ResultAsync<Page<TransferEvent>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.tree.listTransfers(grant.repository.repositoryId, command.kind, command.page));

const createListeners = () => {
  const listeners = new Set<() => void>();
  return {
    add: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (): void => {
      for (const listener of listeners) listener();
    },
  };
};

export const createTree = (given: Ports & Metered & Receiving & Verifying, onLost: OnLost): Tree => {
  const ports = { ...given, received: createReceivedPacks() };
  const eagerVerifications = createEagerVerifications(ports);
  const receiveFiles = receiveEnclosed(ports);
  const finalize = finalizeTree(ports, {}, eagerVerifications);
  const request = requestConversion(ports);
  const pending = createListeners();
  const requested = createListeners();
  return {
    read: readTreeFile(ports, onLost),
    receive: receiveTreeFile(ports),
    lookUp: lookUpChunks(ports),
    declare: declareChunks(eagerVerifications),
    requestConversion: (grant, command, signal) =>
      request(grant, command, signal).andTee((state) => {
        if (state === 'waiting' && command.names.length > 0) requested.tell();
      }),
    finalize: (grant, { files = [], ...command }, signal) =>
      receiveFiles(grant, files, signal)
        .andThen(() => finalize(grant, command, signal))
        .andTee((finalized) => {
          if (finalized.pending.length > 0) pending.tell();
        }),
    recordTransfer: recordTransfer(ports),
    listTransfers: listTransfers(ports),
    verifyNext: verifyNext(ports),
    onPending: pending.add,
    onConversionRequested: requested.add,
  };
};
