import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import { createFairQueue, LaneFull } from '../../../concurrency/fair-queue.js';
import {
  badRequest,
  type BadRequest,
  type Conflict,
  type Forbidden,
  invariant,
  type NotFound,
  type PayloadTooLarge,
  type QuotaExceeded,
  type RateLimited,
  type Unavailable,
} from '../../../model/app-error.js';
import { storageModeOf } from '../../../model/repository.js';
import { treeFileKind, type TreePath } from '../../../model/values/index.js';
import { problemOfTurn as problemOfVerification } from '../../../steps/verification/verifications.js';
import { type ReceivePorts, receiveTreeFile } from './receive-tree-file.js';

/** A chunk map or a manifest that comes in the request which needs it. */
export interface EnclosedFile {
  readonly path: TreePath;
  readonly bytes: Uint8Array;
}

type Problem = BadRequest | Conflict | Forbidden | NotFound | PayloadTooLarge | QuotaExceeded | RateLimited | Unavailable;

/** While some are written the books of others are kept. */
const filesAtOnce = 8;

/**
 * A request that counts once may bring very many files. So an organization stores a few of them at a time, however many requests bring some, and then it is the
 * turn of others; those that wait hold their bodies in memory.
 */
const turnLimits = { width: 4, widthPerLane: 1, maxWaitingPerLane: 32 };
/** When some will have had their turn, in seconds. */
const askAgainAfterSeconds = 5;

const problemOfTurn = (thrown: unknown): RateLimited | Unavailable =>
  thrown instanceof LaneFull
    ? { kind: 'rate_limited', reason: 'unfinished_bytes', retryAfterSeconds: askAgainAfterSeconds }
    : problemOfVerification(thrown);

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

const hasPlace = ({ path }: EnclosedFile): boolean => ['map', 'manifest'].includes(treeFileKind(path).kind);

/**
 * Stores files as if each had come by itself, until one is refused. A manifest of an object that was verified with another one is dropped: the object is there.
 */
export const receiveEnclosed = (ports: ReceivePorts) => {
  const receive = receiveTreeFile(ports);
  // Buckets that customers bring have places of their own, so that a slow one keeps nobody else waiting.
  const turns = { managed: createFairQueue(turnLimits), byos: createFairQueue(turnLimits) };
  const store = async (
    grant: RepositoryGrant<'repository.push'>,
    { path, bytes }: EnclosedFile,
    at: number,
  ): Promise<Result<void, Problem>> => {
    const received = await receive(grant, path, { declaredBytes: bytes.byteLength, bytes: once(bytes) });
    if (received.isOk()) return ok();
    const { error } = received;
    invariant(error.kind !== 'body_incomplete', 'what is in memory is whole');
    if (error.kind === 'bad_request') return err(badRequest(`files.${at}.content`, error.problem));
    return error.kind === 'conflict' && error.reason === 'manifest_frozen' ? ok() : err(error);
  };
  const run = async (
    grant: RepositoryGrant<'repository.push'>,
    files: readonly EnclosedFile[],
    signal: AbortSignal | undefined,
  ): Promise<Result<void, Problem>> => {
    const misplaced = files.findIndex((file) => !hasPlace(file));
    if (misplaced >= 0) return err(badRequest(`files.${misplaced}.path`, 'unsupported'));
    const { organizationId, namespace } = grant.repository;
    const queue = turns[storageModeOf(namespace)];
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const some = files.slice(at, at + filesAtOnce);
      const storeSome = () => Promise.all(some.map((file, index) => store(grant, file, at + index)));
      const stored = await queue.run(organizationId, storeSome, signal);
      const refused = stored.find((result) => result.isErr());
      if (refused !== undefined) return refused;
    }
    return ok();
  };
  return (
    grant: RepositoryGrant<'repository.push'>,
    files: readonly EnclosedFile[],
    signal?: AbortSignal,
  ): ResultAsync<void, Problem> => ResultAsync.fromPromise(run(grant, files, signal), problemOfTurn).andThen((result) => result);
};
