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
import { auditEvent } from '../../../model/audit-event.js';
import type { TransferStats } from '../../../model/chunk-tree/transfer-event.js';
import { distinctRequests, type ObjectRequest } from '../../../model/objects/object-request.js';
import { exceedsObjectSize } from '../../../model/quotas/object-size-limit.js';
import { type Plan, plans } from '../../../model/quotas/plan.js';
import { type Instant, manifestPath, type Oid, type RepositoryId } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { PendingVerification } from '../../../ports/records/tree-records.js';
import type { Queries, Records } from '../../../ports/unit-of-work.js';
import { findDamaged } from '../../../steps/integrity/find-damaged.js';
import type { NotePorts } from '../../../steps/integrity/note-damage.js';
import { nameStored } from '../../../steps/objects/name-stored.js';
import { problemOfTurn, type Verifying } from '../../../steps/verification/verifications.js';
import { noteHooks } from '../index/note-hooks.js';
import type { ReceivedPacks } from '../read/received-packs.js';
import type { EagerVerifications } from '../verify/eager-verifications.js';
import { explainFault } from '../verify/explain-fault.js';
import { createHoldManifest } from '../verify/hold-manifest.js';
import { createPackVerifications, type PackVerifications } from '../verify/pack-verifications.js';
import { demandFiles } from '../verify/demand-files.js';
import { registerVerified } from '../verify/register-verified.js';
import { findUnsent } from './find-unsent.js';
import {
  type FinalizeLimits,
  type Standing,
  type Verification,
  type Verifications,
  verifyRequested,
} from './verify-requested.js';

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

const standingOf = async (
  queries: Queries,
  repositoryId: RepositoryId,
  requested: readonly ObjectRequest[],
  plan: Plan,
  now: Instant,
): Promise<Result<ReadonlyMap<Oid, Standing>, Conflict | QuotaExceeded>> => {
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
    else {
      const tooLarge = object === undefined ? exceedsObjectSize(plan, sizeBytes) : undefined;
      if (tooLarge !== undefined) return err(tooLarge);
      if (unsent.has(oid)) return err({ ...conflict('not_uploaded'), oid });
      standings.set(oid, isSound ? 'stored' : 'new');
    }
  }
  return ok(standings);
};

/** The same of files that are gone: the first object that needs the first of them. */
const goneFrom = (gone: Conflict, { verified, late }: Verifications): Conflict => {
  const [path] = gone.paths ?? [];
  const needing =
    verified.find(({ files }) => files.some((file) => file === path)) ?? late.find(({ oid }) => manifestPath(oid) === path);
  return needing === undefined ? gone : { ...gone, oid: needing.oid };
};

/** Those that wait for their verification without a name get the one that comes now. A step of a transaction that holds the organization. */
const namePending = async (
  { tree }: Records,
  repositoryId: RepositoryId,
  requested: readonly ObjectRequest[],
  by: Pick<PendingVerification, 'requestedBy' | 'requestedAt'>,
): Promise<void> => {
  for (const { oid, sizeBytes, name } of requested) {
    if (name === undefined || (await tree.findPendingVerification(repositoryId, oid)) === undefined) continue;
    await tree.addPendingVerification({ repositoryId, oid, sizeBytes, name, ...by });
  }
};

/** The one transaction of a finalize. `waiting`: those of the objects that were put off by an earlier one. */
const commit = (
  ports: FinalizePorts,
  records: Records,
  { caller, repository }: Push,
  command: FinalizeTree,
  packs: PackVerifications,
  { verified, late }: Verifications,
  waiting: readonly ObjectRequest[],
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
    await namePending(records, repositoryId, waiting, { requestedBy: by, requestedAt: at });
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
  (ports: FinalizePorts, limits: Partial<FinalizeLimits> = {}, eager?: EagerVerifications) =>
  (grant: Push, command: FinalizeTree, signal?: AbortSignal): ResultAsync<FinalizedTree, Problem> =>
    safeTry(async function* () {
      // Entries without an oid were skipped, so an index here would name another one.
      const requested = yield* distinctRequests(command.objects).mapErr(({ problem }) => badRequest('objects', problem));
      const { repositoryId, namespace, planId } = grant.repository;
      const standings = yield* await ports.unitOfWork
        .read((queries) => standingOf(queries, repositoryId, requested, plans[planId], ports.clock.now()))
        .andThen((standing) => standing);
      const { codec, hasher, clock, received } = ports;
      const blobs = pacedBlobStore(ports.blobs, clock);
      const tree = { blobs, codec, hasher, namespace, received, pause: clock.pause };
      const packs = createPackVerifications(ports, repositoryId);
      const verification: Verification = {
        tree,
        packs,
        turns: ports.verifications.turns(grant.repository, { inBackground: false, signal }),
        withLargeManifest: (work) => ports.verifications.withLargeManifest(grant.repository, work, signal),
        isSpent: () => ports.verifications.isSpent(grant.repository.organizationId),
        holdManifest: createHoldManifest(ports, grant.repository),
        noteHooks: (files) => noteHooks(ports, tree, repositoryId, files),
        explain: explainFault({ ...ports, blobs }, grant.repository),
        takeBegun: async (manifest) => eager?.take(tree, repositoryId, manifest),
        signal,
      };
      const inTurn = ports.verifications.call(
        grant.repository,
        () => verifyRequested(verification, requested, standings, limits),
        signal,
      );
      const verifications = yield* await ResultAsync.fromPromise(inTurn, problemOfTurn).andThen((result) => result);
      const waiting = requested.filter(({ oid }) => standings.get(oid) === 'pending');
      const late = new Set(verifications.late.map(({ oid }) => oid));
      const pending = requested.map(({ oid }) => oid).filter((oid) => late.has(oid) || standings.get(oid) === 'pending');
      return withRegrantedRepository(ports, grant, (records, granted) =>
        commit(ports, records, granted, { ...command, objects: requested }, packs, verifications, waiting).mapErr((problem) =>
          problem.kind === 'conflict' ? goneFrom(problem, verifications) : problem,
        ),
      ).map((generation) => ({ generation, objects: requested.length - pending.length, pending }));
    });
