import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import { withRegrantedRepository } from '../../../access/lock-granted.js';
import { pacedBlobStore } from '../../../blob-store/paced-blob-store.js';
import {
  badRequest,
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../../model/app-error.js';
import type { Manifest } from '../../../formats/packs/index.js';
import { auditEvent } from '../../../model/audit-event.js';
import type { TransferStats } from '../../../model/chunk-tree/transfer-event.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { distinctRequests, type ObjectRequest } from '../../../model/objects/object-request.js';
import { exceedsObjectSize } from '../../../model/quotas/object-size-limit.js';
import { plans } from '../../../model/quotas/plan.js';
import { type Instant, manifestPath, type Oid, type RepositoryId, type TreePath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries, Records } from '../../../ports/unit-of-work.js';
import { findDamaged } from '../../../steps/integrity/find-damaged.js';
import type { NotePorts } from '../../../steps/integrity/note-damage.js';
import { nameStored } from '../../../steps/objects/name-stored.js';
import { problemOfTurn, type VerificationTurns, type Verifying } from '../../../steps/verification/verifications.js';
import { noteHooks } from '../index/note-hooks.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import type { ReceivedPacks } from '../read/received-packs.js';
import type { BegunVerification, EagerVerifications } from '../verify/eager-verifications.js';
import { explainFault } from '../verify/explain-fault.js';
import { createHoldManifest, type HoldManifest } from '../verify/hold-manifest.js';
import { createPackVerifications, type PackVerifications } from '../verify/pack-verifications.js';
import { demandFiles } from '../verify/demand-files.js';
import { registerVerified, type VerifiedTreeObject } from '../verify/register-verified.js';
import { verifyAndKeep } from '../verify/verify-and-keep.js';
import { type OpenManifest, openManifest } from '../verify/verify-object.js';
import { maxVerifiedPerCallBytes } from '../../../model/chunk-tree/tree-file.js';
import { findUnsent } from './find-unsent.js';

export interface FinalizeTree {
  readonly objects: readonly ObjectRequest[];
  /** Recorded as a transfer of kind `push`. */
  readonly stats?: TransferStats | undefined;
}

export interface FinalizedTree {
  readonly generation: number;
  /** How many of the objects asked for are visible now. */
  readonly objects: number;
  /** Those that are too large to be verified while a client waits; they become visible once a background job has verified them. */
  readonly pending: readonly Oid[];
}

type Push = RepositoryGrant<'repository.push'>;
type FinalizePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec'> &
  NotePorts &
  Verifying & { readonly received?: ReceivedPacks };
type Problem = BadRequest | Conflict | NotFound | Forbidden | QuotaExceeded | Unavailable;

/** `settled`: visible, and its manifest frozen. `pending`: waits for its verification. `stored`: visible by another path. `new`: none of these, or damaged. */
type Standing = 'settled' | 'pending' | 'stored' | 'new';

const standingOf = async (
  queries: Queries,
  repositoryId: RepositoryId,
  requested: readonly ObjectRequest[],
  now: Instant,
): Promise<Result<ReadonlyMap<Oid, Standing>, Conflict>> => {
  const { objects, tree } = queries;
  const oids = requested.map(({ oid }) => oid);
  const stored = await objects.findStored(repositoryId, oids);
  const damaged = await findDamaged(queries, repositoryId, [...stored.keys()]);
  const unregistered = oids.filter((oid) => !stored.has(oid));
  const unsent = await findUnsent(queries, repositoryId, unregistered, now);
  const standings = new Map<Oid, Standing>();
  for (const { oid, sizeBytes } of requested) {
    const object = stored.get(oid);
    if (object !== undefined && object.sizeBytes !== sizeBytes) return err({ ...conflict('size_mismatch'), oid });
    const isSound = object !== undefined && !damaged.has(oid);
    if (isSound && (await tree.findManifest(repositoryId, oid)) !== undefined) standings.set(oid, 'settled');
    else if ((await tree.findPendingVerification(repositoryId, oid)) !== undefined) standings.set(oid, 'pending');
    else if (unsent.has(oid)) return err({ ...conflict('not_uploaded'), oid });
    else standings.set(oid, isSound ? 'stored' : 'new');
  }
  return ok(standings);
};

interface Verifications {
  readonly verified: readonly VerifiedTreeObject[];
  readonly late: readonly ObjectRequest[];
}

/** An object that is visible by another path needs no manifest; but one that was sent must be right. */
const openUnlessNeedless = async (
  tree: ChunkTree,
  object: ObjectRequest,
  standing: Standing | undefined,
): Promise<OpenManifest | undefined> => {
  try {
    return await openManifest(tree, object);
  } catch (fault) {
    if (standing === 'stored' && fault instanceof TreeFault && fault.reason === 'missing') return undefined;
    throw fault;
  }
};

interface Verification {
  readonly tree: ChunkTree;
  readonly packs: PackVerifications;
  readonly turns: VerificationTurns;
  /** Whether the organization has used up what is verified for it while a client waits. */
  readonly isSpent: () => boolean;
  readonly takeBegun: (manifest: Manifest) => Promise<BegunVerification | undefined>;
  readonly holdManifest: HoldManifest;
  readonly noteHooks: (files: readonly TreePath[]) => Promise<void>;
  readonly explain: (fault: unknown) => Promise<Conflict | Unavailable>;
  readonly signal: AbortSignal | undefined;
}

/** A finalize names up to a thousand objects, and its sender has to know which of them is wrong. */
const naming = (problem: Conflict | Unavailable, oid: Oid | undefined): Conflict | Unavailable =>
  problem.kind === 'conflict' && oid !== undefined ? { ...problem, oid } : problem;

/** The same of files that are gone: the first object that needs the first of them. */
const goneFrom = (gone: Conflict, { verified, late }: Verifications): Conflict => {
  const [path] = gone.paths ?? [];
  const needing =
    verified.find(({ files }) => files.some((file) => file === path)) ?? late.find(({ oid }) => manifestPath(oid) === path);
  return needing === undefined ? gone : { ...gone, oid: needing.oid };
};

/** Verifies, outside of any transaction, what fits into the call. All that is read is named by its hash, but for the manifests, which are kept. */
const verifyAll = async (
  { tree, isSpent, takeBegun, noteHooks: note, explain, ...keeping }: Verification,
  requested: readonly ObjectRequest[],
  standings: ReadonlyMap<Oid, Standing>,
  maxBytes: number,
): Promise<Result<Verifications, Conflict | NotFound | QuotaExceeded | Unavailable>> => {
  const verified: VerifiedTreeObject[] = [];
  const late: ObjectRequest[] = [];
  let leftBytes = maxBytes;
  let current: Oid | undefined;
  try {
    for (const object of requested) {
      const standing = standings.get(object.oid);
      if (standing === 'settled' || standing === 'pending') continue;
      current = object.oid;
      const opened = await openUnlessNeedless(tree, object, standing);
      if (opened === undefined) continue;
      const begun = await takeBegun(opened.manifest);
      const neededBytes = begun?.leftBytes ?? object.sizeBytes;
      if (neededBytes > leftBytes || isSpent()) {
        begun?.abort();
        late.push(object);
        continue;
      }
      leftBytes -= neededBytes;
      const kept = await verifyAndKeep(tree, opened, keeping, begun);
      if (kept.isErr()) return err(kept.error);
      verified.push(kept.value);
    }
    current = undefined;
    await note(verified.flatMap(({ files }) => files));
  } catch (fault) {
    return err(naming(await explain(fault), current));
  }
  return ok({ verified, late });
};

/** The one transaction of a finalize. */
const commit = (
  ports: FinalizePorts,
  records: Records,
  { caller, repository }: Push,
  command: FinalizeTree,
  packs: PackVerifications,
  { verified, late }: Verifications,
): ResultAsync<number, Conflict | NotFound | QuotaExceeded | Unavailable> =>
  safeTry(async function* () {
    const { repositoryId, organizationId } = repository;
    const at = ports.clock.now();
    const audit = auditEvent(caller, organizationId, 'repository.push', repositoryId, at);
    const by = caller.userId;
    const generation = yield* await registerVerified(ports, records, {
      owner: repository,
      by,
      objects: verified,
      packs,
      audit,
      at,
    });
    await nameStored(records, repositoryId, command.objects, at, verified);
    const manifests = late.map(({ oid }) => manifestPath(oid));
    yield* await demandFiles(records, repositoryId, manifests);
    for (const { oid, sizeBytes, name } of late) {
      await records.tree.addPendingVerification({ repositoryId, oid, sizeBytes, name, requestedBy: by, requestedAt: at });
    }
    if (command.stats !== undefined) {
      await records.tree.addTransfer(repositoryId, { id: ports.random.uuid(), kind: 'push', stats: command.stats, at });
    }
    return ok(generation);
  });

export const finalizeTree =
  (ports: FinalizePorts, maxBytes = maxVerifiedPerCallBytes, eager?: EagerVerifications) =>
  (grant: Push, command: FinalizeTree, signal?: AbortSignal): ResultAsync<FinalizedTree, Problem> =>
    safeTry(async function* () {
      // Entries without an oid were skipped, so an index here would name another one.
      const requested = yield* distinctRequests(command.objects).mapErr(({ problem }) => badRequest('objects', problem));
      const { repositoryId, namespace, planId } = grant.repository;
      for (const { sizeBytes } of requested) {
        const tooLarge = exceedsObjectSize(plans[planId], sizeBytes);
        if (tooLarge !== undefined) return err(tooLarge);
      }
      const standings = yield* await ports.unitOfWork
        .read((queries) => standingOf(queries, repositoryId, requested, ports.clock.now()))
        .andThen((standing) => standing);
      const { codec, hasher, clock, received } = ports;
      const blobs = pacedBlobStore(ports.blobs, clock);
      const tree = { blobs, codec, hasher, namespace, received, pause: clock.pause };
      const packs = createPackVerifications(ports, repositoryId);
      const verification: Verification = {
        tree,
        packs,
        turns: ports.verifications.turns(grant.repository, { inBackground: false, signal }),
        isSpent: () => ports.verifications.isSpent(grant.repository.organizationId),
        holdManifest: createHoldManifest(ports, grant.repository),
        noteHooks: (files) => noteHooks(ports, tree, repositoryId, files),
        explain: explainFault({ ...ports, blobs }, grant.repository),
        takeBegun: async (manifest) => eager?.take(tree, repositoryId, manifest),
        signal,
      };
      const inTurn = ports.verifications.call(
        grant.repository,
        () => verifyAll(verification, requested, standings, maxBytes),
        signal,
      );
      const verifications = yield* await ResultAsync.fromPromise(inTurn, problemOfTurn).andThen((result) => result);
      const late = new Set(verifications.late.map(({ oid }) => oid));
      const pending = requested.map(({ oid }) => oid).filter((oid) => late.has(oid) || standings.get(oid) === 'pending');
      return withRegrantedRepository(ports, grant, (records, granted) =>
        commit(ports, records, granted, { ...command, objects: requested }, packs, verifications).mapErr((problem) =>
          problem.kind === 'conflict' ? goneFrom(problem, verifications) : problem,
        ),
      ).map((generation) => ({ generation, objects: requested.length - pending.length, pending }));
    });
