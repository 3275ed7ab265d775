import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { createLease } from '../../../concurrency/lease.js';
import type { Unavailable } from '../../../model/app-error.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import type { CollectedGarbage } from '../../../model/maintenance.js';
import { beyondSchedule, DAY_MS, HOUR_MS, type Instant } from '../../../model/values/index.js';
import type { ClaimedCollection } from '../../../ports/records/condemned-records.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { type Collection, claimMs, type CollectPorts, type FileCounts } from './collection.js';
import { TreeWorkLost, untilStopped } from './tree-work.js';
import { type CollectPace, createCollectPace } from './slowed-blob-store.js';
import { type CollectedTree, collectRepository } from './collect-repository.js';

/** How soon a repository is visited again whose storage did not answer. */
const retryAfterMs = HOUR_MS;
/** Each may have taken as long as a store takes that does not answer; what is left is for the next run. */
const maxFaults = 10;

const open = async (
  ports: CollectPorts,
  pace: CollectPace,
  claim: ClaimedCollection,
  claimedAt: Instant,
): Promise<Result<Collection | undefined, Unavailable>> => {
  const found = await ports.unitOfWork.read(({ repositories }) => repositories.find(claim.repositoryId));
  return found.map((repository) => {
    if (repository === undefined) return undefined;
    const { id: repositoryId, namespace, organizationId } = repository;
    const owner = { repositoryId, namespace, organizationId };
    return {
      ports,
      owner,
      claim,
      pace,
      keepClaim: ({ condemned }: Records, at: Instant) => condemned.moveCollection(claim, at + claimMs),
      renewLease: createLease(ports.clock, claimMs, claimedAt, (_now, until) => move(ports, claim, until)),
    };
  });
};

const move = ({ unitOfWork }: CollectPorts, claim: ClaimedCollection, until: Instant): ResultAsync<boolean, Unavailable> =>
  unitOfWork.transact(async ({ condemned }): Promise<Result<boolean, never>> => ok(await condemned.moveCollection(claim, until)));

const factsOf = (prefix: string, { packs, maps, manifests, bytes }: FileCounts) => ({
  [`${prefix}_packs`]: packs,
  [`${prefix}_maps`]: maps,
  [`${prefix}_manifests`]: manifests,
  [`${prefix}_bytes`]: bytes,
});

/** Tells the organization what a visit has come to, and says when the next one is due, in one transaction. False when the claim is lost. */
const settle = (
  { ports, owner, claim }: Collection,
  { packs, unneeded, quarantined, broughtBack, deleted, compacted, refusal, nextDueAt }: CollectedTree,
): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork.transact(async ({ outbox, condemned }): Promise<Result<boolean, never>> => {
    if (!(await condemned.moveCollection(claim, nextDueAt))) return ok(false);
    if (refusal === undefined) await condemned.noteDead(owner.repositoryId, compacted.deadBytes);
    if (packs === 0 && deleted.bytes === 0 && refusal === undefined) return ok(true);
    await outbox.append({
      type: 'maintenance.gc.completed',
      organizationId: owner.organizationId,
      repositoryId: owner.repositoryId,
      occurredAt: ports.clock.now(),
      data: {
        packs,
        ...factsOf('unneeded', unneeded),
        ...factsOf('quarantined', quarantined),
        ...factsOf('restored', broughtBack),
        ...factsOf('deleted', deleted),
        dead_bytes: compacted.deadBytes,
        rewritten_packs: compacted.packs,
        repointed_objects: compacted.objects,
        refused: refusal === undefined ? 0 : 1,
      },
    });
    return ok(true);
  });

const nothing: CollectedGarbage = {
  repositories: 0,
  refusals: [],
  packs: 0,
  unneededFiles: 0,
  unneededBytes: 0,
  quarantinedBytes: 0,
  deletedFiles: 0,
  deletedBytes: 0,
  deadBytes: 0,
  rewrittenPacks: 0,
};

const filesOf = ({ packs, maps, manifests }: FileCounts): number => packs + maps + manifests;

const add = (total: CollectedGarbage, { owner }: Collection, tree: CollectedTree): CollectedGarbage => ({
  repositories: total.repositories + 1,
  refusals:
    tree.refusal === undefined
      ? total.refusals
      : [...total.refusals, { repositoryId: owner.repositoryId, problem: tree.refusal.message }],
  packs: total.packs + tree.packs,
  unneededFiles: total.unneededFiles + filesOf(tree.unneeded),
  unneededBytes: total.unneededBytes + tree.unneeded.bytes,
  quarantinedBytes: total.quarantinedBytes + tree.quarantined.bytes,
  deletedFiles: total.deletedFiles + filesOf(tree.deleted),
  deletedBytes: total.deletedBytes + tree.deleted.bytes,
  deadBytes: total.deadBytes + tree.compacted.deadBytes,
  rewrittenPacks: total.rewrittenPacks + tree.compacted.packs,
});

/** Undefined when somebody else has taken the repository on meanwhile, when it is gone, and after the signal. */
const visit = async (
  collection: Collection,
  signal: AbortSignal | undefined,
): Promise<Result<CollectedTree | undefined, Unavailable>> => {
  try {
    const collected = await collectRepository(collection);
    return await settle(collection, collected).map((isMine) => (isMine ? collected : undefined));
  } catch (fault) {
    const { ports, claim } = collection;
    if (fault instanceof TreeWorkLost) {
      // Another process, or the next one, begins anew at once.
      if (signal?.aborted === true) (await move(ports, claim, ports.clock.now())).unwrapOr(false);
      return ok(undefined);
    }
    const outage = thrownOutage(fault);
    if (outage === undefined) throw fault;
    // A claim that cannot be moved ends by itself.
    (await move(ports, claim, ports.clock.now() + retryAfterMs)).unwrapOr(false);
    return err(outage);
  }
};

/** What visits have come to and no run has told of yet: one that ends with a fault tells of that alone. */
interface Untold {
  total: CollectedGarbage | undefined;
}

const tell = (untold: Untold): CollectedGarbage | undefined => {
  const { total } = untold;
  untold.total = undefined;
  return total;
};

/** A repository of which nothing is collected is visited again in a day, and what does not answer sooner than that: so the former is told. */
const answerOf = (fault: Unavailable, untold: Untold): Result<CollectedGarbage | undefined, Unavailable> =>
  untold.total === undefined || untold.total.refusals.length === 0 ? err(fault) : ok(tell(untold));

const run = async (
  ports: CollectPorts,
  pace: CollectPace,
  untold: Untold,
  signal: AbortSignal | undefined,
): Promise<Result<CollectedGarbage | undefined, Unavailable>> => {
  const faults: Unavailable[] = [];
  while (signal?.aborted !== true) {
    const claimedAt = ports.clock.now();
    const holder = ports.random.uuid();
    const claimed = await ports.unitOfWork.transact(
      async ({ condemned }): Promise<Result<ClaimedCollection | undefined, never>> =>
        ok(await condemned.claimCollection(holder, claimedAt, claimedAt + claimMs, beyondSchedule(claimedAt, DAY_MS))),
    );
    if (claimed.isErr()) return answerOf(claimed.error, untold);
    if (claimed.value === undefined) break;
    const opened = await open(ports, pace, claimed.value, claimedAt);
    if (opened.isErr()) return answerOf(opened.error, untold);
    if (opened.value === undefined) continue;
    const visited = await visit(opened.value, signal);
    if (visited.isErr()) {
      if (visited.error.part === 'database' || faults.push(visited.error) >= maxFaults) return answerOf(visited.error, untold);
    } else if (visited.value !== undefined) untold.total = add(untold.total ?? nothing, opened.value, visited.value);
  }
  const [fault] = faults;
  return fault === undefined ? ok(tell(untold)) : answerOf(fault, untold);
};

/**
 * Visits the chunk trees that are due, one after the other; other processes visit others meanwhile. One whose storage does not answer is put off, and stops
 * nobody else's; what the others have come to is told by the next run that meets no fault. Undefined when none was due. Ends before the next read or removal when the signal says so; the visit under way begins anew the next time.
 */
export const collectTrees = (ports: CollectPorts) => {
  const pace = createCollectPace(ports);
  const untold: Untold = { total: undefined };
  return (signal?: AbortSignal): ResultAsync<CollectedGarbage | undefined, Unavailable> =>
    new ResultAsync(run(ports, untilStopped(pace, signal), untold, signal));
};
