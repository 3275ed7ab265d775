import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
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
import { treeFileKind, type TreePath } from '../../../model/values/index.js';
import { type ReceivePorts, receiveTreeFile } from './receive-tree-file.js';

/** A chunk map or a manifest that comes in the request which needs it. */
export interface EnclosedFile {
  readonly path: TreePath;
  readonly bytes: Uint8Array;
}

type Problem = BadRequest | Conflict | Forbidden | NotFound | PayloadTooLarge | QuotaExceeded | RateLimited | Unavailable;

/** While some are written the books of others are kept. */
const filesAtOnce = 8;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

const hasPlace = ({ path }: EnclosedFile): boolean => ['map', 'manifest'].includes(treeFileKind(path).kind);

/**
 * Stores files as if each had come by itself, until one is refused. A manifest of an object that was verified with another one is dropped: the object is there.
 */
export const receiveEnclosed = (ports: ReceivePorts) => {
  const receive = receiveTreeFile(ports);
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
  ): Promise<Result<void, Problem>> => {
    const misplaced = files.findIndex((file) => !hasPlace(file));
    if (misplaced >= 0) return err(badRequest(`files.${misplaced}.path`, 'unsupported'));
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const stored = await Promise.all(files.slice(at, at + filesAtOnce).map((file, index) => store(grant, file, at + index)));
      const refused = stored.find((result) => result.isErr());
      if (refused !== undefined) return refused;
    }
    return ok();
  };
  return (grant: RepositoryGrant<'repository.push'>, files: readonly EnclosedFile[]): ResultAsync<void, Problem> =>
    new ResultAsync(run(grant, files));
};
