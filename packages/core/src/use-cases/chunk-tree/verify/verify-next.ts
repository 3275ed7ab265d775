import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { createLease, type Lease } from '../../../concurrency/lease.js';
import { type Conflict, invariant, type NotFound, type QuotaExceeded, type Unavailable } from '../../../model/app-error.js';
import type { AuditAction, AuditEvent } from '../../../model/audit-event.js';
import { problemOfFault } from '../../../model/chunk-tree/tree-fault.js';
import { assetPrefix, type Instant, manifestPath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { ClaimedVerification } from '../../../ports/records/tree-records.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { reconcileTreeFile } from '../files/reconcile-tree-file.js';
import type { TreeOwner } from '../files/tree-charge.js';
import { createPackVerifications } from './pack-verifications.js';
import { registerVerified } from './register-verified.js';
import { ClaimLost, delayAfter, moveClaim, renewingBlobs } from './verification-claim.js';
import { verifyAndKeep } from './verify-and-keep.js';
import { openManifest } from './verify-object.js';

type VerifyPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec'>;

/** After so long without a word from the process that verifies the object, which may have died, somebody else takes the verification over. */
const claimMs = 60_000;

interface Job {
  readonly verification: ClaimedVerification;
  readonly owner: TreeOwner;
}

const claimNext = async (records: Records, holder: string, now: Instant): Promise<Result<Job | undefined, never>> => {
  const { tree, repositories, organizations } = records;
  const verification = await tree.claimVerification(holder, now, now + claimMs);
  if (verification === undefined) return ok(undefined);
  const repository = await repositories.find(verification.repositoryId);
  const organization = repository && (await organizations.find(repository.organizationId));
  invariant(repository !== undefined && organization !== undefined, 'the verifications of a repository go with it');
  const { id: repositoryId, namespace, organizationId } = repository;
  return ok({ verification, owner: { repositoryId, namespace, organizationId, planId: organization.planId } });
};

const traceOf = ({ verification, owner }: Job, action: AuditAction, target: string, at: Instant): AuditEvent => ({
  organizationId: owner.organizationId,
  action,
  actorId: verification.requestedBy,
  actorTokenId: undefined,
  target,
  address: undefined,
  userAgent: undefined,
  at,
});

const verify = async (
  ports: VerifyPorts,
  job: Job,
  renewLease: Lease,
): Promise<Result<void, Conflict | NotFound | QuotaExceeded | Unavailable>> => {
  const { verification, owner } = job;
  const { repositoryId, namespace } = owner;
  const tree = { blobs: renewingBlobs(ports.blobs, renewLease), codec: ports.codec, hasher: ports.hasher, namespace };
  const packs = createPackVerifications(ports, repositoryId);
  try {
    const object = await verifyAndKeep(tree, await openManifest(tree, verification), packs);
    const at = ports.clock.now();
    const audit = traceOf(job, 'repository.push', repositoryId, at);
    const registration = { owner, by: verification.requestedBy, objects: [object], packs, audit, at };
    return await ports.unitOfWork.transact((records) => registerVerified(records, registration)).map(() => undefined);
  } catch (fault) {
    return err(problemOfFault(fault));
  }
};

/**
 * The object never becomes visible by this verification; sending it right and finalizing again begins a new one. Its manifest goes, so that a client that finalizes
 * again without sending it is told at once instead of waiting for the same verification.
 */
const refuse = (ports: VerifyPorts, job: Job): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    const { repositoryId, oid } = job.verification;
    const path = manifestPath(oid);
    const refused = yield* await ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
      const at = ports.clock.now();
      // A process that has claimed it since finds out for itself: the files may have been sent anew.
      if (!(await records.tree.removeClaimedVerification(job.verification))) return ok(false);
      await records.audit.append(traceOf(job, 'repository.push.refused', oid, at));
      const file = await records.tree.findFile(repositoryId, path);
      // Should the service stop before the file is gone, the sweeper finds out what became of it.
      if (file !== undefined) await records.tree.putFile(repositoryId, { ...file, state: 'receiving', changedAt: at });
      return ok(true);
    });
    if (!refused) return ok(undefined);
    yield* await ports.blobs.deletePrefix(assetPrefix(job.owner.namespace, oid));
    const settled = await reconcileTreeFile(ports, job.owner, path, 0);
    // A repository that has gone meanwhile has nothing left to settle.
    return settled.isErr() && settled.error.kind === 'unavailable' ? err(settled.error) : ok(undefined);
  });

const verifyAndRecord = async (ports: VerifyPorts, job: Job, renewLease: Lease): Promise<Result<void, Unavailable>> => {
  const outcome = await verify(ports, job, renewLease);
  if (outcome.isOk()) return ok(undefined);
  const { error } = outcome;
  return error.kind === 'unavailable' ? err(error) : refuse(ports, job);
};

export const verifyNext = (ports: VerifyPorts) => (): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const claimedAt = ports.clock.now();
    const holder = ports.random.uuid();
    const job = yield* await ports.unitOfWork.transact((records) => claimNext(records, holder, claimedAt));
    if (job === undefined) return ok(false);
    const { verification } = job;
    const renewLease = createLease(ports.clock, claimMs, claimedAt, (_now, until) => moveClaim(ports, verification, until));
    let isOver = false;
    try {
      const settled = await verifyAndRecord(ports, job, renewLease);
      isOver = settled.isOk();
      return settled.map(() => true);
    } catch (fault) {
      if (!(fault instanceof ClaimLost)) throw fault;
      isOver = true;
      return ok(true);
    } finally {
      // A claim that cannot be moved ends by itself.
      if (!isOver) (await moveClaim(ports, verification, ports.clock.now() + delayAfter(verification.attempt))).unwrapOr(false);
    }
  });
