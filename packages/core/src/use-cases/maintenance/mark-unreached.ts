import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import { auditFacts, operatorAuditEvent } from '../../model/audit-event.js';
import { reclaimableBytesOf } from '../../model/objects/quarantined-object.js';
import { DAY_MS, type Instant, type Oid, type RepositoryId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { findRefusing } from '../../steps/keepers/ask-keepers.js';
import { quarantineObjects } from '../../steps/quarantine/quarantine-objects.js';
import { withIndexComplete } from '../../steps/reachability/with-index-complete.js';
import { changed, type HeldSight, holdSight, type LookPorts } from './unreachable-sight.js';

export interface RemovedUnreached {
  readonly objects: number;
  /** What is rid of with them alone. */
  readonly bytes: number;
}

/** Somebody who has locked a path may be about to push what belongs there. */
const isLocked = async ({ artifacts, locks }: Records, repositoryId: RepositoryId, oid: Oid): Promise<boolean> => {
  const name = (await artifacts.find(repositoryId, oid))?.name;
  return name !== undefined && (await locks.findByPath(repositoryId, name)) !== undefined;
};

/** Those of the objects that nothing keeps. */
const findUnkept = async (
  records: Records,
  { indexCaches }: LookPorts,
  { repository: { id: repositoryId, namespace } }: HeldSight,
  oids: readonly Oid[],
  now: Instant,
): Promise<readonly Oid[]> => {
  const repository = { repositoryId, namespace };
  const unkept: Oid[] = [];
  for (const oid of oids) {
    const keepers = await findRefusing({ records, indexCaches, repository, oid, now }, false);
    if (keepers.length === 0 && !(await isLocked(records, repositoryId, oid))) unkept.push(oid);
  }
  return unkept;
};

/** Those that no look has found kept for as long as the repository says, by an index that was complete after that. */
const dueOf = (marked: ReadonlyMap<Oid, Instant>, { repository, history }: HeldSight, now: Instant): readonly Oid[] => {
  const { reclaimUnreachableAfterDays: days } = repository;
  const completeAt = history.index.complete?.at;
  if (days === undefined || completeAt === undefined) return [];
  return [...marked].flatMap(([oid, since]) => (since + days * DAY_MS <= Math.min(completeAt, now) ? [oid] : []));
};

const remove = async (
  records: Records,
  ports: LookPorts,
  { repository }: HeldSight,
  due: readonly Oid[],
  marked: ReadonlyMap<Oid, Instant>,
  at: Instant,
): Promise<RemovedUnreached> => {
  const { id: repositoryId, organizationId, namespace } = repository;
  const owner = { repositoryId, organizationId, namespace };
  const removed = await withIndexComplete(records, repository, () =>
    quarantineObjects(ports, records, owner, due, { removedBy: undefined, at }),
  );
  for (const { object } of removed) {
    const since = new Date(marked.get(object.oid) ?? at).toISOString();
    const details = auditFacts({ oid: object.oid, size: object.sizeBytes, reason: 'unreachable', since });
    await records.audit.append(operatorAuditEvent(organizationId, 'repository.object.remove', repositoryId, at, details));
  }
  return { objects: removed.length, bytes: removed.reduce((sum, { object }) => sum + reclaimableBytesOf(object), 0) };
};

/**
 * Judges objects that no ref was seen to reach: what something keeps is marked no more, what nothing keeps is marked, and what was marked for long enough is
 * put into quarantine, where the operator has garbage removed at all. `changed` when the index or what it covers is not what was looked at.
 */
export const markUnreached = (
  ports: LookPorts,
  sight: HeldSight,
  oids: readonly Oid[],
): ResultAsync<RemovedUnreached, typeof changed | Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<RemovedUnreached, typeof changed>> => {
    const now = ports.clock.now();
    const held = await holdSight(records, ports, sight, now);
    if (held.isErr()) return err(held.error);
    const { repository, doubt } = held.value;
    if (doubt !== undefined || repository.reclaimUnreachableAfterDays === undefined) return err(changed);
    const present = [...(await records.objects.findSizes(repository.id, oids)).keys()];
    const unkept = await findUnkept(records, ports, held.value, present, now);
    const unkeptOnes = new Set(unkept);
    await records.unreachable.unmark(
      repository.id,
      present.filter((oid) => !unkeptOnes.has(oid)),
    );
    await records.unreachable.mark(repository.id, unkept, now);
    const marked = await records.unreachable.find(repository.id, unkept);
    const due = ports.settings.gcReclaim === true ? dueOf(marked, held.value, now) : [];
    return ok(due.length === 0 ? { objects: 0, bytes: 0 } : await remove(records, ports, held.value, due, marked, now));
  });
