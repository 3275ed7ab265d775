import { err, errAsync, ok, okAsync, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type Unavailable,
} from '../../model/app-error.js';
import { storageModeOf } from '../../model/repository.js';
import { partSizeBytes } from '../../model/uploads/part-plan.js';
import { signedUrlLifetimeSeconds } from '../../model/uploads/upload-session.js';
import { type Instant, SECOND_MS, stagingKey, type StorageNamespace } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { beginParts, type BegunUpload } from './begin-multipart.js';
import { lockOpenObject, type ObjectInSession, type OpenObject } from './multipart-object.js';
import { type PartsOfStore, partsOfStore } from './multipart-of-store.js';

export interface PresignParts extends ObjectInSession {
  /** Counted from 1. */
  readonly partNumbers: readonly number[];
}

/** Where to send one part; the URL takes exactly its length. */
export interface PartAuthorization {
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly uploadUrl: string;
  readonly expiresInSeconds: number;
}

type Problem = BadRequest | Conflict | Forbidden | NotFound;
type PresignPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;

const demandParts = (ports: PresignPorts, namespace: StorageNamespace): ResultAsync<PartsOfStore, BadRequest | Unavailable> =>
  ports.blobs
    .signer(namespace)
    .andThen((signer) => partsOfStore(ports, namespace, signer))
    .andThen((store) => (store === undefined ? errAsync(badRequest('oid', 'unsupported', 'no_parts')) : okAsync(store)));

const signParts = (
  { session, object }: OpenObject,
  { sign }: PartsOfStore,
  { plan, uploadId }: BegunUpload,
  partNumbers: Iterable<number>,
  now: Instant,
): readonly PartAuthorization[] => {
  const key = stagingKey(session.namespace, session.id, object.oid);
  const expiresAt = Math.min(now + signedUrlLifetimeSeconds * SECOND_MS, session.expiresAt);
  const expiresInSeconds = Math.floor((expiresAt - now) / SECOND_MS);
  return Array.from(partNumbers, (partNumber) => {
    const sizeBytes = partSizeBytes(object.sizeBytes, plan, partNumber);
    const uploadUrl = sign({ key, uploadId, partNumber, sizeBytes, expiresAt }).href;
    return { partNumber, sizeBytes, uploadUrl, expiresInSeconds };
  });
};

/** The repository had it when it was authorized, so nothing is held back for it, and nothing may come to lie in storage. */
const isSettled = ({ session, object }: OpenObject): boolean =>
  object.reservedBytes < object.sizeBytes && storageModeOf(session.namespace) === 'managed';

export const presignParts =
  (ports: PresignPorts) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    command: PresignParts,
  ): ResultAsync<readonly PartAuthorization[], Problem | Unavailable> =>
    safeTry(async function* () {
      const now = ports.clock.now();
      const held = yield* await withRegrantedRepository(ports, grant, (records, granted) =>
        lockOpenObject(records, granted, command, now),
      );
      if (held.object.state === 'COMPLETED' || isSettled(held)) return err(conflict('object_completed'));
      const store = yield* await demandParts(ports, held.session.namespace);
      const upload = yield* await beginParts(ports, grant, held, store);
      const { count } = upload.plan;
      const isOutside = (partNumber: number): boolean => partNumber < 1 || partNumber > count;
      if (command.partNumbers.some(isOutside)) return err(badRequest('part_numbers', 'out_of_range'));
      return ok(signParts(held, store, upload, new Set(command.partNumbers), now));
    });
