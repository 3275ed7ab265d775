import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import { withLockedRepository } from '../../../access/lock-granted.js';
import { receiveBody, type UploadBody } from '../../../blob-store/receive-body.js';
import { maxManifestBytes, maxPackBytes } from '../../../formats/packs/index.js';
import {
  badRequest,
  type BadRequest,
  type BodyIncomplete,
  type Conflict,
  conflict,
  type Forbidden,
  invariant,
  type NotFound,
  type PayloadTooLarge,
  type QuotaExceeded,
  type RateLimited,
  type Unavailable,
} from '../../../model/app-error.js';
import { limitsOf } from '../../../model/quotas/limits.js';
import {
  type Instant,
  MIB,
  obstructsFormat,
  treeFileKind,
  type TreeFileKind,
  treeKey,
  type TreePath,
} from '../../../model/values/index.js';
import type { IncrementalHash } from '../../../ports/hasher.js';
import type { Ports } from '../../../ports/ports.js';
import type { NotePorts } from '../../../steps/integrity/note-damage.js';
import { noteLostFile } from '../../../steps/integrity/note-lost-file.js';
import type { Receiving } from '../../../steps/objects/incoming-bodies.js';
import { touchFile } from '../collect/touch-file.js';
import type { ReceivedPacks } from '../read/received-packs.js';
import { type Admission, admitAgain, admitSender, type Demand, findPin } from './admit-sender.js';
import { grantedBody } from './granted-body.js';
import { hashedBody } from './hashed-body.js';
import { reconcileTreeFile } from './reconcile-tree-file.js';
import { keepSenderLease } from './sender-lease.js';
import type { TreeOwner } from './tree-charge.js';

export interface ReceivedTreeFile {
  /** False when a file that cannot change was there with the same bytes. */
  readonly created: boolean;
}

export type ReceivePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'codec' | 'settings'> &
  NotePorts &
  Receiving & { readonly received: ReceivedPacks };
type Problem =
  | BadRequest
  | BodyIncomplete
  | Conflict
  | Forbidden
  | NotFound
  | PayloadTooLarge
  | QuotaExceeded
  | RateLimited
  | Unavailable;

/** In bytes. */
const maxTreeFileBytes: Readonly<Record<TreeFileKind['kind'], number>> = {
  pack: maxPackBytes,
  map: 4 * MIB,
  manifest: maxManifestBytes,
  plain: 8 * MIB,
};

const hashFor = (ports: ReceivePorts, file: TreeFileKind): IncrementalHash | undefined => {
  if (file.kind === 'plain') return undefined;
  return file.kind === 'manifest' ? ports.hasher.sha256() : ports.codec.blake3();
};

/** Below a name that the format has for a file, or above one: it is refused whatever is there. */
const obstructive = badRequest('path', 'unsupported');
const wrongLength = badRequest('declared_bytes', 'contradictory');
/** The name in the path is not that of the bytes. */
const wrongBytes = badRequest('body', 'contradictory');

/** Consumes a body that must be the one that is there already. */
const compare = async (
  hash: IncrementalHash,
  body: UploadBody,
  sizeBytes: number,
  expected: string,
  otherwise: BadRequest | Conflict,
): Promise<Result<ReceivedTreeFile, BadRequest | BodyIncomplete | Conflict>> => {
  const received = await receiveBody(body.bytes, sizeBytes, (piece) => {
    hash.update(piece);
    return undefined;
  });
  if (received.isErr()) return err(received.error.kind === 'blob_size_mismatch' ? wrongLength : received.error);
  return hash.digestHex() === expected ? ok({ created: false }) : err(otherwise);
};

/** The bytes that were just published took the place of damaged ones. */
const heal = ({ unitOfWork }: ReceivePorts, { repositoryId }: TreeOwner, path: TreePath): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async ({ damage }): Promise<Result<void, never>> => {
    await damage.heal(repositoryId, { kind: 'file', path });
    return ok();
  });

/** Writes the blob and settles what was charged for it, whatever becomes of the write. */
const write = async (
  ports: ReceivePorts,
  grant: RepositoryGrant<'repository.push'>,
  path: TreePath,
  body: UploadBody,
  sizeBytes: number,
  { admittedAt, isDamaged }: { readonly admittedAt: Instant; readonly isDamaged: boolean },
): Promise<Result<ReceivedTreeFile, Problem>> => {
  const owner: TreeOwner = grant.repository;
  const file = treeFileKind(path);
  const isNamed = file.kind === 'pack' || file.kind === 'map';
  const granted = grantedBody(ports, grant, body.bytes);
  const lease = keepSenderLease(ports, owner.repositoryId, path, admittedAt);
  const end: { refusal?: Problem; isAdmittedAgain: boolean } = { isAdmittedAgain: false };
  // The last moment at which nothing lies in the store yet that nobody has paid for.
  const holdRoom = async (): Promise<boolean> => {
    if (!lease.isLost()) return true;
    const at = ports.clock.now();
    const demand = { sizeBytes, maxFiles: limitsOf(ports.settings).treeFilesPerRepository, at };
    const held = await ports.unitOfWork.transact((records) => admitAgain(records, owner, path, demand));
    if (held.isErr()) end.refusal = held.error;
    end.isAdmittedAgain = held.isOk();
    return end.isAdmittedAgain;
  };
  const key = treeKey(owner.namespace, path);
  const hashed = hashedBody(granted.bytes, hashFor(ports, file), isNamed ? file.name : undefined, holdRoom);
  const [attempt] = await Promise.allSettled([ports.blobs.write(key, hashed.bytes, sizeBytes)]);
  lease.end();
  const isWhole = attempt.status === 'fulfilled' && attempt.value.isOk();
  // Who is lost may be counted no more, and must not leave in the place of somebody else. If it was counted after all, the sweeper sees to it.
  const left = lease.isLost() && !end.isAdmittedAgain ? 0 : 1;
  const settled = await reconcileTreeFile(ports, owner, path, left, isWhole ? { sizeBytes, isFinal: isNamed } : undefined);
  // A bug or an attack, of which nothing more is known; what it was charged is given back all the same.
  if (attempt.status === 'rejected') throw attempt.reason;
  const written = attempt.value;
  if (written.isErr()) {
    // What could not be settled now is left to the sweeper; the sender is told why the write failed.
    if (hashed.isWrong()) return err(wrongBytes);
    const refusal = end.refusal ?? granted.refusal();
    if (refusal !== undefined) return err(refusal);
    return err(written.error.kind === 'blob_size_mismatch' ? wrongLength : written.error);
  }
  if (file.kind === 'pack') ports.received.add(key, sizeBytes);
  if (settled.isErr()) return err(settled.error);
  if (isDamaged) {
    const healed = await heal(ports, owner, path);
    if (healed.isErr()) return err(healed.error);
  }
  if (file.kind !== 'manifest') return ok({ created: true });
  // A verification may have frozen another manifest while this one came. What is served is the frozen one, wherever these bytes lie now.
  const pinned = await ports.unitOfWork.read((queries) => findPin(queries, owner.repositoryId, file.oid));
  if (pinned.isErr()) return err(pinned.error);
  return pinned.value === undefined || pinned.value === hashed.digest()
    ? ok({ created: true })
    : err(conflict('manifest_frozen'));
};

/** The sender counts on a file that was there already, so nobody deletes it for a day. It may be in quarantine, which its bytes bring it back from. */
const keep = (ports: ReceivePorts, grant: RepositoryGrant<'repository.push'>, path: TreePath) =>
  withLockedRepository(ports, grant, (records, { repository }) => touchFile(records, repository, path, ports.clock.now()));

/** What the books call stored may have got lost: the bytes that come are not thrown away then. */
const admitWhere = async (
  ports: ReceivePorts,
  grant: RepositoryGrant<'repository.push'>,
  path: TreePath,
  demand: Demand,
): Promise<Result<Admission, Problem>> => {
  const admitted = await admitSender(ports, grant, path, demand);
  if (admitted.isErr() || admitted.value.kind === 'write' || treeFileKind(path).kind === 'manifest') return admitted;
  const lost = await noteLostFile(ports)(grant.repository, path);
  if (lost.isErr()) return err(lost.error);
  return lost.value ? admitSender(ports, grant, path, demand) : admitted;
};

/** `leave` is called before bytes are read that go nowhere. */
const receive = async (
  ports: ReceivePorts,
  grant: RepositoryGrant<'repository.push'>,
  path: TreePath,
  body: UploadBody,
  sizeBytes: number,
  leave: () => void,
): Promise<Result<ReceivedTreeFile, Problem>> => {
  const file = treeFileKind(path);
  const demand: Demand = { sizeBytes, maxFiles: limitsOf(ports.settings).treeFilesPerRepository, at: ports.clock.now() };
  const admitted = await admitWhere(ports, grant, path, demand);
  if (admitted.isErr()) return err(admitted.error);
  if (admitted.value.kind === 'write') {
    const { isDamaged } = admitted.value;
    return write(ports, grant, path, body, sizeBytes, { admittedAt: demand.at, isDamaged });
  }
  leave();
  const hash = hashFor(ports, file);
  invariant(hash !== undefined, 'what cannot change has a hash');
  const otherwise = file.kind === 'manifest' ? conflict('manifest_frozen') : wrongBytes;
  const compared = await compare(hash, body, sizeBytes, admitted.value.expected, otherwise);
  // Of a manifest that is frozen the copy counts, not this file.
  if (compared.isErr() || file.kind === 'manifest') return compared;
  return keep(ports, grant, path).map(() => compared.value);
};

export const receiveTreeFile =
  (ports: ReceivePorts) =>
  (grant: RepositoryGrant<'repository.push'>, path: TreePath, body: UploadBody): ResultAsync<ReceivedTreeFile, Problem> => {
    const run = async (): Promise<Result<ReceivedTreeFile, Problem>> => {
      if (obstructsFormat(path)) return err(obstructive);
      const file = treeFileKind(path);
      const sizeBytes = body.declaredBytes;
      if (sizeBytes === undefined) return err(badRequest('declared_bytes', 'missing'));
      const limitBytes = maxTreeFileBytes[file.kind];
      if (sizeBytes > limitBytes) return err({ kind: 'payload_too_large', limitBytes });
      const { organizationId: owner, namespace } = grant.repository;
      const place = ports.incoming.enter({ key: treeKey(namespace, path), owner, declaredBytes: sizeBytes });
      if (place.isErr()) return err(place.error);
      try {
        return await receive(ports, grant, path, body, sizeBytes, place.value.leave);
      } finally {
        place.value.leave();
      }
    };
    return new ResultAsync(run());
  };
