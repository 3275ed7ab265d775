import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
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
import { occupiedBytes, type TreeFile } from '../../../model/chunk-tree/tree-file.js';
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
import type { Records } from '../../../ports/unit-of-work.js';
import type { Receiving } from '../../../steps/objects/incoming-bodies.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import { grantedBody } from './granted-body.js';
import { hashedBody } from './hashed-body.js';
import { reconcileTreeFile } from './reconcile-tree-file.js';
import { keepSenderLease, sendersAtWork } from './sender-lease.js';
import { chargeTree, type TreeOwner } from './tree-charge.js';

export interface ReceivedTreeFile {
  /** False when a file that cannot change was there with the same bytes. */
  readonly created: boolean;
}

type ReceivePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'codec' | 'settings'> & Receiving;
type Problem =
  BadRequest | BodyIncomplete | Conflict | Forbidden | NotFound | PayloadTooLarge | QuotaExceeded | RateLimited | Unavailable;

/** In bytes. */
const maxTreeFileBytes: Readonly<Record<TreeFileKind['kind'], number>> = {
  pack: maxPackBytes,
  map: 4 * MIB,
  manifest: maxManifestBytes,
  plain: 8 * MIB,
};

/** What has to be done with a body: put it into place, or hold it against the bytes that are there and cannot change, by their hash. */
type Admission = { readonly kind: 'write' } | { readonly kind: 'compare'; readonly expected: string };

const hashFor = (ports: ReceivePorts, file: TreeFileKind): IncrementalHash | undefined => {
  if (file.kind === 'plain') return undefined;
  return file.kind === 'manifest' ? ports.hasher.sha256() : ports.codec.blake3();
};

/** Counts one more sender of the file, and charges what the file adds to the books. */
const chargeSender = async (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  present: TreeFile | undefined,
  { sizeBytes, maxFiles, at }: { readonly sizeBytes: number; readonly maxFiles: number; readonly at: Instant },
): Promise<Result<void, QuotaExceeded>> => {
  const { repositoryId } = owner;
  if (present === undefined && !(await records.tree.countFile(repositoryId, maxFiles))) {
    return err({ kind: 'quota_exceeded', reason: 'max_tree_files', limit: maxFiles, current: maxFiles });
  }
  const presentBytes = present?.sizeBytes ?? 0;
  const occupied = occupiedBytes(sizeBytes);
  const charged = await chargeTree(records, owner, Math.max(0, occupied - presentBytes), 0, at);
  if (charged.isErr()) return err(charged.error);
  const chargedBytes = Math.max(occupied, presentBytes);
  // Those whose process has died will not leave, so the file is settled without them when the others have left.
  const receivers = sendersAtWork(present, at) + 1;
  await records.tree.putFile(repositoryId, { path, sizeBytes: chargedBytes, state: 'receiving', receivers, changedAt: at });
  return ok();
};

/** The first transaction, which holds the organization: what the file adds to the books is charged before the first byte is written. */
const admit = async (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  sizeBytes: number,
  maxFiles: number,
  at: Instant,
): Promise<Result<Admission, Conflict | QuotaExceeded>> => {
  const { repositoryId } = owner;
  const file = treeFileKind(path);
  const present = await records.tree.findFile(repositoryId, path);
  if (file.kind === 'manifest') {
    const pinned = await records.tree.findManifest(repositoryId, file.oid);
    if (pinned !== undefined) return ok({ kind: 'compare', expected: pinned });
  } else if (file.kind === 'plain') {
    // Nothing that is admitted can lie in the way of a pack, a map or a manifest, or of what is there already.
    if (present === undefined && (await records.tree.isObstructed(repositoryId, path))) {
      return err(conflict('directory_file_conflict'));
    }
  } else if (present?.state === 'stored') {
    return ok({ kind: 'compare', expected: file.name });
  }
  const charged = await chargeSender(records, owner, path, present, { sizeBytes, maxFiles, at });
  if (charged.isErr()) return err(charged.error);
  return ok({ kind: 'write' });
};

/**
 * Counts a sender again that may have been taken for dead: what was given back is charged again, if there is still room. If it was not taken for dead, it is
 * counted twice, until the sweeper sees that nobody is left: rather too much is charged for a while than too little.
 */
const admitAgain = (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  demand: { readonly sizeBytes: number; readonly maxFiles: number; readonly at: Instant },
): ResultAsync<void, NotFound | QuotaExceeded> =>
  safeTry(async function* () {
    yield* await lockOrganizationOf(records, owner);
    const present = await records.tree.findFile(owner.repositoryId, path);
    return chargeSender(records, owner, path, present, demand);
  });

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

/** Writes the blob and settles what was charged for it, whatever becomes of the write. */
const write = async (
  ports: ReceivePorts,
  grant: RepositoryGrant<'repository.push'>,
  path: TreePath,
  body: UploadBody,
  sizeBytes: number,
  admittedAt: Instant,
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
  const hashed = hashedBody(granted.bytes, hashFor(ports, file), isNamed ? file.name : undefined, holdRoom);
  const [attempt] = await Promise.allSettled([ports.blobs.write(treeKey(owner.namespace, path), hashed.bytes, sizeBytes)]);
  lease.end();
  const isWhole = attempt.status === 'fulfilled' && attempt.value.isOk();
  // Who is lost may be counted no more, and must not leave in the place of somebody else. If it was counted after all, the sweeper sees to it.
  const left = lease.isLost() && !end.isAdmittedAgain ? 0 : 1;
  const settled = await reconcileTreeFile(ports, owner, path, left, isWhole && isNamed ? sizeBytes : undefined);
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
  if (settled.isErr()) return err(settled.error);
  if (file.kind !== 'manifest') return ok({ created: true });
  // A verification may have frozen another manifest while this one came. What is served is the frozen one, wherever these bytes lie now.
  const pinned = await ports.unitOfWork.read((queries) => queries.tree.findManifest(owner.repositoryId, file.oid));
  if (pinned.isErr()) return err(pinned.error);
  return pinned.value === undefined || pinned.value === hashed.digest()
    ? ok({ created: true })
    : err(conflict('manifest_frozen'));
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
  const at = ports.clock.now();
  const { treeFilesPerRepository } = limitsOf(ports.settings);
  const admitted = await withLockedRepository(ports, grant, (records, { repository }) =>
    admit(records, repository, path, sizeBytes, treeFilesPerRepository, at),
  );
  if (admitted.isErr()) return err(admitted.error);
  if (admitted.value.kind === 'write') return write(ports, grant, path, body, sizeBytes, at);
  leave();
  const hash = hashFor(ports, file);
  invariant(hash !== undefined, 'what cannot change has a hash');
  const otherwise = file.kind === 'manifest' ? conflict('manifest_frozen') : wrongBytes;
  return compare(hash, body, sizeBytes, admitted.value.expected, otherwise);
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
