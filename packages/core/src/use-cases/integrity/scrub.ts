import { ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import { createPace } from '../../concurrency/pace.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import { thrownOutage } from '../../model/blob-unreadable.js';
import type { Stored } from '../../model/integrity/damage.js';
import type { Finding } from '../../model/integrity/finding.js';
import {
  beyondSchedule,
  connectionOf,
  DAY_MS,
  type Instant,
  MINUTE_MS,
  type Oid,
  SECOND_MS,
  type TreePath,
  trusted,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { KeptRepository, ScrubPosition } from '../../ports/records/integrity-records.js';
import { nothingInspected, orUnavailable } from './check-storage.js';
import { createFaultyPaths } from './inspect-blob.js';
import { inspectFiles } from './inspect-files.js';
import { inspectObjects } from './inspect-objects.js';
import { ask, demand, type InspectPorts, type Inspected, type Inspection } from './inspection.js';
import { createTreeInspection } from './object-tree.js';

export interface Scrubbed extends Readonly<Inspected> {
  /** What was found, at most 100 of it. All damage was noted. */
  readonly findings: readonly Finding[];
  /** Whether the round came to its end. */
  readonly isRoundOver: boolean;
}

const maxFindings = 100;
/** A run ends after so long, at the next slice; the next one goes on there. */
const runMs = 10 * MINUTE_MS;
/** A round begins so long after the last one has begun, or when that is over. */
const roundMs = 7 * DAY_MS;
/** A run that is stopped goes on behind the last slice. */
const rowsPerSlice = 16;
const leaseTerms = { name: 'scrub', durationMs: 5 * MINUTE_MS };

/** The run ends in the middle of a blob, which the next one reads from its beginning. */
class ScrubStopped extends Error {
  override readonly name = 'ScrubStopped';
}

/** Waits until so many bytes may have been read in so much time. */
const createScrubPace = (
  { clock }: InspectPorts,
  bytesPerSecond: number,
  renewLease: Lease,
  signal: AbortSignal | undefined,
): Inspection['pace'] => {
  const pace = createPace(clock, bytesPerSecond);
  const bytesPerMinute = (bytesPerSecond * MINUTE_MS) / SECOND_MS;
  return async (piece) => {
    // A large object takes longer than a lease.
    for (let left = piece.byteLength; left > 0; left -= bytesPerMinute) {
      await pace(Math.min(left, bytesPerMinute), signal);
      if (signal?.aborted === true || !demand(await renewLease())) throw new ScrubStopped('the run is over');
    }
  };
};

const save = async ({ ports }: Inspection, position: ScrubPosition): Promise<void> =>
  demand(
    await ports.unitOfWork.transact(async ({ integrity }): Promise<Result<void, never>> => {
      await integrity.setScrubPosition(position);
      return ok();
    }),
  );

/** Before every oid. */
const firstOid = trusted<Oid>('0'.repeat(64));

interface Begin {
  readonly repository: KeptRepository;
  /** What was read last of it. */
  readonly of: Stored | undefined;
}

/** Where the round goes on: in the middle of a repository, or with the next one of the service's own storage; undefined at its end. */
const findBegin = async (inspection: Inspection, { last }: ScrubPosition): Promise<Begin | undefined> => {
  if (last?.of !== undefined) {
    const repository = await ask(inspection, ({ repositories }) => repositories.find(last.repositoryId));
    if (repository !== undefined) return { repository, of: last.of };
  }
  let after = last?.repositoryId;
  for (;;) {
    const from = after;
    const [next] = await ask(inspection, ({ integrity }) => integrity.listRepositories(from, 1));
    if (next === undefined) return undefined;
    if (connectionOf(next.namespace) === undefined) return { repository: next, of: undefined };
    after = next.id;
  }
};

interface Run {
  readonly inspection: Inspection;
  readonly beganAt: ScrubPosition['beganAt'];
  /** Whether there is time for another slice. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** False when the time was over before the repository was. */
const scrubRepository = async ({ inspection, beganAt, mayGoOn }: Run, { repository, of: begin }: Begin): Promise<boolean> => {
  const { id: repositoryId } = repository;
  const faulty = createFaultyPaths();
  let path: TreePath | undefined = begin?.kind === 'file' ? begin.path : undefined;
  if (begin?.kind !== 'object') {
    do {
      if (!(await mayGoOn())) return false;
      path = await inspectFiles(inspection, repository, faulty, path);
      if (path !== undefined) await save(inspection, { beganAt, last: { repositoryId, of: { kind: 'file', path } } });
    } while (path !== undefined);
    await save(inspection, { beganAt, last: { repositoryId, of: { kind: 'object', oid: firstOid } } });
  }
  const findFault = createTreeInspection(inspection, repository, faulty);
  let oid: Oid | undefined = begin?.kind === 'object' ? begin.oid : firstOid;
  do {
    if (!(await mayGoOn())) return false;
    oid = await inspectObjects(inspection, repository, findFault, oid);
    if (oid !== undefined) await save(inspection, { beganAt, last: { repositoryId, of: { kind: 'object', oid } } });
  } while (oid !== undefined);
  await save(inspection, { beganAt, last: { repositoryId, of: undefined } });
  return true;
};

/** A round that lies ahead began before the clock was set back. */
const isRoundDue = ({ beganAt }: ScrubPosition, now: Instant): boolean =>
  now >= beganAt + roundMs || beganAt > beyondSchedule(now, 0);

const scrubOn = async (
  ports: InspectPorts,
  bytesPerSecond: number,
  renewLease: Lease,
  signal: AbortSignal | undefined,
): Promise<Scrubbed> => {
  const findings: Finding[] = [];
  const inspected = nothingInspected();
  const inspection: Inspection = {
    ports,
    isRead: () => true,
    repairs: true,
    inspected,
    report: (finding) => {
      if (findings.length < maxFindings) findings.push(finding);
    },
    readsPacksOfObjects: false,
    rowsPerSlice,
    blobsAtOnce: 1,
    pace: createScrubPace(ports, bytesPerSecond, renewLease, signal),
  };
  const { clock } = ports;
  const endsAt = clock.now() + runMs;
  let position = (await ask(inspection, ({ integrity }) => integrity.scrubPosition())) ?? {
    beganAt: clock.now(),
    last: undefined,
  };
  let begin = await findBegin(inspection, position);
  if (begin === undefined && isRoundDue(position, clock.now())) {
    position = { beganAt: clock.now(), last: undefined };
    await save(inspection, position);
    begin = await findBegin(inspection, position);
  }
  const { beganAt } = position;
  const mayGoOn = async (): Promise<boolean> => signal?.aborted !== true && demand(await renewLease()) && clock.now() < endsAt;
  try {
    while (begin !== undefined && (await scrubRepository({ inspection, beganAt, mayGoOn }, begin))) {
      inspected.repositories += 1;
      begin = await findBegin(inspection, { beganAt, last: { repositoryId: begin.repository.id, of: undefined } });
    }
  } catch (fault) {
    // The next run goes on behind what was found. So it is told now, and that run meets what is away.
    const hasFound = findings.length > 0 && thrownOutage(fault) !== undefined;
    if (!(fault instanceof ScrubStopped) && !hasFound) throw fault;
  }
  return { ...inspected, findings, isRoundOver: begin === undefined };
};

/** See `Integrity.scrub`. */
export const scrub =
  (ports: InspectPorts & Pick<Ports, 'settings'>) =>
  (signal?: AbortSignal): ResultAsync<Scrubbed | undefined, Unavailable> => {
    const { scrubBytesPerSecond = 0 } = ports.settings;
    if (scrubBytesPerSecond <= 0) return okAsync(undefined);
    return withLease(ports)(
      leaseTerms,
      (renewLease) => new ResultAsync(orUnavailable(() => scrubOn(ports, scrubBytesPerSecond, renewLease, signal))),
    );
  };
