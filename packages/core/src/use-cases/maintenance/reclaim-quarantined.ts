import { err, errAsync, ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import type { ReclaimedObjects } from '../../model/maintenance.js';
import { type QuarantinedObject, reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import { type Repository, storageModeOf } from '../../model/repository.js';
import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  objectKey,
  type RepositoryId,
  type StorageNamespace,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { mayRemove } from '../../steps/backup-lease.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { findDamaged, hasDamagedFile } from '../../steps/integrity/find-damaged.js';
import { areBytesKept } from '../../steps/keepers/ask-keepers.js';
import { lockOrganizationOf } from '../../steps/lock-organization-of.js';
import { reclaimMarkLifetimeMs } from '../../steps/objects/demand-unreclaimed.js';
import { isStillUnreached } from '../../steps/reachability/is-still-unreached.js';

/**
 * Removes the bytes of objects whose grace is over. An object goes from `quarantined` to `deleting` by one guarded write, with a mark at its final key: who
 * registers it earlier takes it out of quarantine and this loses; who asks later finds the mark and waits; and who had asked before has a session that is seen
 * afterwards, and keeps the bytes. A process that dies leaves both, and another one goes on when nothing that was begun can take effect any more.
 */
type ReclaimPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'settings'> & WithIndexCaches;

const objectsPerRun = 1000;
/** What is marked is removed within a minute of the mark, or left. */
const removeWithinMs = MINUTE_MS;
/** How soon one is looked at again whose bytes somebody needs, or whose bucket does not answer. */
const lookAgainMs = HOUR_MS;
/** How soon whole bytes are that a conversion has left, where something is damaged: these may be many, and who heals it has to come first. */
const doubtedWholeMs = DAY_MS;

/** One whose bytes are being removed. */
interface Deleting {
  readonly quarantined: QuarantinedObject;
  readonly former: QuarantinedObject['state'];
  /** Somebody was at it before: whether they have removed anything is not known. */
  readonly isDoubtful: boolean;
  readonly namespace: StorageNamespace;
  readonly holder: string;
  readonly removeUntil: Instant;
}

const passedOver = 'passed_over';
/** Something may reach it again, or nobody has said since which refs there are; or nothing else may be left of the object. */
const doubted = 'doubted';

const transact = <T, E = never>(
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  work: (records: Records) => Promise<Result<T, E>>,
): ResultAsync<T, E | Unavailable> => unitOfWork.transact(work);

const putOff = (ports: ReclaimPorts, former: QuarantinedObject, afterMs = lookAgainMs): ResultAsync<boolean, Unavailable> =>
  transact(ports, async ({ quarantine }): Promise<Result<boolean, never>> => {
    await quarantine.update(former, { state: former.state, dueAt: ports.clock.now() + afterMs });
    return ok(false);
  });

/**
 * Whether whole bytes that a conversion has left may be the last sound copy: while the object is noted as damaged, and while a file of the chunk tree is, since
 * what needs a file is found later than the file.
 */
const mayBeLastCopy = async (records: Records, { repositoryId, object: { oid } }: QuarantinedObject): Promise<boolean> =>
  (await hasDamagedFile(records, repositoryId)) || (await findDamaged(records, repositoryId, [oid])).has(oid);

/** Whether one may go: asked again of what the service has removed by itself, until its bytes may be gone. Of what is in chunks now, only whole bytes go. */
const mayGo = async (
  { indexCaches }: ReclaimPorts,
  records: Records,
  repository: Repository,
  former: QuarantinedObject,
): Promise<boolean> => {
  if (former.state === 'converted') return !(await mayBeLastCopy(records, former));
  if (former.removedBy !== undefined || former.state !== 'quarantined') return true;
  return isStillUnreached(records, indexCaches, repository, former);
};

const unmark = ({ uploads }: Records, { quarantined: { repositoryId, object }, holder }: Deleting): Promise<void> =>
  uploads.unmarkReclaimed(repositoryId, [object.oid], holder);

const isRegistered = async ({ objects }: Records, { repositoryId, object: { oid } }: QuarantinedObject): Promise<boolean> =>
  (await objects.findSizes(repositoryId, [oid])).has(oid);

const isNeeded = (
  { indexCaches }: ReclaimPorts,
  records: Records,
  { quarantined: { repositoryId, object }, namespace }: Deleting,
  now: Instant,
): Promise<boolean> => areBytesKept({ records, indexCaches, repository: { repositoryId, namespace }, oid: object.oid, now });

/**
 * One whose bytes may be gone already stays what it is, so that nobody restores it: who brings the bytes anew registers it. The same is true of one that was
 * registered in chunks meanwhile. Whole bytes of a converted object are what they were.
 */
const takeBack = async (records: Records, deleting: Deleting, at: Instant): Promise<void> => {
  const isGone = deleting.isDoubtful || (await isRegistered(records, deleting.quarantined));
  const state = deleting.former === 'converted' ? 'converted' : isGone ? 'deleting' : 'quarantined';
  await records.quarantine.update(deleting.quarantined, { state, dueAt: at + lookAgainMs });
  await unmark(records, deleting);
};

/**
 * Undefined when somebody else was quicker, a backup has begun, there is a doubt, or somebody needs the bytes already: then the mark is gone again, with what
 * somebody who has died has left there, for nothing would come back for one on what is registered by then.
 */
const begin = (ports: ReclaimPorts, former: QuarantinedObject): ResultAsync<Deleting | undefined, Unavailable> => {
  const holder = ports.random.uuid();
  const { repositoryId, object } = former;
  return transact(ports, async (records): Promise<Result<Deleting | undefined, typeof passedOver | typeof doubted>> => {
    const at = ports.clock.now();
    const repository = await records.repositories.find(repositoryId);
    if (repository === undefined || !(await mayRemove(records, at))) return err(passedOver);
    if (!(await mayGo(ports, records, repository, former))) return err(doubted);
    const change = { state: 'deleting', dueAt: at + reclaimMarkLifetimeMs } as const;
    if (!(await records.quarantine.update(former, change))) return err(passedOver);
    const mark = { holder, at, staleBefore: at - reclaimMarkLifetimeMs };
    const marked = await records.uploads.markReclaimed(repositoryId, [object.oid], mark);
    if (marked.length === 0) return err(passedOver);
    const deleting: Deleting = {
      quarantined: { ...former, ...change },
      former: former.state,
      isDoubtful: former.state === 'deleting',
      namespace: repository.namespace,
      holder,
      removeUntil: at + removeWithinMs,
    };
    if (!(await isNeeded(ports, records, deleting, at))) return ok(deleting);
    await takeBack(records, deleting, at);
    return ok(undefined);
  }).orElse((error): ResultAsync<undefined, Unavailable> => {
    const afterMs = former.state === 'converted' ? doubtedWholeMs : lookAgainMs;
    if (error === doubted) return putOff(ports, former, afterMs).map(() => undefined);
    return error === passedOver ? okAsync(undefined) : errAsync(error);
  });
};

const putBack = (ports: ReclaimPorts, deleting: Deleting): ResultAsync<boolean, Unavailable> =>
  transact(ports, async (records): Promise<Result<boolean, never>> => {
    await takeBack(records, deleting, ports.clock.now());
    return ok(false);
  });

/** Whether somebody has come to need the bytes: asked after the mark is committed. */
const areNeeded = (ports: ReclaimPorts, deleting: Deleting): ResultAsync<boolean, Unavailable> =>
  transact(ports, async (records): Promise<Result<boolean, never>> =>
    ok(await isNeeded(ports, records, deleting, ports.clock.now())),
  );

/** Takes one out of the books. What was known of its damage goes with it, unless the object is registered. */
const strike = async (records: Records, quarantined: QuarantinedObject): Promise<boolean> => {
  const { repositoryId, object } = quarantined;
  if (!(await records.quarantine.remove(quarantined))) return false;
  if (!(await isRegistered(records, quarantined))) await records.damage.heal(repositoryId, { kind: 'object', oid: object.oid });
  return true;
};

/**
 * Counts the bytes no more. It was brought back where this finds nothing. What lay in quarantine when its repository was deleted is counted off with that one, whose
 * rows may still be there; who deletes it holds the organization, too.
 */
const end = (ports: ReclaimPorts, deleting: Deleting): ResultAsync<boolean, Unavailable> =>
  transact(ports, async (records): Promise<Result<boolean, never>> => {
    const { quarantined, namespace } = deleting;
    const repository = await lockOrganizationOf(records, quarantined);
    // Before the object, as who registers it does: otherwise each might wait for the other.
    await records.usage.hold(quarantined);
    const isMine = repository.isOk() && (await strike(records, quarantined));
    const bytes = reclaimableBytesOf(quarantined.object);
    if (isMine && storageModeOf(namespace) === 'managed') {
      await records.usage.countReclaimable(quarantined.organizationId, -bytes);
    }
    await unmark(records, deleting);
    return ok(isMine);
  });

/** Asked of the database, since where the machine stood still its clock may have stood still too, while somebody else has taken the mark over. */
const isStillMine = ({ unitOfWork }: ReclaimPorts, { quarantined, holder }: Deleting): ResultAsync<boolean, Unavailable> =>
  unitOfWork.read(({ uploads }) => uploads.isReclaimed(quarantined.repositoryId, quarantined.object.oid, holder));

/** Whether the bytes of a whole object are gone. After a removal of which it is not known whether it was done the mark stays, and so does the state. */
const removeWhole = (ports: ReclaimPorts, former: QuarantinedObject): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const deleting = yield* await begin(ports, former);
    if (deleting === undefined) return ok(false);
    const isNeeded = yield* await areNeeded(ports, deleting);
    if (isNeeded) return putBack(ports, deleting);
    const isMine = yield* await isStillMine(ports, deleting);
    if (!isMine) return ok(false);
    // The time is the last that is asked before the removal: a process that stood still while the database answered is late, too.
    if (ports.clock.now() >= deleting.removeUntil) return putBack(ports, deleting);
    yield* await ports.blobs.remove(objectKey(deleting.namespace, former.object.oid));
    return end(ports, deleting);
  });

/** One in chunks is forgotten: then its manifest is one that no object needs. */
const forget = (ports: ReclaimPorts, former: QuarantinedObject): ResultAsync<boolean, Unavailable> =>
  transact(ports, async (records): Promise<Result<boolean, typeof doubted>> => {
    const repository = await records.repositories.find(former.repositoryId);
    if (repository === undefined || !(await mayRemove(records, ports.clock.now()))) return ok(false);
    return (await mayGo(ports, records, repository, former)) ? ok(await strike(records, former)) : err(doubted);
  }).orElse((error) => (error === doubted ? putOff(ports, former) : errAsync(error)));

/** What was reclaimed and that no run has told of yet: one that ends with a fault tells of that alone. */
type Untold = { -readonly [Count in keyof ReclaimedObjects]: number };

const reclaimAll = (ports: ReclaimPorts, renewLease: Lease, untold: Untold): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    const now = ports.clock.now();
    const due = yield* await ports.unitOfWork.read(({ quarantine }) => quarantine.listDue(now, objectsPerRun));
    const broken = new Set<RepositoryId>();
    const remove = (quarantined: QuarantinedObject): ResultAsync<boolean, Unavailable> => {
      if (quarantined.object.layout === 'chunks') return forget(ports, quarantined);
      return broken.has(quarantined.repositoryId) ? putOff(ports, quarantined) : removeWhole(ports, quarantined);
    };
    const reclaim = (quarantined: QuarantinedObject): ResultAsync<boolean, Unavailable> =>
      remove(quarantined).andTee((isGone) => {
        if (!isGone) return;
        untold.objects += 1;
        if (quarantined.object.layout === 'whole') untold.bytes += reclaimableBytesOf(quarantined.object);
      });
    // What fails is due again when its mark is stale. The rest of its bucket waits, or it would stand before what others have removed.
    const noteBroken = ({ repositoryId }: QuarantinedObject): ResultAsync<void, never> => {
      broken.add(repositoryId);
      return okAsync(undefined);
    };
    return (await forEachWhileLeased(renewLease, due, reclaim, noteBroken)).map(() => undefined);
  });

const lease = { name: 'reclaim-quarantined', durationMs: 5 * MINUTE_MS };

export const reclaimQuarantined = (ports: ReclaimPorts): (() => ResultAsync<ReclaimedObjects | undefined, Unavailable>) => {
  const untold: Untold = { objects: 0, bytes: 0 };
  const tell = (hasRun: boolean): ReclaimedObjects | undefined => {
    if (!hasRun && untold.objects === 0) return undefined;
    const told = { ...untold };
    untold.objects = 0;
    untold.bytes = 0;
    return told;
  };
  const run = withLease(ports);
  return () =>
    ports.settings.gcReclaim === true
      ? run(lease, (renewLease) => reclaimAll(ports, renewLease, untold).map(() => true)).map((hasRun) => tell(hasRun ?? false))
      : okAsync(undefined);
};
