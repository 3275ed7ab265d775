import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { invariant, type NotFound, type Unavailable, unavailable } from '../../../model/app-error.js';
import { auditFacts } from '../../../model/audit-event.js';
import type { TreeFile } from '../../../model/chunk-tree/tree-file.js';
import { type Instant, manifestPath, treeKey } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries, Records } from '../../../ports/unit-of-work.js';
import { mayRemove } from '../../../steps/backup-lease.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import { isRemovalOver, removalOverMs, removeWithinMs } from '../collect/terms.js';
import { chargeTree } from '../files/tree-charge.js';
import { auditOf, type VerificationJob } from './verification-job.js';

type RefusePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'>;

/** The removal of a manifest that was committed, by which holder and when. */
interface Removal {
  readonly holder: string;
  readonly at: Instant;
}

const findCondemned = async ({ condemned }: Pick<Queries, 'condemned'>, { verification }: VerificationJob) => {
  const path = manifestPath(verification.oid);
  return (await condemned.find(verification.repositoryId, [path])).get(path);
};

/** Whether the manifest is the one that was refused: one that has come since was acknowledged, or is about to be. */
const isRefusedFile = ({ manifest }: VerificationJob, present: TreeFile): boolean =>
  present.state === 'stored' && manifest?.state === 'stored' && present.changedAt === manifest.changedAt;

/**
 * From then on nobody sends the manifest until it is gone. Undefined when there is nothing to remove, or a back-up may need it. Should the process die, the next
 * one that takes the verification on goes on with the removal when this one is over.
 */
const beginRemoval = async (
  records: Records,
  job: VerificationJob,
  { holder, at }: Removal,
): Promise<Result<Removal | undefined, Unavailable>> => {
  const { repositoryId, oid } = job.verification;
  const path = manifestPath(oid);
  const condemned = await findCondemned(records, job);
  const isUnderWay = condemned?.state === 'deleting';
  if (isUnderWay && !isRemovalOver(condemned.dueAt, at)) return err(unavailable('storage'));
  const present = await records.tree.findFile(repositoryId, path);
  if (present === undefined) return ok(undefined);
  const mayBegin = isRefusedFile(job, present) && (await mayRemove(records, at));
  if (!isUnderWay && !mayBegin) return ok(undefined);
  const { sizeBytes } = present;
  const times = { seenAt: at, quarantinedAt: at, dueAt: at + removalOverMs, removedAt: undefined };
  await records.condemned.put(repositoryId, [{ path, sizeBytes, state: 'deleting', holder, ...times }]);
  return ok({ holder, at });
};

/** A removal that begins later than within its minute, or that somebody else has taken over, could meet a manifest that was sent anew. */
const removeBytes = (ports: RefusePorts, job: VerificationJob, { holder, at }: Removal): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    const condemned = yield* await ports.unitOfWork.read((queries) => findCondemned(queries, job));
    const isMine = condemned?.state === 'deleting' && condemned.holder === holder;
    if (!isMine || ports.clock.now() >= at + removeWithinMs) return err(unavailable('storage'));
    return ports.blobs.remove(treeKey(job.owner.namespace, manifestPath(job.verification.oid)));
  });

/** Takes the manifest out of the books once its bytes are gone. */
const strikeOut = async (records: Records, job: VerificationJob, { holder }: Removal, at: Instant): Promise<void> => {
  const { repositoryId, oid } = job.verification;
  const path = manifestPath(oid);
  const condemned = await findCondemned(records, job);
  if (condemned?.state !== 'deleting' || condemned.holder !== holder) return;
  await records.damage.heal(repositoryId, { kind: 'file', path });
  const file = await records.tree.findFile(repositoryId, path);
  if (file !== undefined && (await records.tree.removeFile(repositoryId, path, 'stored'))) {
    const charged = await chargeTree(records, job.owner, -file.sizeBytes, 0, at);
    invariant(charged.isOk(), 'what gets less fits into every plan');
  }
  await records.condemned.remove(repositoryId, [path]);
};

const removeManifest = (
  ports: RefusePorts,
  job: VerificationJob,
  claimedUntil: Instant,
): ResultAsync<'lost' | Removal | undefined, NotFound | Unavailable> =>
  safeTry(async function* () {
    const begun = { holder: ports.random.uuid(), at: ports.clock.now() };
    const removal = yield* await ports.unitOfWork.transact((records) =>
      safeTry(async function* () {
        yield* await lockOrganizationOf(records, job.owner);
        // A process that has claimed it since finds out for itself: the files may have been sent anew.
        if (!(await records.tree.renewVerification(job.verification, claimedUntil))) return ok('lost' as const);
        return beginRemoval(records, job, begun);
      }),
    );
    if (removal !== undefined && removal !== 'lost') yield* await removeBytes(ports, job, removal);
    return ok(removal);
  });

const refuse = (ports: RefusePorts, job: VerificationJob, claimedUntil: Instant): ResultAsync<void, NotFound | Unavailable> =>
  safeTry(async function* () {
    const { repositoryId, oid } = job.verification;
    const removal = yield* await removeManifest(ports, job, claimedUntil);
    if (removal === 'lost') return ok(undefined);
    return ports.unitOfWork.transact((records) =>
      safeTry(async function* () {
        yield* await lockOrganizationOf(records, job.owner);
        const at = ports.clock.now();
        if (removal !== undefined) await strikeOut(records, job, removal, at);
        if (!(await records.tree.removeClaimedVerification(job.verification))) return ok(undefined);
        const details = auditFacts({ repository_id: repositoryId });
        await records.audit.append({ ...auditOf(job, 'repository.push.refused', oid, at), details });
        return ok(undefined);
      }),
    );
  });

/**
 * The object never becomes visible by this verification; sending it right and finalizing again begins a new one. Its manifest goes first, so that a client that
 * finalizes again without sending it is told at once instead of waiting for the same verification.
 */
export const refuseVerification = (
  ports: RefusePorts,
  job: VerificationJob,
  claimedUntil: Instant,
): ResultAsync<void, Unavailable> =>
  refuse(ports, job, claimedUntil).orElse((problem) =>
    // A repository that has gone meanwhile has nothing left to refuse.
    problem.kind === 'unavailable' ? err(problem) : ok(undefined),
  );
