import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { createLease } from '../../../concurrency/lease.js';
import { createPace } from '../../../concurrency/pace.js';
import type { Unavailable } from '../../../model/app-error.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import type { ConversionCandidate, ConvertedObjects } from '../../../model/conversions/conversion.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { defaultColdAfterMs, defaultMinConvertedBytes } from '../../../model/conversions/deduplication.js';
import { requestAgainMs, requestedForMs } from '../../../model/conversions/requested-conversion.js';
import { beyondSchedule, HOUR_MS, type Instant } from '../../../model/values/index.js';
import type { ClaimedConversions, ConversionPosition } from '../../../ports/records/conversion-records.js';
import type { CollectPace } from '../collect/slowed-blob-store.js';
import { demandClaim, TreeWorkLost, untilStopped } from '../collect/tree-work.js';
import { claimMs, type ConvertPorts } from './conversion.js';
import {
  bytesPerTurn,
  candidatesPerSlice,
  conversionOf,
  type Inspect,
  note,
  type Progress,
  type Run,
  type Turn,
} from './conversion-turn.js';
import { convertObject } from './convert-object.js';
import { convertRequested } from './convert-requested.js';
import { restoreHot } from './restore-hot.js';

/** How soon an organization is looked through again, and one whose storage or plan has refused. */
const restMs = HOUR_MS;

const nothing: ConvertedObjects = {
  objects: 0,
  formerBytes: 0,
  addedBytes: 0,
  restoredObjects: 0,
  restoredBytes: 0,
  leftWhole: 0,
  withoutRoom: [],
};

const positionOf = ({ repositoryId, object }: ConversionCandidate): ConversionPosition => ({ repositoryId, oid: object.oid });

/** Moves the claim, and the place where the next turn goes on. */
const move = (
  { unitOfWork }: ConvertPorts,
  claim: ClaimedConversions,
  until: Instant,
  after?: ConversionPosition | null,
): ResultAsync<boolean, Unavailable> =>
  unitOfWork.transact(async ({ conversions }): Promise<Result<boolean, never>> =>
    ok(await conversions.move(claim, until, after)),
  );

const isCold = ({ ports }: Turn, { object, lastDownloadedAt }: ConversionCandidate): boolean => {
  const coldSince = ports.clock.now() - (ports.settings.coldAfterMs ?? defaultColdAfterMs);
  return Math.max(object.createdAt, lastDownloadedAt ?? 0) <= coldSince;
};

/** Whether it can be an object's turn at all: most objects are hot, and of these no repository is looked up. */
const mayWant = (turn: Turn, candidate: ConversionCandidate): boolean =>
  (candidate.deduplicate ?? turn.organization.deduplicate) === 'all' || isCold(turn, candidate);

/** Whether the turn is over although more objects wait: the plan has no room for copies. */
const convertSlice = async (
  turn: Turn,
  candidates: readonly ConversionCandidate[],
  progress: Progress,
): Promise<'go_on' | 'rest'> => {
  for (const candidate of candidates) {
    if (progress.bytes >= bytesPerTurn) return 'go_on';
    progress.after = positionOf(candidate);
    const { repositoryId, object } = candidate;
    if (!mayWant(turn, candidate)) continue;
    const repository = await turn.ports.unitOfWork.read(({ repositories }) => repositories.find(repositoryId));
    if (repository.isErr()) throw new TreeUnavailable(repository.error);
    const conversion = repository.value && conversionOf(turn, candidate, repository.value);
    if (conversion === undefined) continue;
    await demandClaim(turn);
    const outcome = await convertObject(conversion);
    note(turn, progress, candidate, outcome);
    if (outcome.kind === 'no_room') return 'rest';
    if (outcome.kind === 'converted' && outcome.hasAlike) {
      progress.after = null;
      return 'go_on';
    }
    progress.bytes += object.sizeBytes;
  }
  return 'go_on';
};

/** Ends a turn. A client that asks for a conversion while it is under way finds the claim held, so who releases it looks whether somebody has. */
const release = (
  { ports, claim }: Turn,
  restsFor: number,
  after: ConversionPosition | null | undefined,
): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork.transact(async ({ conversions, requestedConversions }): Promise<Result<boolean, never>> => {
    const at = ports.clock.now();
    if (after === null) await requestedConversions.forget(claim.organizationId, at - requestAgainMs);
    const waiting = await requestedConversions.listWaiting(claim.organizationId, at - requestedForMs, 1);
    return ok(await conversions.release(claim, waiting.length > 0 ? at : at + restsFor, after));
  });

/** One turn of an organization. Answers what it has come to, also where storage ended it. */
const takeTurn = async (
  turn: Turn,
  total: ConvertedObjects,
): Promise<{ readonly total: ConvertedObjects; readonly fault?: Unavailable }> => {
  const { ports, claim, organization, signal } = turn;
  const of = { minBytes: ports.settings.minConvertedBytes ?? defaultMinConvertedBytes, now: ports.clock.now() };
  const found = await ports.unitOfWork.read(({ conversions }) =>
    conversions.listCandidates(organization.id, claim.after, of, candidatesPerSlice),
  );
  if (found.isErr()) return { total, fault: found.error };
  const progress: Progress = { total, bytes: 0, after: claim.after };
  try {
    await convertRequested(turn, progress);
    // Once in each look through the whole objects, before the first of them.
    if (claim.after === undefined) await restoreHot(turn, progress);
    const next = found.value.length === 0 ? 'over' : await convertSlice(turn, found.value, progress);
    const released = await release(turn, next === 'go_on' ? 0 : restMs, next === 'over' ? null : progress.after);
    return released.isErr() ? { total: progress.total, fault: released.error } : { total: progress.total };
  } catch (fault) {
    const outage = thrownOutage(fault);
    if (outage === undefined && !(fault instanceof TreeWorkLost)) throw fault;
    // Who is told to stop begins the object again; a claim that was lost is not moved, and one that cannot be moved ends by itself.
    const isStopped = signal?.aborted === true;
    (await release(turn, isStopped ? 0 : restMs, isStopped ? undefined : progress.after)).unwrapOr(false);
    return outage === undefined ? { total: progress.total } : { total: progress.total, fault: outage };
  }
};

const claimNext = async ({ ports }: Run, claimedAt: Instant): Promise<Result<ClaimedConversions | undefined, Unavailable>> => {
  const holder = ports.random.uuid();
  return ports.unitOfWork.transact(async ({ conversions }): Promise<Result<ClaimedConversions | undefined, never>> =>
    ok(await conversions.claim(holder, claimedAt, claimedAt + claimMs, beyondSchedule(claimedAt, restMs))),
  );
};

const open = async (run: Run, claim: ClaimedConversions, claimedAt: Instant): Promise<Result<Turn | undefined, Unavailable>> => {
  const { ports, signal } = run;
  const found = await ports.unitOfWork.read(({ organizations }) => organizations.find(claim.organizationId));
  const lease = createLease(ports.clock, claimMs, claimedAt, (_now, until) => move(ports, claim, until));
  const renewLease: Turn['renewLease'] = () => (signal?.aborted === true ? okAsync(false) : lease());
  return found.map((organization) => organization && { ...run, claim, organization, renewLease });
};

const runAll = async (run: Run): Promise<Result<ConvertedObjects | undefined, Unavailable>> => {
  let total: ConvertedObjects | undefined;
  while (run.signal?.aborted !== true) {
    const claimedAt = run.ports.clock.now();
    const claimed = await claimNext(run, claimedAt);
    if (claimed.isErr()) return err(claimed.error);
    if (claimed.value === undefined) break;
    const turn = await open(run, claimed.value, claimedAt);
    if (turn.isErr()) return err(turn.error);
    if (turn.value === undefined) continue;
    const taken = await takeTurn(turn.value, total ?? nothing);
    ({ total } = taken);
    // A bucket that does not answer is its owner's; the database is everybody's.
    if (taken.fault?.part === 'database') return err(taken.fault);
  }
  return ok(total);
};

/**
 * Cuts objects that came whole into chunks, where it pays: organization by organization, each for a few hundred megabytes before the next one has its turn. Other
 * processes work on other organizations meanwhile. Undefined when none was due, and without `gcReclaim`, since no byte would ever come back.
 */
export const convertObjects = (ports: ConvertPorts, inspect: Inspect) => {
  const bytes = createPace(ports.clock, ports.settings.conversionBytesPerSecond);
  const pace: CollectPace = { requests: createPace(ports.clock, undefined), bytes };
  return (signal?: AbortSignal): ResultAsync<ConvertedObjects | undefined, Unavailable> =>
    ports.settings.gcReclaim === true
      ? new ResultAsync(runAll({ ports, pace: untilStopped(pace, signal), inspect, signal }))
      : okAsync(undefined);
};
